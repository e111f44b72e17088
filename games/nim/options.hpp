// Options of the 753 game as JSON: `{"preset":"753"}`, custom rows, or a puzzle. The only reader of them.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/json_read.hpp"
#include "games/nim/rules.hpp"

namespace engawa::games::nim {

struct Options {
  int preset = -1;                // index in info().presets; -1: custom
  std::vector<std::string> rows;  // 'o' untaken, 'x' taken, top to bottom; empty for a puzzle
  bool misere = false;
  bool puzzle = false;  // rows are drawn so that the first player can win
};

// Any JSON; refuses with `bad_message` and a sentence that says what is allowed.
Result<Options> read_options(Json const& options);

// Complete options that read_options reads back as the same value.
Json options_json(Options const& options);

// `seed` draws the rows of a puzzle: 3-5 rows of 2-13 cells.
Position start_position(Options const& options, std::uint64_t seed);

std::vector<Preset> presets();

std::string_view options_schema();

}  // namespace engawa::games::nim
