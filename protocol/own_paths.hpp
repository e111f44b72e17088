// The first parts of the paths that a server itself answers (calls.json). No base path of a server may begin like one of
// them: in an address that a person types, they are where the base path ends.
#pragma once
#include <algorithm>
#include <array>
#include <string_view>

namespace engawa::protocol {

inline bool is_own_path(std::string_view first_part) {
  constexpr std::array<std::string_view, 9> own{"api",   "assets", "dev",    "g",    "healthz",
                                                "lobby", "r",      "stream", "rooms"};
  return std::find(own.begin(), own.end(), first_part) != own.end();
}

}  // namespace engawa::protocol
