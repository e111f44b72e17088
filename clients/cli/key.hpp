// A key as the full screen gets it.
#pragma once

namespace engawa::cli {

struct Key {
  enum class Kind { Character, Up, Down, Left, Right, Home, End, Enter, Escape, Backspace, Tab, BackTab };
  Kind kind = Kind::Character;
  char32_t character = 0;

  bool is(char32_t c) const { return kind == Kind::Character && character == c; }
};

}  // namespace engawa::cli
