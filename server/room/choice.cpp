#include "server/room/choice.hpp"

#include <nlohmann/json.hpp>

#include "games/catalog.hpp"
#include "server/room/clock_request.hpp"

namespace engawa::server {
namespace {

using Chair = RoomSetup::Chair;

Chair default_chair(games::DefaultSeat const& seat) {
  if (seat.bot.empty()) return {};
  return {Chair::Kind::bot, std::string(seat.bot), seat.level};
}

Chair chair_after(SeatState const& seat, games::DefaultSeat const& usual, games::Info const& info, bool other_game) {
  if (seat.kind == SeatKind::closed) return {Chair::Kind::closed, {}, 0};
  if (seat.kind != SeatKind::bot) return {};
  if (!other_game) return {Chair::Kind::bot, seat.bot, seat.level};
  if (usual.bot.empty()) return {Chair::Kind::bot, std::string(info.stand_in), info.stand_in_level};
  return default_chair(usual);
}

Result<Json> wished_options(games::GameEntry const& game, RoomState const& state, protocol::Configure const& wish,
                            bool other_game) {
  auto const text = !wish.options.empty() ? wish.options : other_game ? std::string("{}") : state.setup().options;
  auto const options = parse_json(text);
  if (!options) return options.error();
  return game.normalise(*options);
}

}  // namespace

Result<RoomChoice> choose(RoomState const& state, protocol::Configure const& wish) {
  auto const& setup = state.setup();
  RoomChoice choice{
      wish.game.empty() ? setup.game : wish.game, {}, {}, setup.clock, setup.timeout_forfeits, setup.hints_allowed};
  auto const* const game = games::find_game(choice.game);
  if (!game) return refuse("bad_message", "there is no game \"" + choice.game + "\"");
  bool const other_game = choice.game != setup.game;
  auto const options = wished_options(*game, state, wish, other_game);
  if (!options) return options.error();
  choice.options = options->dump();
  if (!wish.hints.empty()) choice.hints_allowed = wish.hints == "allowed";
  if (game->info().simultaneous) choice.clock = {};
  if (!wish.clock.empty()) {
    auto const clock = parse_json(R"({"clock":)" + wish.clock + '}');
    if (!clock) return clock.error();
    if (auto const read = read_clock(*clock, game->info(), choice.clock); !read) return read.error();
  }
  if (choice.clock != setup.clock) choice.timeout_forfeits = choice.clock.of_round();
  auto const table = game->table(*options);
  for (std::size_t i = 0; i < table.size(); ++i)
    choice.chairs.push_back(i < state.seats().size() ? chair_after(state.seats()[i], table[i], game->info(), other_game)
                                                     : default_chair(table[i]));
  return choice;
}

}  // namespace engawa::server
