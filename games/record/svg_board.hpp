// A game's board in SVG, by what games/core/terminal.hpp says of it. It knows no game by name. Pure functions; any
// thread.
#pragma once
#include <string>
#include <string_view>

#include "base/json_read.hpp"
#include "games/core/terminal.hpp"

namespace engawa::record {

// In the units of the picture.
struct Box {
  double x = 0, y = 0, width = 0, height = 0;
};

// Appends the board of the view, or the boards of all seats side by side, as large as fits into the middle of `box`.
// Odd members are left out. False: the view shows no board.
bool draw_board(std::string& svg, games::terminal::Board const& board, Json const& view, Box const& box);

// A piece in the colour of that letter; nothing for a letter that has none.
void draw_disc(std::string& svg, games::terminal::Board const& board, char letter, double x, double y, double radius);

// The member at a path such as "colors/$", where `$` is the seat's name; null if there is none.
Json const& member_at(Json const& object, std::string_view path, std::string_view seat = {});

// 12.5, without superfluous digits.
std::string units(double value);

}  // namespace engawa::record
