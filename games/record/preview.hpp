// A game as a picture without text, for the link previews of chats: they draw no SVG, and show their own text. Pure
// functions; any thread.
#pragma once
#include <optional>

#include "base/json_read.hpp"
#include "games/record/drawing.hpp"

namespace engawa::record {

inline constexpr int kPreviewWidth = 1200, kPreviewHeight = 630;

// `shown` as in picture(). Without a view, the opening of the options is drawn. Next to the board there is a cushion
// for each seat, in the order of the result if there is one, with the disc and the score of its player. nullopt: there
// is no board to show.
std::optional<Drawing> preview(Json const& shown);

}  // namespace engawa::record
