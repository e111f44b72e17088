// A game as a picture for other sites: the board and the players, as SVG of 1200 x 630, the size that such sites expect
// (https://ogp.me, "og:image"). Pure functions; any thread.
#pragma once
#include <string>
#include <string_view>

#include "base/json_read.hpp"
#include "games/record/replay.hpp"

namespace engawa::record {

// `shown`: an object with `game`, `options`, `seats`, and, if available, `view` and `result`, as in a room's document
// (protocol/README.md). Missing or unexpected members are left out; a game without a board shows its poster.
std::string picture(Json const& shown);

// The end of a record, which is checked at the same time, as by Replay. REQUIRES: `text` is a whole record.
Checked<std::string> picture_of_record(std::string_view text);

}  // namespace engawa::record
