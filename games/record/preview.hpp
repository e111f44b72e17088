// A game as a picture without words, for chats that show what a link leads to: they draw no SVG, and their own text says
// the rest. Pure functions; any thread.
#pragma once
#include <optional>

#include "base/json_read.hpp"
#include "games/record/drawing.hpp"

namespace engawa::record {

inline constexpr int kPreviewWidth = 1200, kPreviewHeight = 630;

// `shown` as in picture(). Without a view, the opening of the options is drawn. Beside the board there is a cushion for
// each seat, in the order of the result if there is one: with the disc of who sits there, and the score. nullopt: there is
// no board to show.
std::optional<Drawing> preview(Json const& shown);

}  // namespace engawa::record
