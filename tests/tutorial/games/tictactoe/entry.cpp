#include "games/tictactoe/entry.hpp"

#include "games/core/option_keys.hpp"
#include "games/tictactoe/wire.hpp"

namespace engawa::games::tictactoe {
namespace {

Info make_info() {
  Info info;
  info.id = "tictactoe";
  info.title = {"Tic-tac-toe", "三目並べ"};
  info.presets = {{"standard", {"Three in a row", "三つ並べる"}, 2, {{"", 1}, {"mc", 1}}}};
  info.bots = {{"random", {"Random", "でたらめ"}, 1}, {"mc", {"Monte Carlo", "モンテカルロ"}, 1}};
  info.stand_in = "mc";
  info.legal_member = "cell";  // each word of `legal` is a move's cell: clients offer them as buttons and numbers
  info.options_schema =
      R"({"type":"object","properties":{"preset":{"enum":["standard"],"default":"standard"}},"additionalProperties":false})";
  return info;
}

Result<Json> normalise(Json const& options) {
  if (!options.is_object()) return bad_option("options must be an object such as {\"preset\":\"standard\"}");
  if (auto const fault = check_keys(options, {"preset"}, "the options")) return *fault;
  auto const preset = read_preset_index(options, info().presets);
  if (!preset) return preset.error();
  return Json{{"preset", info().presets[*preset].id}};
}

Result<std::unique_ptr<Match>> start(Json const&, Seed const&) {
  std::unique_ptr<Match> match = std::make_unique<MatchOf<TicTacToe>>(TicTacToe::State{});
  return match;
}

int seats(Json const&) { return 2; }

std::vector<DefaultSeat> table(Json const&) { return info().presets[0].table; }

}  // namespace

Info const& info() {
  static Info const facts = make_info();
  return facts;
}

GameEntry const kEntry = {info, normalise, start, seats, table, &kTerminal};

}  // namespace engawa::games::tictactoe
