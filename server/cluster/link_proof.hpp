// The messages by which both ends of a link prove that they know the secret (link.hpp). Pure functions.
#pragma once
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/expect.hpp"
#include "base/sha256.hpp"

namespace engawa::server::link_proof {

// The calling end sends kGreeting and a number; the other end sends its own number and its proof; the calling end then
// sends its proof, kHead and the client's address.
inline constexpr std::string_view kGreeting = "engawa1\n";
inline constexpr std::size_t kNumber = 32;  // bytes: random_token()
inline constexpr std::size_t kProof = sizeof(Digest);
inline constexpr std::size_t kHead = 2;  // bytes: 1 if the client uses TLS, and the length of its address

enum class End { calling, answering };

inline std::string proof(std::string_view secret, End end, std::string_view calling, std::string_view answering) {
  std::string const name = end == End::calling ? "engawa link, calling " : "engawa link, answering ";
  auto const digest = hmac_sha256(secret, name + std::string(calling) + std::string(answering));
  return {digest.begin(), digest.end()};
}

// REQUIRES: both have kProof bytes.
inline bool is_same(std::string_view one, std::string_view other) {
  EXPECT(one.size() == kProof && other.size() == kProof, one.size(), other.size());
  Digest left{}, right{};
  std::copy_n(one.begin(), kProof, left.begin());
  std::copy_n(other.begin(), kProof, right.begin());
  return same_digest(left, right);
}

}  // namespace engawa::server::link_proof
