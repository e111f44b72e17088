// A mistake as a picture without words, to be shared: the position before it, the move that was played, the one that an
// analysis found, and everybody's chances before and after. Pure function; any thread.
#pragma once
#include <optional>
#include <string_view>

#include "base/json_read.hpp"
#include "games/record/drawing.hpp"

namespace engawa::record {

// `record`: a whole one. `moment`: `move`, the number of the move, from 1; `hint`, the analysis' of the position before it;
// `next`, that of the position after it, or null. nullopt: the record has no such move, or the game is not drawn.
std::optional<Drawing> turning_point(std::string_view record, Json const& moment);

}  // namespace engawa::record
