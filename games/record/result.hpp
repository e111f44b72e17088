// The end of a round in the form of the room's document and of the record. Pure functions; any thread.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "games/core/rules.hpp"

namespace engawa::record {

// Whether a room ends the round at a resignation: at most one competing seat has not resigned, or no person plays any
// more.
bool leaves_no_game(games::Ranking const& standing, std::vector<games::Seat> const& resigned, bool people);

// The ranking of a round that was ended from outside the game: players who resigned rank behind the others, the first
// one to resign last. `reason` must outlive it.
games::Ranking behind_the_others(games::Ranking const& standing, std::vector<games::Seat> const& resigned,
                                 std::string_view reason);

// The document's `result`: an object as JSON text. `record` is the record's id.
std::string result_json(games::Ranking const& ranking, std::string_view record);

}  // namespace engawa::record
