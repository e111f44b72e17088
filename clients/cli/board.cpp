#include "clients/cli/board.hpp"

#include <nlohmann/json.hpp>

#include "clients/cli/fields.hpp"

namespace engawa::cli {
namespace {

void no_facts(Json const&, std::vector<SeatRow>&) {}

std::vector<std::string> view_as_json(Look const& look) {
  auto const& view = look.table.view();
  if (!view.is_object()) return {};
  return {view.dump(-1, ' ', false, Json::error_handler_t::replace)};
}

std::string legal_as_it_is(Look const& look) {
  return look.table.legal.empty() ? "" : look.say("Possible: ", "可能な手：") + look.table.legal;
}

Action no_move(Look const&, std::string_view) { return {}; }
std::string no_sentence(Look const&, Json const&) { return {}; }

std::vector<std::string> hint_as_json(Look const& look, Json const& hint) {
  return {look.say("Hint: ", "ヒント：") + hint.dump(-1, ' ', false, Json::error_handler_t::replace)};
}

Picture wrapped_json(Look const& look, Aim const&, Size room) {
  Picture picture;
  auto const lines = view_as_json(look);
  auto rest = lines.empty() ? std::string_view() : std::string_view(lines[0]);
  for (int row = 0; row < room.rows && !rest.empty() && room.columns > 0; ++row) {
    auto line = clip(rest, room.columns);
    if (line.empty()) break;
    rest.remove_prefix(line.size());
    picture.put(row, 0, std::move(line));
  }
  return picture;
}

std::string your_turn(Look const& look, Aim const&) { return look.say("Your turn", "あなたの番です"); }
Action no_key(Look const&, Aim&, Key const&) { return {}; }
void nothing_to_settle(Look const&, Aim&) {}
void nothing_to_aim(Look const&, Aim&, Json const&) {}
std::string ply_of(Look const& look) { return std::to_string(look.table.ply); }

}  // namespace

std::string Look::who(Json const& event) const {
  return say.player(table, seat_number(text(event, "seat")).value_or(-1), me);
}

Board const kUnknownBoard{
    .game = "",
    .describe_seats = no_facts,
    .turn = ply_of,
    .lines = view_as_json,
    .possible = legal_as_it_is,
    .read = no_move,
    .event = no_sentence,
    .hint = hint_as_json,
    .paint = wrapped_json,
    .status = your_turn,
    .press = no_key,
    .settle = nothing_to_settle,
    .aim_at = nothing_to_aim,
    .commands = {},
    .keys = {},
    .key_line = {"t talk   ? keys   q quit", "t 発言   ? キー一覧   q 終了"},
    .reasons = {},
};

Board const& board_of(std::string_view game) {
  for (auto const* board : {&kReversiBoard, &kNimBoard, &kFifteenBoard, &kBubblesBoard})
    if (board->game == game) return *board;
  return kUnknownBoard;
}

bool is_simultaneous(Table const& table) { return board_of(table.game).simultaneous || table.to_act.size() > 1; }

}  // namespace engawa::cli
