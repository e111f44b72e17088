// Reads the lines of a record: the inverse of lines.hpp. Refuses a wrong line with a sentence that says why. Throws
// nothing, because the web client's modules cannot (clients/web/rules). Pure functions; any thread.
#pragma once
#include <string_view>

#include "base/json_read.hpp"
#include "base/result.hpp"
#include "games/record/lines.hpp"

namespace engawa::record {

// The object in a line's body.
Result<Json> read_object(std::string_view body);

// REQUIRES for all: `json` is an object.
Result<Header> read_header(Json const& json);
Result<Ending> read_ending(Json const& json);
// `seats`: of the match; `timed`: Match::timed().
Result<Entry> read_entry(Json const& json, int seats, bool timed);

// Whether the input is passed to the game; the line then has a state.
bool is_of_game(Entry::Kind kind);

}  // namespace engawa::record
