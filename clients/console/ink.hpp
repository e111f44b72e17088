// Inks: names for colours, and the colours that they stand for on terminals with 256 and with 8 colours.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "games/core/terminal.hpp"

namespace engawa::cli {

using games::terminal::Ink;
inline constexpr std::size_t kInks = 18;

struct Style {
  Ink ink = Ink::Plain;
  bool bold = false;
  bool underline = false;
};

// Foreground and background; -1 is the terminal's own.
struct InkPair {
  int fg, bg;
};
extern std::array<InkPair, kInks> const kRichInks;  // of 256 colours; close to the web client's palette
extern std::array<InkPair, kInks> const kPoorInks;  // of 8 colours

// The text between marks that name its ink, for lines that go to a terminal. The door (door.hpp) turns them into escape
// sequences.
std::string inked(Ink ink, std::string_view text);

// The ink that a mark begins; Ink::Plain: the mark ends an ink. nullopt: not such a mark.
std::optional<Ink> ink_of_mark(char32_t point);
// The escape sequence for it; only for the door.
std::string escape_of(Ink ink);
inline constexpr std::string_view kPlainEscape = "\033[0m";

}  // namespace engawa::cli
