#include "games/nim/options.hpp"

#include <nlohmann/json.hpp>

#include "games/core/option_keys.hpp"
#include "games/nim/analysis.hpp"

namespace engawa::games::nim {
namespace {

std::vector<std::string> const& rows_753() {
  static std::vector<std::string> const rows = {"ooooooo", "ooooo", "ooo"};
  return rows;
}

Options preset_options(std::size_t index) {
  Options options;
  options.preset = static_cast<int>(index);
  options.misere = index == 1;
  options.puzzle = index == 2;
  if (!options.puzzle) options.rows = rows_753();
  return options;
}

Fault read_row(Json const& row, std::vector<std::string>& rows) {
  if (row.is_string()) {
    auto const& text = row.get_ref<std::string const&>();
    if (text.empty() || text.size() > kMaxCells || text.find_first_not_of("ox") != text.npos)
      return bad_option("a row as a text has 1 to 32 letters, o for an untaken cell and x for a taken one");
    rows.push_back(text);
    return std::nullopt;
  }
  bool const counted = row.is_number_integer() && row >= 1 && row <= kMaxCells;
  if (!counted) return bad_option("a row is a number of cells from 1 to 32, or a text of o and x");
  rows.emplace_back(row.get<std::size_t>(), 'o');
  return std::nullopt;
}

Fault read_rows(Json const& rows, Options& options) {
  if (!rows.is_array() || rows.empty() || rows.size() > kMaxRows)
    return bad_option("rows must be an array of 1 to 8 rows");
  bool untaken = false;
  for (auto const& row : rows) {
    if (auto const fault = read_row(row, options.rows)) return fault;
    untaken = untaken || options.rows.back().find('o') != std::string::npos;
  }
  if (!untaken) return bad_option("rows need at least one untaken cell");
  return std::nullopt;
}

Result<Options> read_own(Json const& json) {
  if (auto const fault = check_keys(json, {"rows", "misere", "puzzle"}, "options without a preset")) return *fault;
  auto const misere = read_flag(json, "misere", false);
  if (!misere) return misere.error();
  auto const puzzle = read_flag(json, "puzzle", false);
  if (!puzzle) return puzzle.error();
  Options options;
  options.misere = *misere;
  options.puzzle = *puzzle;
  if (!json.contains("rows")) {
    if (!*puzzle) options.rows = rows_753();
    return options;
  }
  if (*puzzle) return bad_option("a puzzle draws its rows: options have either rows or puzzle, not both");
  if (auto const fault = read_rows(json["rows"], options)) return *fault;
  return options;
}

// Rows of two cells or more are lost for the side to move only if their xor is 0; one more cell in a row changes that.
void draw_rows(Position& position, Rng rng) {
  auto const rows = 3 + rng.below(3);
  for (std::uint32_t row = 0; row < rows; ++row) position.length[row] = static_cast<std::uint8_t>(2 + rng.below(11));
  int value = 0;
  for (auto const length : position.length) value ^= length;
  if (value == 0) ++position.length[0];
  for (std::size_t row = 0; row < rows; ++row) position.untaken[row] = cells_of({0, 0, position.length[row]});
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
  if (options.puzzle) return {{"puzzle", true}, {"misere", options.misere}};
  Json rows = Json::array();
  for (auto const& row : options.rows) {
    bool const whole = row.find('x') == row.npos;
    rows.push_back(whole ? Json(row.size()) : Json(row));
  }
  return {{"rows", std::move(rows)}, {"misere", options.misere}};
}

Position start_position(Options const& options, std::uint64_t seed) {
  Position position;
  position.misere = options.misere;
  if (options.puzzle) draw_rows(position, Rng(seed));
  for (std::size_t row = 0; row < options.rows.size(); ++row) {
    auto const& text = options.rows[row];
    position.length[row] = static_cast<std::uint8_t>(text.size());
    for (std::size_t cell = 0; cell < text.size(); ++cell)
      if (text[cell] == 'o') position.untaken[row] |= std::uint32_t{1} << cell;
  }
  return position;
}

std::vector<Preset> presets() {
  return {
      {"753", {"7-5-3", "7・5・3"}, 2, {{"", 1}, {"kozo", 3}}},
      {"753-misere", {"7-5-3, last stone loses", "7・5・3（最後を取ると負け）"}, 2, {{"", 1}, {"kozo", 3}}},
      {"puzzle", {"Puzzle: win against perfect play", "詰め問題（完璧な相手に勝つ）"}, 2, {{"", 1}, {"perfect", 1}}}};
}

std::string_view options_schema() {
  return R"json({
  "type": "object",
  "oneOf": [
    {
      "properties": {"preset": {"enum": ["753", "753-misere", "puzzle"], "default": "753"}},
      "additionalProperties": false
    },
    {
      "properties": {
        "rows": {
          "label": {"en": "Rows (stones, from the top)", "ja": "段（上から、石の数）"}, "order": 1,
          "type": "array", "minItems": 1, "maxItems": 8, "default": [7, 5, 3],
          "items": {"oneOf": [
            {"type": "integer", "minimum": 1, "maximum": 32},
            {"type": "string", "minLength": 1, "maxLength": 32, "pattern": "^[ox]+$"}
          ]}
        },
        "misere": {
          "label": {"en": "Taking the last stone loses", "ja": "最後の石を取ると負け"}, "order": 2,
          "type": "boolean", "default": false
        }
      },
      "minProperties": 1,
      "additionalProperties": false
    },
    {
      "properties": {"puzzle": {"const": true}, "misere": {"type": "boolean", "default": false}},
      "required": ["puzzle"],
      "additionalProperties": false
    }
  ]
})json";
}

}  // namespace engawa::games::nim
