// A key as the full screen receives it, and whether keys that arrive together were pasted. Pure; any thread.
#pragma once
#include <span>

#include "clients/console/text.hpp"

namespace engawa::cli {

struct Key {
  enum class Kind { Character, Up, Down, Left, Right, Home, End, Enter, Escape, Backspace, Tab, BackTab };
  Kind kind = Kind::Character;
  char32_t character = 0;
  bool pasted = false;  // from the clipboard: text, not a command

  // Also of full width, as a Japanese input method types it.
  char32_t plain() const { return half_width(character); }
  bool is(char32_t c) const { return kind == Kind::Character && plain() == c; }
};

// Terminals that cannot mark a paste send it as keys, all at once. Whether these keys, which arrived together, are such
// text. While a chat line is being typed: an Enter before the last key. Otherwise: more letters than a hand presses at
// once.
bool looks_pasted(std::span<Key const> keys, bool talking);

}  // namespace engawa::cli
