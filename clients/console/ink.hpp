// What things are painted in: names for colours, and which colours those are on a terminal of 256 and one of 8.
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
extern std::array<InkPair, kInks> const kRichInks;  // of 256 colours; near the palette of the page
extern std::array<InkPair, kInks> const kPoorInks;  // of 8

// The text in marks that say its ink, for lines that go to a terminal: the door (door.hpp) makes escape sequences of them.
std::string inked(Ink ink, std::string_view text);

// What a mark begins; Ink::Plain: what was begun ends. nullopt: it is no such mark.
std::optional<Ink> ink_of_mark(char32_t point);
// The escape sequence for it; only for the door.
std::string escape_of(Ink ink);
inline constexpr std::string_view kPlainEscape = "\033[0m";

}  // namespace engawa::cli
