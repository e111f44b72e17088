#include "games/reversi/options.hpp"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "games/core/option_keys.hpp"

namespace engawa::games::reversi {
namespace {

Refusal bad(std::string message) { return bad_option(std::move(message)); }

Fault read_letters(Json const& options, char const* key, std::string_view allowed, std::string& letters) {
  auto const text = read_string(options, key, 16);
  if (!text) return text.error();
  if (!*text) return std::nullopt;
  for (std::size_t i = 0; i < (*text)->size(); ++i) {
    char const letter = (**text)[i];
    if (allowed.find(letter) == allowed.npos)
      return bad(std::string(key) + " may contain only the letters " + std::string(allowed));
    if ((*text)->find(letter) != i) return bad(std::string(key) + " has the letter " + letter + " twice");
  }
  letters = **text;
  return std::nullopt;
}

Fault read_row(Json const& row, std::vector<std::string>& rows) {
  if (!row.is_string()) return bad("board must be an array of strings, one for each row");
  auto const& text = row.get_ref<std::string const&>();
  if (text.empty() || text.size() > kMaxSide) return bad("a row of the board must have 1 to 16 letters");
  if (!rows.empty() && rows[0].size() != text.size()) return bad("the rows of the board must have the same length");
  if (text.find_first_not_of("H.BWACYGR") != text.npos)
    return bad("a row of the board may contain only H (hole), . (empty) and the discs BWACYGR");
  rows.push_back(text);
  return std::nullopt;
}

Fault read_board(Json const& board, Variant& variant) {
  if (!board.is_array()) return bad("board must be an array of strings, one for each row");
  if (board.empty() || board.size() > kMaxSide) return bad("the board must have 1 to 16 rows");
  for (auto const& row : board)
    if (auto const fault = read_row(row, variant.rows)) return fault;
  auto const is_holes = [](std::string const& row) { return row.find_first_not_of('H') == row.npos; };
  if (std::all_of(variant.rows.begin(), variant.rows.end(), is_holes))
    return bad("the board needs a cell that is not a hole");
  return std::nullopt;
}

std::optional<int> read_ply(std::string const& text) {
  int ply = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), ply);
  bool const whole = error == std::errc{} && end == text.data() + text.size();
  if (!whole || text[0] == '0' || ply < 1 || ply > kMaxCutIn) return std::nullopt;
  return ply;
}

Fault read_cut_ins(Json const& cut_ins, Variant& variant) {
  if (!cut_ins.is_object()) return bad("cut_ins must be an object from plies to colours, such as {\"10\":\"C\"}");
  for (auto const& [key, value] : cut_ins.items()) {
    auto const ply = read_ply(key);
    if (!ply) return bad("a key of cut_ins must be the number of a ply, from \"1\" to \"999\"");
    bool const color = value.is_string() && value.get_ref<std::string const&>().size() == 1 &&
                       kPlayers.find(value.get_ref<std::string const&>()[0]) != kPlayers.npos;
    if (!color) return bad("a value of cut_ins must be one of the letters BWACY");
    variant.cut_ins[*ply] = value.get_ref<std::string const&>()[0];
  }
  return std::nullopt;
}

Fault read_stuck(Json const& options, Variant& variant) {
  auto const text = read_string(options, "stuck_cut_in", 8);
  if (!text) return text.error();
  if (*text && **text != "end" && **text != "skip") return bad("stuck_cut_in must be \"end\" or \"skip\"");
  if (*text) variant.skip_stuck_cut_in = **text == "skip";
  return std::nullopt;
}

Fault read_players(Json const& options, Variant& variant) {
  if (auto const fault = read_letters(options, "rotation", kPlayers, variant.rotation)) return fault;
  if (variant.rotation.empty()) return bad("rotation needs at least one player");
  if (options.contains("cut_ins"))
    if (auto const fault = read_cut_ins(options["cut_ins"], variant)) return fault;
  auto const players = seat_colors(variant);
  if (players.size() < 2) return bad("there must be at least two players in rotation and cut_ins");
  variant.compete = variant.rotation;
  if (auto const fault = read_letters(options, "compete", kPlayers, variant.compete)) return fault;
  if (variant.compete.empty()) return bad("compete needs at least one player");
  if (variant.compete.find_first_not_of(players) != std::string::npos)
    return bad("compete may name only players of rotation and cut_ins: " + players);
  variant.compete = in_order(variant.compete, kPlayers);
  return std::nullopt;
}

Fault read_first(Json const& options, Variant& variant) {
  std::string first(1, variant.rotation[0]);
  if (auto const fault = read_letters(options, "first", kPlayers, first)) return fault;
  if (first.size() != 1 || variant.rotation.find(first) == std::string::npos)
    return bad("first must be one player of the rotation: one of " + variant.rotation);
  variant.first = first[0];
  return std::nullopt;
}

Result<Variant> read_own(Json const& options) {
  if (auto const fault =
          check_keys(options, {"board", "rotation", "compete", "permanent", "cut_ins", "stuck_cut_in", "first"},
                     "options with a board"))
    return *fault;
  Variant variant;
  if (auto const fault = read_board(options["board"], variant)) return *fault;
  if (auto const fault = read_players(options, variant)) return *fault;
  if (auto const fault = read_letters(options, "permanent", "GBWACY", variant.permanent)) return *fault;
  variant.permanent = std::string(1, 'G').append(in_order(variant.permanent, kPlayers));
  if (auto const fault = read_stuck(options, variant)) return *fault;
  if (auto const fault = read_first(options, variant)) return *fault;
  return variant;
}

Result<Variant> read_preset(Json const& options) {
  if (auto const fault = check_keys(options, {"preset", "stuck_cut_in"}, "options without a board")) return *fault;
  auto const id = read_string(options, "preset", 32);
  if (!id) return id.error();
  auto const* found = *id ? find_preset(**id) : &presets()[0];
  if (found == nullptr) {
    std::string names;
    for (auto const& item : presets()) names.append(names.empty() ? "" : ", ").append(item.variant.preset);
    return bad("preset must be one of " + names);
  }
  auto variant = found->variant;
  if (auto const fault = read_stuck(options, variant)) return *fault;
  return variant;
}

}  // namespace

Result<Variant> read_options(Json const& options) {
  if (!options.is_object()) return bad("options must be an object");
  if (!options.contains("board")) return read_preset(options);
  if (options.contains("preset")) return bad("options have either a preset or a board, not both");
  return read_own(options);
}

Json options_json(Variant const& variant) {
  char const* const stuck = variant.skip_stuck_cut_in ? "skip" : "end";
  if (!variant.preset.empty()) {
    Json options = {{"preset", variant.preset}};
    if (variant.skip_stuck_cut_in) options["stuck_cut_in"] = stuck;  // every preset has "end"
    return options;
  }
  Json cut_ins = Json::object();
  for (auto const& [ply, color] : variant.cut_ins) cut_ins[std::to_string(ply)] = std::string(1, color);
  return {{"board", variant.rows},
          {"rotation", variant.rotation},
          {"compete", variant.compete},
          {"permanent", variant.permanent},
          {"cut_ins", cut_ins},
          {"stuck_cut_in", stuck},
          {"first", std::string(1, variant.first)}};
}

std::string_view options_schema() {
  return R"json({
  "type": "object",
  "oneOf": [
    {
      "properties": {
        "preset": {"enum": ["five", "seed", "classic", "octagon", "octagon-three", "octagon-wild", "diamond"], "default": "five"},
        "stuck_cut_in": {"enum": ["end", "skip"], "default": "end"}
      },
      "additionalProperties": false
    },
    {
      "properties": {
        "board": {
          "type": "array", "minItems": 1, "maxItems": 16,
          "items": {"type": "string", "minLength": 1, "maxLength": 16, "pattern": "^[H.BWACYGR]+$"}
        },
        "rotation": {"type": "string", "pattern": "^[BWACY]{1,5}$", "default": "BWACY"},
        "compete": {"type": "string", "pattern": "^[BWACY]{1,5}$"},
        "permanent": {"type": "string", "pattern": "^[GBWACY]{0,6}$", "default": "G"},
        "cut_ins": {
          "type": "object", "default": {}, "additionalProperties": false,
          "patternProperties": {"^[1-9][0-9]{0,2}$": {"enum": ["B", "W", "A", "C", "Y"]}}
        },
        "stuck_cut_in": {"enum": ["end", "skip"], "default": "end"},
        "first": {"enum": ["B", "W", "A", "C", "Y"]}
      },
      "required": ["board"],
      "additionalProperties": false
    }
  ]
})json";
}

}  // namespace engawa::games::reversi
