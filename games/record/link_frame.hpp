// What the pictures of links have in common: the veranda below the board, the mark of the house, and players as discs. Pure
// functions; any thread.
#pragma once
#include <string>

#include "base/json_read.hpp"
#include "games/core/terminal.hpp"
#include "games/record/drawing.hpp"

namespace engawa::record {

inline constexpr Box kPreviewBoard{70, 42, 620, 480};

void draw_veranda(Drawing& out);
// As in the web client's icon.
void draw_mark(Drawing& out);

struct Round {
  double x = 0, y = 0, radius = 0;
};

// In the colour of the seat's pieces, or in one of its own.
void draw_player(Drawing& out, games::terminal::Board const& board, Json const& view, std::string const& seat,
                 Round const& place);

}  // namespace engawa::record
