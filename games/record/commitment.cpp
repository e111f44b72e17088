#include "games/record/commitment.hpp"

#include "base/hex.hpp"
#include "base/sha256.hpp"

namespace engawa::record {

std::string record_id(std::string_view room, int round) {
  return std::string(room).append("-").append(std::to_string(round));
}

std::string commitment(std::string_view id, games::Seed::Key const& seed) {
  return sha256_hex(std::string("engawa commitment 1\n").append(id).append("\n").append(to_hex(seed)).append("\n"));
}

}  // namespace engawa::record
