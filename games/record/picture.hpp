// A game as a picture to show on other sites: the board and who plays, as SVG of 1200 x 630, the size that such sites
// expect (https://ogp.me, "og:image"). Pure functions; any thread.
#pragma once
#include <string>
#include <string_view>

#include "base/json_read.hpp"
#include "games/record/replay.hpp"

namespace engawa::record {

// `shown`: an object with `game`, `options`, `seats`, and as far as there are any `view` and `result`, as in a room's
// document (protocol/README.md). What is missing or odd is left out; a game without a board shows its poster.
std::string picture(Json const& shown);

// The end of a record. It is checked on the way, as Replay does. REQUIRES: `text` is a whole record.
Checked<std::string> picture_of_record(std::string_view text);

}  // namespace engawa::record
