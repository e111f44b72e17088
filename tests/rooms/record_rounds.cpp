// Records of random rounds, to compare other verifiers with ours (tests/sdk/test_verify_record.py).
//
//   record_rounds presets          {"nim":["753",..],..}
//   record_rounds rounds           for each line {"game":"nim","options":{..},"seed":7} of the input a record and an empty line
//
// A round is the fold of random inputs, as in a room, to the end: people join, leave, resign and run out of time.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/standard_streams.hpp"
#include "games/catalog.hpp"
#include "games/core/rng.hpp"
#include "server/records/round_record.hpp"
#include "server/state/state.hpp"

namespace {

using namespace engawa;
using namespace engawa::server;
using games::Seat;

RoomSetup random_setup(games::GameEntry const& game, Json const& options, games::Rng& rng) {
  RoomSetup setup;
  setup.code = "TESTROOM";
  setup.game = game.info().id;
  setup.options = game.normalise(options).value().dump();
  setup.chairs.resize(static_cast<std::size_t>(game.seats(Json::parse(setup.options))));
  for (std::size_t i = 1; i < setup.chairs.size(); ++i)
    if (rng.below(2) == 0) setup.chairs[i] = {RoomSetup::Chair::Kind::bot, "random", 1};
  if (rng.below(2) == 0) setup.clock = {ClockKind::move, 20000, 0, 0, 0};
  setup.timeout_forfeits = rng.below(2) == 0;
  setup.absent_forfeits = rng.below(2) == 0;
  setup.join_bots = rng.below(2) == 0;
  games::Seed::Key key{};
  for (auto& byte : key) byte = static_cast<std::uint8_t>(rng.below(256));
  setup.seed = rng.below(16) == 0 ? games::Seed(rng.next()) : games::Seed(key);  // a number, as in the oldest rooms
  return setup;
}

Input input_of(InputKind kind, int seat = -1) {
  Input input;
  input.kind = kind;
  input.seat = seat;
  return input;
}

class RandomRound {
 public:
  RandomRound(RoomSetup setup, games::Rng rng) : state_(RoomState::make(setup).value()), setup_(setup), rng_(rng) {
    apply(input_of(InputKind::wake));
    for (std::size_t seat = 0; seat < setup.chairs.size(); ++seat)
      if (setup.chairs[seat].kind == RoomSetup::Chair::Kind::open && (seat == 0 || below(2) == 0)) sit(seat);
    auto start = input_of(InputKind::start);
    start.guest = guest_of(0);
    apply(start);
    for (auto& bot : bots_) bot = below(3) == 0 ? "greedy" : "random";
  }

  std::string record() {
    int const most = below(4) == 0 ? 10 : 200;
    for (int turns = 0; is_playing() && turns < most; ++turns) below(25) == 0 ? disturb() : take_turn();
    bots_.fill("random");  // good players may play for ever
    for (int turns = 0; is_playing(); ++turns) turns % 2 == 0 ? everybody_resigns() : take_turn();
    return write_record(setup_, journal_, 1).value().text;
  }

 private:
  bool is_playing() const { return state_.phase() == Phase::playing; }
  std::uint32_t below(std::size_t bound) { return rng_.below(static_cast<std::uint32_t>(bound)); }
  static std::string guest_of(std::size_t seat) { return "g_" + std::to_string(seat); }
  std::size_t any_seat() { return below(setup_.chairs.size()); }

  bool apply(Input input) {
    input.at = now_;
    if (!state_.apply(input)) return false;
    journal_.push_back(write_input(input));
    return true;
  }
  bool apply_to(std::size_t seat, InputKind kind) {
    auto input = input_of(kind, static_cast<int>(seat));
    input.guest = guest_of(seat);
    input.nick = "Player " + std::to_string(seat);
    return apply(std::move(input));
  }
  void sit(std::size_t seat) { apply_to(seat, InputKind::sit); }

  // Most of these are refused in most states.
  void disturb() {
    static constexpr InputKind kinds[] = {InputKind::offline, InputKind::stand_in, InputKind::online, InputKind::stand,
                                          InputKind::sit,     InputKind::resign,   InputKind::forfeit};
    auto const kind = kinds[below(std::size(kinds))];
    auto const seat = any_seat();
    if (kind == InputKind::forfeit && !may_forfeit(seat)) return;
    apply_to(seat, kind);
  }
  // As Room::grace_input.
  bool may_forfeit(std::size_t seat) const {
    return setup_.absent_forfeits && !state_.seats()[seat].online &&
           (!state_.info().simultaneous || state_.to_act().has(static_cast<Seat>(seat)));
  }

  // A player who has left returns for it.
  void everybody_resigns() {
    for (std::size_t seat = 0; seat < setup_.chairs.size() && is_playing(); ++seat) {
      apply_to(seat, InputKind::online);
      sit(seat);
      apply_to(seat, InputKind::resign);
    }
  }

  void take_turn() {
    now_ += below(4) == 0 ? below(below(8) == 0 ? 200000 : 3000) : 0;
    if (auto const due = next_game_event(state_.parts()); due && due->at <= now_)
      return void(apply_to(due->seat, InputKind::tick));
    if (auto const late = clock_deadline(state_.parts()); late && late->at <= now_ && setup_.timeout_forfeits)
      return void(apply_to(late->seat, InputKind::flag));
    if (state_.match()->awaits_solution() && below(2) == 0) return learn();
    move(some_actor());
  }

  Seat some_actor() {
    auto const acting = state_.to_act();
    auto nth = below(static_cast<std::size_t>(acting.size()));
    for (Seat seat = 0;; ++seat)
      if (acting.has(seat) && nth-- == 0) return seat;
  }

  void move(Seat seat) {
    now_ = std::max(now_, ready_at(state_.parts(), seat));
    if (auto const due = next_game_event(state_.parts()); due && due->at <= now_)
      return void(apply_to(due->seat, InputKind::tick));
    auto const late = clock_deadline(state_.parts());
    bool const bot = state_.seats()[seat].bot_plays();
    auto const kind = bot ? InputKind::bot_move : late && late->at <= now_ ? InputKind::timeout : InputKind::move;
    auto input = input_of(kind, seat);
    input.move = some_move(seat).dump();
    apply(input);
  }

  Json some_move(Seat seat) {
    auto& plan = plans_[seat];
    if (!plan.empty()) {
      Json next = {{"tile", plan.back()}};
      plan.pop_back();
      return next;
    }
    bool const greedy = state_.info().id == "bubbles" && bots_[seat] == "greedy";
    auto move = state_.match()->choose(seat, greedy ? "greedy" : "random", 1, {}, rng_.next(), {}).value();
    if (state_.info().id == "bubbles" && below(4) == 0) move.erase("shot");
    return move;
  }

  // The opening's solution. Seats that have not moved yet may follow it.
  void learn() {
    auto input = input_of(InputKind::solution);
    auto const solution = opening(state_.parts())->solve({std::chrono::milliseconds(20), 0}, {}).value();
    input.move = solution.dump();
    if (!apply(input) || state_.ply() > 0) return;
    std::vector<int> const moves = solution["moves"];
    for (auto& plan : plans_)
      if (below(2) == 0) plan.assign(moves.rbegin(), moves.rend());
  }

  RoomState state_;
  RoomSetup setup_;
  games::Rng rng_;
  std::vector<std::string> journal_;
  std::int64_t now_ = 1'800'000'000'000;
  std::array<std::string, games::kMaxSeats> bots_;
  std::array<std::vector<int>, games::kMaxSeats> plans_;  // the next tile last
};

void print_presets() {
  Json presets = Json::object();
  for (auto const& game : games::catalog())
    for (auto const& preset : game.info().presets) presets[std::string(game.info().id)].push_back(preset.id);
  std::puts(presets.dump().c_str());
}

void print_round(Json const& wish) {
  games::Rng rng(wish["seed"].get<std::uint64_t>());
  auto const& game = *games::find_game(wish["game"].get<std::string>());
  auto setup = random_setup(game, wish["options"], rng);
  RandomRound round(std::move(setup), rng);
  std::puts(round.record().c_str());
}

}  // namespace

int main(int count, char** arguments) {
  engawa::open_standard_streams();
  std::string_view const what = count == 2 ? arguments[1] : "";
  if (what == "presets") {
    print_presets();
  } else if (what == "rounds") {
    for (std::string line; std::getline(std::cin, line);) print_round(Json::parse(line));
  } else {
    std::fputs("usage: record_rounds presets|rounds\n", stderr);
    return 2;
  }
}
