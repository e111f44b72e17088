// The end of a round, in the form from which pictures are drawn. Pure function; any thread.
#pragma once
#include <string_view>

#include "base/json_read.hpp"
#include "games/record/replay.hpp"

namespace engawa::record {

// `game`, `options`, `seats`, `view` and `result`, as in a room's document (protocol/README.md). The record is checked
// on the way, as Replay does. REQUIRES: `text` is a whole record.
Checked<Json> end_of_record(std::string_view text);

}  // namespace engawa::record
