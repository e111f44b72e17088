#include "games/tictactoe/entry.hpp"

#include "games/core/entry_of.hpp"
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

// The options are a preset, by its index.
Result<std::size_t> read_options(Json const& options) {
  if (!options.is_object()) return bad_option("options must be an object such as {\"preset\":\"standard\"}");
  if (auto const fault = check_keys(options, {"preset"}, "the options")) return *fault;
  return read_preset_index(options, info().presets);
}

Json options_json(std::size_t preset) { return {{"preset", info().presets[preset].id}}; }

int seats(std::size_t) { return 2; }

std::unique_ptr<Match> begin(std::size_t, Seed const&) {
  return std::make_unique<MatchOf<TicTacToe>>(TicTacToe::State{});
}

}  // namespace

Info const& info() {
  static Info const facts = make_info();
  return facts;
}

GameEntry const kEntry = entry_of<info, read_options, options_json, seats, begin>(&kTerminal);

}  // namespace engawa::games::tictactoe
