#include "games/bubbles/options.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/expect.hpp"
#include "games/core/option_keys.hpp"

namespace engawa::games::bubbles {
namespace {

constexpr int kMaxFieldRows = kLoseRow - 1;

template <class Number>
Fault read_number(Json const& options, char const* key, int low, int high, Number& number, int factor = 1) {
  auto const value = read_int(options, key, low, high);
  if (!value) return value.error();
  if (*value) number = static_cast<Number>(**value * factor);
  return std::nullopt;
}

Fault read_attack(Json const& options, Settings& settings) {
  auto const text = read_string(options, "attack", 16);
  if (!text) return text.error();
  if (*text && **text != "classic" && **text != "everybubble")
    return bad_option("attack must be \"classic\" or \"everybubble\"");
  if (*text) settings.attack = **text == "classic" ? Attack::kClassic : Attack::kEverybubble;
  return std::nullopt;
}

Fault check_row(Json const& row, std::size_t index, int colors) {
  auto const name = "row " + std::to_string(index) + " of the field";
  auto const length = static_cast<std::size_t>(columns(static_cast<int>(index), 0));
  if (!row.is_string()) return bad_option(name + " must be a text");
  auto const& text = row.get_ref<std::string const&>();
  if (text.size() != length)
    return bad_option(name + " must have " + std::to_string(length) + " letters: 8 and 7 by turns from the top");
  char const last = static_cast<char>('a' + colors - 1);
  if (std::any_of(text.begin(), text.end(), [last](char c) { return c != '.' && (c < 'a' || c > last); }))
    return bad_option(name + " may contain only . (no bubble) and the " + std::to_string(colors) + " colours a to " +
                      last);
  return std::nullopt;
}

Fault read_field(Json const& options, Options& read) {
  auto const found = options.find("field");
  if (found == options.end()) return std::nullopt;
  if (!found->is_array() || found->empty() || found->size() > kMaxFieldRows)
    return bad_option("field must be an array of 1 to 11 texts, the rows from the top");
  for (std::size_t row = 0; row < found->size(); ++row) {
    if (auto const fault = check_row((*found)[row], row, read.settings.colors)) return fault;
    read.field.push_back((*found)[row].get<std::string>());
  }
  auto const grid = read_grid(read.field);
  if (depth(grid) == 0) return bad_option("the field needs a bubble");
  if (hanging(grid) != occupied(grid))
    return bad_option("every bubble of the field must hang on the ceiling, directly or through others");
  return std::nullopt;
}

Result<Options> read_own(Json const& options) {
  if (auto const fault =
          check_keys(options, {"seats", "colors", "attack", "hurry_s", "field"}, "options without a preset"))
    return *fault;
  Options read;
  auto& settings = read.settings;
  settings.seats = 1;
  if (auto const fault = read_number(options, "seats", 1, kMaxSeatsHere, settings.seats)) return *fault;
  if (auto const fault = read_number(options, "colors", 3, kMaxColors, settings.colors)) return *fault;
  if (auto const fault = read_number(options, "hurry_s", 3, 60, settings.hurry_ms, 1000)) return *fault;
  if (auto const fault = read_attack(options, settings)) return *fault;
  if (auto const fault = read_field(options, read)) return *fault;
  return read;
}

}  // namespace

std::optional<Options> preset_options(std::string_view id) {
  for (auto const& preset : info().presets) {
    if (preset.id != id) continue;
    Options options;
    options.preset = id;
    options.settings.seats = static_cast<std::uint8_t>(preset.seats);
    return options;
  }
  return std::nullopt;
}

Result<Options> read_options(Json const& options) {
  auto const preset = read_preset(options, info().presets);
  if (!preset) return preset.error();
  if (!*preset) return read_own(options);
  return *preset_options(info().presets[**preset].id);
}

Json options_json(Options const& options) {
  if (!options.preset.empty()) return {{"preset", options.preset}};
  auto const& settings = options.settings;
  Json json = {{"seats", settings.seats},
               {"colors", settings.colors},
               {"attack", settings.attack == Attack::kClassic ? "classic" : "everybubble"},
               {"hurry_s", settings.hurry_ms / 1000}};
  if (!options.field.empty()) json["field"] = options.field;
  return json;
}

std::string_view options_schema() {
  return R"json({
  "type": "object",
  "oneOf": [
    {
      "properties": {"preset": {"enum": ["duel", "puzzle", "party"], "default": "duel"}},
      "additionalProperties": false
    },
    {
      "properties": {
        "seats": {
          "label": {"en": "Seats", "ja": "席の数"}, "order": 1,
          "type": "integer", "minimum": 1, "maximum": 5, "default": 1
        },
        "colors": {
          "label": {"en": "Colours", "ja": "色の数"}, "order": 2,
          "type": "integer", "minimum": 3, "maximum": 8, "default": 6
        },
        "attack": {
          "label": {"en": "Attack", "ja": "攻撃"}, "order": 3,
          "labels": {
            "classic": {"en": "Classic: more than three at once", "ja": "クラシック：一度に3個を超えた分"},
            "everybubble": {"en": "Every bubble; fallen ones count twice", "ja": "すべての玉（落ちた玉は2倍）"}
          },
          "enum": ["classic", "everybubble"], "default": "classic"
        },
        "hurry_s": {
          "label": {"en": "Seconds per shot", "ja": "1発の制限時間（秒）"}, "order": 4,
          "type": "integer", "minimum": 3, "maximum": 60, "default": 10
        },
        "field": {
          "type": "array", "minItems": 1, "maxItems": 11,
          "items": {"type": "string", "minLength": 7, "maxLength": 8, "pattern": "^[a-h.]+$"}
        }
      },
      "minProperties": 1,
      "additionalProperties": false
    }
  ]
})json";
}

Grid read_grid(std::vector<std::string> const& rows, int shift) {
  Grid grid;
  grid.shift = static_cast<std::uint8_t>(shift);
  EXPECT(rows.size() <= kRows, rows.size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    EXPECT(rows[row].size() == static_cast<std::size_t>(columns(static_cast<int>(row), shift)), row, rows[row]);
    for (std::size_t column = 0; column < rows[row].size(); ++column)
      if (char const letter = rows[row][column]; letter != '.')
        grid.put({static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(column)},
                 static_cast<Color>(letter - 'a' + 1));
  }
  return grid;
}

std::string row_text(Grid const& grid, int row) {
  EXPECT(0 <= row && row < kRows, row);
  std::string text;
  for (int column = 0; column < columns(row, grid.shift); ++column) {
    auto const color = grid.at({static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(column)});
    text += color == 0 ? '.' : static_cast<char>('a' + color - 1);
  }
  return text;
}

}  // namespace engawa::games::bubbles
