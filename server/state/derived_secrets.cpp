#include "server/state/derived_secrets.hpp"

#include "base/sha256.hpp"
#include "games/core/rng.hpp"
#include "games/record/lines.hpp"

namespace engawa::server {
namespace {

// SHA-256 of the purpose, the room's seed and the context, one line each: either of fixed length or ended by a line
// feed, so that two purposes never hash the same bytes.
games::Seed derive(std::string purpose, games::Seed const& room, std::string const& what) {
  purpose += '\n';
  purpose += record::seed_text(room);
  return games::Seed(sha256(purpose += '\n' + what + '\n'));
}

std::string turn(int round, std::uint64_t position, games::Seat seat) {
  return std::to_string(round) + ' ' + std::to_string(position) + ' ' + std::to_string(seat);
}

}  // namespace

games::Seed round_seed(games::Seed const& room, int round) {
  if (room.is_secret()) return derive("engawa round 1", room, std::to_string(round));
  return games::Rng(room.number() + static_cast<std::uint64_t>(round) * 0x9e3779b97f4a7c15u).next();
}

std::uint64_t thinking_seed(games::Seed const& room, int round, std::uint64_t position, games::Seat seat) {
  return derive("engawa bot 1", room, turn(round, position, seat)).number();
}

std::uint64_t pace_seed(games::Seed const& room, int round, std::uint64_t position, games::Seat seat) {
  return derive("engawa pace 1", room, turn(round, position, seat)).number();
}

}  // namespace engawa::server
