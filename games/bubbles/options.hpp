// Options of the bubble shooter as JSON: `{"preset":"duel"}`, or seats, colours, attack, hurry and field of one's own. The only
// reader of them.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/json_read.hpp"
#include "games/bubbles/rules.hpp"

namespace engawa::games::bubbles {

struct Options {
  std::string preset;  // empty: own
  Settings settings;
  std::vector<std::string> field;  // the start's rows from the top; empty: drawn from the match's seed
};

// Any JSON; refuses with `bad_message` and a sentence that says what is allowed.
Result<Options> read_options(Json const& options);
// Complete options that read_options turns into the same.
Json options_json(Options const& options);
std::string_view options_schema();

// The options of a preset; nullopt when there is none of that name.
std::optional<Options> preset_options(std::string_view id);

// A picture of a grid: rows from the top, `a`-`h` and `.`; the shift decides which rows have a cell less.
// REQUIRES: the rows have their length, and there are at most kRows of them.
Grid read_grid(std::vector<std::string> const& rows, int shift = 0);
std::string row_text(Grid const& grid, int row);

}  // namespace engawa::games::bubbles
