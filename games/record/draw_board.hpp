// Draws a game's board from its description in games/core/terminal.hpp, without knowing the game. Pure functions; any
// thread.
#pragma once
#include <string_view>
#include <vector>

#include "base/json_read.hpp"
#include "games/core/seat.hpp"
#include "games/core/terminal.hpp"
#include "games/record/drawing.hpp"

namespace engawa::record {

// Appends the board of the view, or the boards of all seats side by side, as large as possible and centred in `box`.
// Unexpected members are left out, and so are cells beyond 64 across and down. False: the view shows no board.
bool draw_board(Drawing& out, games::terminal::Board const& board, Json const& view, Box const& box);

// Where the cells of a seat's move are on the board as draw_board puts it into `box`. `move`: with a `cell`, a run of cells or
// a `tile`, as players send it; of others nothing is known, and there are none.
std::vector<Box> cells_of_move(games::terminal::Board const& board, Json const& view, Box const& box, games::Seat seat,
                               Json const& move);

// A piece in the colour of that letter; nothing for a letter without one.
void draw_disc(Drawing& out, games::terminal::Board const& board, char letter, double x, double y, double radius);

// The member at a path such as "colors/$", where `$` is the seat's name; null if there is none.
Json const& member_at(Json const& object, std::string_view path, std::string_view seat = {});

}  // namespace engawa::record
