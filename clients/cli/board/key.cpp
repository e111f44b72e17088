#include "clients/cli/board/key.hpp"

#include <algorithm>
#include <cstddef>

namespace engawa::cli {
namespace {

constexpr std::ptrdiff_t kFastHand = 2;  // letters that arrive at once

bool is_letter(Key const& key) {
  auto const c = key.character;
  bool const figure = c < 0x80 && !((c | 0x20) >= U'a' && (c | 0x20) <= U'z');
  return key.kind == Key::Kind::Character && !figure;
}

}  // namespace

bool looks_pasted(std::span<Key const> keys, bool talking) {
  if (keys.empty()) return false;
  if (talking)
    return std::any_of(keys.begin(), keys.end() - 1, [](Key const& key) { return key.kind == Key::Kind::Enter; });
  auto const first = std::find_if(keys.begin(), keys.end(), is_letter);
  bool const held_down = std::all_of(
      first, keys.end(), [first](Key const& key) { return !is_letter(key) || key.character == first->character; });
  return !held_down && std::count_if(keys.begin(), keys.end(), is_letter) > kFastHand;
}

}  // namespace engawa::cli
