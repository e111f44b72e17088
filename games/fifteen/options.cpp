#include "games/fifteen/options.hpp"

#include <nlohmann/json.hpp>

#include "games/core/option_keys.hpp"
#include "games/fifteen/scramble.hpp"

namespace engawa::games::fifteen {
namespace {

// In the order of presets().
Options preset_options(std::size_t index) {
  struct Row {
    int size, seats;
    bool article;
  };
  static constexpr Row rows[] = {{4, 4, false}, {4, 1, false}, {3, 2, false}, {5, 2, false}, {4, 1, true}};
  Options options;
  options.preset = static_cast<int>(index);
  options.size = rows[index].size;
  options.seats = rows[index].seats;
  options.article = rows[index].article;
  return options;
}

Fault read_number(Json const& json, char const* key, int low, int high, int& value) {
  auto const number = read_int(json, key, low, high);
  if (!number) return number.error();
  if (*number) value = static_cast<int>(**number);
  return std::nullopt;
}

// A square of 9, 16 or 25 with every number from 0 exactly once.
Fault read_tiles(Json const& tiles, Puzzle& puzzle) {
  for (int size = kMinSize; size <= kMaxSize; ++size)
    if (tiles.is_array() && tiles.size() == static_cast<std::size_t>(size * size))
      puzzle.size = static_cast<std::uint8_t>(size);
  if (puzzle.size == 0) return bad_option("tiles must be an array of 9, 16 or 25 numbers, 0 being the hole");
  std::uint32_t seen = 0;
  for (std::size_t cell = 0; cell < tiles.size(); ++cell) {
    auto const& tile = tiles[cell];
    bool const fits = tile.is_number_integer() && tile >= 0 && tile < puzzle.cells();
    auto const bit = fits ? std::uint32_t{1} << tile.get<int>() : 0;
    if (!fits || (seen & bit) != 0)
      return bad_option("tiles must have each number from 0 to " + std::to_string(puzzle.cells() - 1) + " once");
    seen |= bit;
    puzzle.tiles[cell] = tile.get<Tile>();
    if (puzzle.tiles[cell] == 0) puzzle.hole = static_cast<Cell>(cell);
  }
  return std::nullopt;
}

Fault read_start(Json const& json, Options& options) {
  if (!json.contains("tiles")) return std::nullopt;
  Puzzle puzzle;
  if (auto fault = read_tiles(json["tiles"], puzzle)) return fault;
  if (is_solved(puzzle)) return bad_option("tiles are solved already");
  if (!is_solvable(puzzle))
    return bad_option("tiles cannot be solved: swap any two of them, not the hole, and they can");
  options.size = puzzle.size;
  options.tiles = puzzle;
  return std::nullopt;
}

Fault read_scramble(Json const& json, Options& options) {
  auto const scramble = read_string(json, "scramble", 16);
  if (!scramble) return scramble.error();
  if (*scramble && **scramble != "random" && **scramble != "seed")
    return bad_option("scramble must be \"random\" or \"seed\"");
  options.article = *scramble && **scramble == "seed";
  if (options.article && options.size != 4) return bad_option("the scrambles of the article (\"seed\") have size 4");
  return std::nullopt;
}

Result<Options> read_own(Json const& json) {
  auto const keys = json.contains("tiles")
                        ? check_keys(json, {"tiles", "seats", "finish_s", "max_steps"}, "options with tiles")
                        : check_keys(json, {"size", "seats", "scramble", "tiles", "finish_s", "max_steps"},
                                     "options without a preset");
  if (keys) return *keys;
  Options options;
  if (auto const fault = read_number(json, "size", kMinSize, kMaxSize, options.size)) return *fault;
  if (auto const fault = read_number(json, "seats", 1, kMostSeats, options.seats)) return *fault;
  if (auto const fault = read_number(json, "finish_s", 10, 3600, options.finish_s)) return *fault;
  if (auto const fault = read_number(json, "max_steps", 1, 100000, options.max_steps)) return *fault;
  if (auto const fault = read_scramble(json, options)) return *fault;
  if (auto const fault = read_start(json, options)) return *fault;
  return options;
}

Puzzle start_of(Options const& options, std::uint64_t seed) {
  if (options.tiles) return *options.tiles;
  Rng rng(seed);
  if (options.article) return article_scramble(static_cast<int>(rng.below(kArticleScrambles)));
  return random_scramble(options.size, rng);
}

}  // namespace

Result<Options> read_options(Json const& json) {
  auto const preset = read_preset(json, info().presets);
  if (!preset) return preset.error();
  if (!*preset) return read_own(json);
  return preset_options(**preset);
}

Json options_json(Options const& options) {
  if (options.preset >= 0) return {{"preset", info().presets[static_cast<std::size_t>(options.preset)].id}};
  Json json = {{"seats", options.seats}, {"finish_s", options.finish_s}, {"max_steps", options.max_steps}};
  if (options.tiles) {
    json["tiles"] = Json::array();
    for (int cell = 0; cell < options.tiles->cells(); ++cell)
      json["tiles"].push_back(options.tiles->tiles[static_cast<std::size_t>(cell)]);
  } else {
    json["size"] = options.size;
    json["scramble"] = options.article ? "seed" : "random";
  }
  return json;
}

Race start_race(Options const& options, std::uint64_t seed) {
  Race race;
  race.start = start_of(options, seed);
  race.seats = static_cast<std::uint8_t>(options.seats);
  race.max_steps = static_cast<std::uint32_t>(options.max_steps);
  race.finish_ms = GameTime{1000} * options.finish_s;
  for (std::size_t seat = 0; seat < race.seats; ++seat) race.boards[seat].puzzle = race.start;
  return race;
}

std::vector<Preset> presets() {
  return {{"race",
           {"Race, 4x4", "レース（4×4）"},
           4,
           {{"", 1}, {"kame", 3}, {"usagi", 4}, {"hayabusa", 6}},
           R"({"size":4,"seats":4,"finish_s":3600,"max_steps":100000})"},
          {"solo", {"Solo, 4x4", "ひとりで（4×4）"}, 1, {{"", 1}}},
          {"eight",
           {"Eight tiles, 3x3", "8パズル（3×3）"},
           2,
           {{"", 1}, {"usagi", 4}},
           R"({"size":3,"seats":2,"finish_s":3600,"max_steps":100000})"},
          {"twenty-four",
           {"Twenty-four tiles, 5x5", "24パズル（5×5）"},
           2,
           {{"", 1}, {"kame", 3}},
           R"({"size":5,"seats":2,"finish_s":3600,"max_steps":100000})"},
          {"article", {"Classic 480 scrambles", "定番の480通り"}, 1, {{"", 1}}}};
}

std::string_view options_schema() {
  return R"json({
  "type": "object",
  "oneOf": [
    {
      "properties": {"preset": {"enum": ["race", "solo", "eight", "twenty-four", "article"], "default": "race"}},
      "additionalProperties": false
    },
    {
      "properties": {
        "seats": {
          "label": {"en": "Seats", "ja": "席の数"}, "order": 1,
          "type": "integer", "minimum": 1, "maximum": 5, "default": 1
        },
        "size": {
          "label": {"en": "Size", "ja": "大きさ"}, "order": 2,
          "type": "integer", "minimum": 3, "maximum": 5, "default": 4
        },
        "scramble": {
          "label": {"en": "Scramble", "ja": "並べ方"}, "order": 3,
          "labels": {
            "random": {"en": "Random", "ja": "ランダム"},
            "seed": {"en": "From the classic 480", "ja": "定番の480通りから"}
          },
          "enum": ["random", "seed"], "default": "random"
        },
        "finish_s": {
          "label": {"en": "Seconds left after the first finish", "ja": "1位が決まってから終了まで（秒）"}, "order": 4,
          "type": "integer", "minimum": 10, "maximum": 3600, "default": 120
        },
        "max_steps": {
          "label": {"en": "Maximum steps", "ja": "手数の上限"}, "order": 5,
          "type": "integer", "minimum": 1, "maximum": 100000, "default": 5000
        }
      },
      "minProperties": 1,
      "additionalProperties": false
    },
    {
      "properties": {
        "tiles": {
          "type": "array", "minItems": 9, "maxItems": 25, "uniqueItems": true,
          "items": {"type": "integer", "minimum": 0, "maximum": 24}
        },
        "seats": {"type": "integer", "minimum": 1, "maximum": 5, "default": 1},
        "finish_s": {"type": "integer", "minimum": 10, "maximum": 3600, "default": 120},
        "max_steps": {"type": "integer", "minimum": 1, "maximum": 100000, "default": 5000}
      },
      "required": ["tiles"],
      "additionalProperties": false
    }
  ]
})json";
}

}  // namespace engawa::games::fifteen
