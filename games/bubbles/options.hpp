// Options of the bubble shooter as JSON: `{"preset":"duel"}`, or custom seats, colours, attack, hurry and field. The
// only reader of them.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/json_read.hpp"
#include "games/bubbles/rules.hpp"

namespace engawa::games::bubbles {

struct Options {
  std::string preset;  // empty: custom
  Settings settings;
  std::vector<std::string> field;  // the start rows from the top; empty: drawn from the match's seed
};

// Any JSON; refuses with `bad_message` and a sentence that says what is allowed.
Result<Options> read_options(Json const& options);
// Complete options that read_options reads back as the same value.
Json options_json(Options const& options);
std::string_view options_schema();

// The options of a preset; nullopt if there is no preset of that name.
std::optional<Options> preset_options(std::string_view id);

// The text form of a grid: rows from the top, `a`-`h` and `.`; the shift decides which rows are one cell shorter.
// REQUIRES: the rows have the right length, and there are at most kRows of them.
Grid read_grid(std::vector<std::string> const& rows, int shift = 0);
std::string row_text(Grid const& grid, int row);

}  // namespace engawa::games::bubbles
