// Options of the 15-puzzle as JSON: `{"preset":"race"}`, or a custom size, seats and start. The only reader of them.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "base/json_read.hpp"
#include "games/fifteen/rules.hpp"

namespace engawa::games::fifteen {

struct Options {
  int preset = -1;  // index in info().presets; -1: custom
  int size = 4;
  int seats = 1;
  bool article = false;         // one of the article's scrambles
  std::optional<Puzzle> tiles;  // the start itself
  int finish_s = 120;
  int max_steps = 5000;
};

// Any JSON; refuses with `bad_message` and a sentence that says what is allowed.
Result<Options> read_options(Json const& options);

// Complete options that read_options reads back as the same value.
Json options_json(Options const& options);

// `seed` draws the scramble.
Race start_race(Options const& options, std::uint64_t seed);

std::vector<Preset> presets();

std::string_view options_schema();

}  // namespace engawa::games::fifteen
