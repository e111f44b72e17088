// The inputs of one room as columns, one JSON object: zlib makes less of them than of lines, since what differs little
// from one input to the next lies side by side. A whole game of people's moves needs about a third less.
//
// A member is an array of what the inputs have under its name, in the order of write_input() (server/room/input.hpp); null:
// this one has none, and so have those behind its end. Apart from these:
// - `at` is what has passed since the input before, and `until` what passes from `at` on;
// - `people` lists [guest] and [guest, beginning of the id of a request], and `who` is a number in that list, instead of
//   `guest`;
// - `number` is the end of the request's id, or all of it, less the last one of the same `who`; an id that does not end
//   in a number is in `request`.
// server/store/sqlite/plain_rows.sql reads them without this program. Values; any thread.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace engawa::server {

// Empty: inputs_of() would not make exactly the same texts of it.
std::string columns_of(std::vector<std::string> const& inputs);
// Throws std::exception if there is no such column or value.
std::vector<std::string> inputs_of(nlohmann::ordered_json const& columns);

}  // namespace engawa::server
