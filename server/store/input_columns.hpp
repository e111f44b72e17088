// The inputs of one room as columns, in one JSON object. zlib compresses them better than lines, because similar values
// of successive inputs are next to each other. A whole game of people's moves needs about a third less.
//
// A member is an array of the inputs' values under its name, in the order of write_input() (server/state/input.hpp).
// null: this input has none; so have those after the end of the array. The exceptions are:
// - `at` is the time since the previous input, and `until` the time from `at` on;
// - `people` lists [guest] and [guest, beginning of the id of a request], and `who`, which replaces `guest`, is a
//   number in that list;
// - `number` is the end of the request's id, or all of it, minus the last one of the same `who`; an id that does not
//   end in a number is in `request`.
// server/store/sqlite/plain_rows.sql reads them without this program. Values; any thread.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace engawa::server {

// Empty: inputs_of() would not recreate exactly the same texts.
std::string columns_of(std::vector<std::string> const& inputs);
// Throws std::exception if there is no such column or value.
std::vector<std::string> inputs_of(nlohmann::ordered_json const& columns);

}  // namespace engawa::server
