// A key as the full screen gets it, and what a burst of keys tells of how it came about. Pure; any thread.
#pragma once
#include <span>

namespace engawa::cli {

struct Key {
  enum class Kind { Character, Up, Down, Left, Right, Home, End, Enter, Escape, Backspace, Tab, BackTab };
  Kind kind = Kind::Character;
  char32_t character = 0;
  bool pasted = false;  // it came out of a clipboard: text, and nobody's wish

  bool is(char32_t c) const { return kind == Kind::Character && character == c; }
};

// Terminals that cannot say what was pasted send it as keys, all at once. Whether these keys, which were there at the same time, are such
// text: to who is talking, lines of which one is not the last; else more letters than a hand presses at once.
bool looks_pasted(std::span<Key const> keys, bool talking);

}  // namespace engawa::cli
