// MatchOf<G>: the one implementation of Match, over the rules of a game, its wire form and its bots.
//
// Wire<G> is the game's only code that knows JSON; Bots<G> names its bots. Both are specialised beside the game.
#pragma once
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json_write.hpp"
#include "games/core/match.hpp"
#include "games/core/thinking.hpp"

namespace engawa::games {

// What a game tells MatchOf about JSON. A specialisation has these static functions:
//
// - Result<Move> read_move(State const&, Json const&): refuses with bad_message or illegal_move; the move may be illegal.
// - void write_move(State const&, Move const&, std::string&): what read_move reads, in its shortest form.
// - std::string why_illegal(State const&, Seat, Move const&): one sentence.
// - void write_legal(State const&, std::string&): the document's `legal`, a quoted string.
// - void write_view(State const&, std::string&): the document's `view`, an object.
// - void write_change(State const& before, State const& after, std::string&): members of a merge patch of the view.
// - void write_events(State const& before, State const& after, Seat, Move const&, std::string&)
// - std::uint64_t hash(State const&)
// and may have
// - std::optional<Refusal> refusal_of(State const&, Seat, Move const&): a refusal that comes before `too_soon` and `illegal_move`
// - void write_moves(State const&, Seat, std::vector<Move>&): where G::moves are too many to list, one for each different result
// - Result<Json> preview(State const&, Seat, Move const&)
// - Result<Json> hint(State const&, Seat, Thinking&)
// - Result<Json> solve(State const&, Thinking&), and with it
//   bool awaits_solution(State const&) and Result<void> learn(State&, Json const&)
// - void write_elapse_events(State const& before, State const& after, Due, std::string&): REQUIRED of Timed games
// - void write_learn_events(State const& before, State const& after, std::string&): REQUIRED with learn
template <class G>
struct Wire;

// A specialisation has
//   typename G::Move choose(State const&, Seat, std::string_view bot, int level, Thinking&)
// REQUIRES: `seat` is to act and G::info() lists the bot and the level.
template <class G>
struct Bots;

template <class G>
void write_seats(SeatSet seats, std::string& out) {
  out += '"';
  bool first = true;
  for (int i = 0; i < kMaxSeats; ++i) {
    if (!seats.has(static_cast<Seat>(i))) continue;
    if (!first) out += ' ';
    first = false;
    out += 's';
    json_write::integer(out, i);
  }
  out += '"';
}

// Number of sequences of exactly `depth` moves; a game with a faster way has its own G::perft.
template <Rules G>
std::uint64_t count_sequences(typename G::State const& state, int depth) {
  if (depth == 0) return 1;
  std::uint64_t leaves = 0;
  for (Seat seat = 0; seat < kMaxSeats; ++seat) {
    if (!G::to_act(state).has(seat)) continue;
    for (auto const& move : G::moves(state, seat)) {
      auto next = state;
      if constexpr (Timed<G>) G::set_now(next, std::max(G::now(next), G::ready_at(next, seat)));
      G::apply(next, seat, move);
      leaves += count_sequences<G>(next, depth - 1);
    }
  }
  return leaves;
}

template <Rules G>
class MatchOf final : public Match {
 public:
  explicit MatchOf(typename G::State state) : state_(std::move(state)) {}

  std::unique_ptr<Match> clone() const override { return std::make_unique<MatchOf>(state_); }
  Info const& info() const override { return G::info(); }
  int seats() const override { return G::seats(state_); }
  std::uint32_t ply() const override { return G::ply(state_); }
  SeatSet to_act() const override { return G::to_act(state_); }
  bool timed() const override { return Timed<G>; }
  bool hides() const override { return Hidden<G>; }
  std::optional<Ranking> outcome() const override { return G::outcome(state_); }
  Ranking standing() const override { return G::standing(state_); }
  std::uint64_t hash() const override { return Wire<G>::hash(state_); }

  std::optional<Due> due() const override {
    if constexpr (Timed<G>) return G::due(state_);
    return std::nullopt;
  }

  GameTime ready_at([[maybe_unused]] Seat seat) const override {
    if constexpr (Timed<G>) return G::ready_at(state_, seat);
    return 0;
  }

  void elapse([[maybe_unused]] GameTime at, [[maybe_unused]] std::string& set,
              [[maybe_unused]] std::string& events) override {
    if constexpr (Timed<G>) {
      auto const before = state_;
      auto const happening = *G::due(state_);
      advance(state_, at);
      G::elapse(state_);
      write_set(before, set);
      Wire<G>::write_elapse_events(before, state_, happening, events);
    }
  }

  Result<std::string> play(Seat seat, Json const& json, std::string& set, std::string& events, GameTime at) override {
    if (auto const wait = turn_fault(seat)) return *wait;
    auto const move = Wire<G>::read_move(state_, json);
    if (!move) return move.error();
    if (auto const refusal = own_fault(seat, *move)) return *refusal;
    if (auto const early = time_fault(seat, at)) return *early;
    if (!G::legal(state_, seat, *move)) return refuse("illegal_move", Wire<G>::why_illegal(state_, seat, *move));
    auto const before = state_;
    advance(state_, at);
    G::apply(state_, seat, *move);
    write_set(before, set);
    Wire<G>::write_events(before, state_, seat, *move, events);
    return move_text(before, *move);
  }

  void write_document(std::string& out) const override {
    json_write::key(out, "ply");
    json_write::integer(out, G::ply(state_));
    out += ',';
    json_write::key(out, "to_act");
    write_seats<G>(G::to_act(state_), out);
    out += ',';
    json_write::key(out, "legal");
    Wire<G>::write_legal(state_, out);
    out += ',';
    json_write::key(out, "view");
    Wire<G>::write_view(state_, out);
  }

  Json view() const override {
    std::string text;
    Wire<G>::write_view(state_, text);
    return parse_json(text).value();
  }

  Json moves() const override {
    auto const acting = G::to_act(state_);
    Json list = Json::array();
    for (Seat seat = 0; seat < kMaxSeats; ++seat) {
      if (!acting.has(seat)) continue;
      for (auto const& move : listed_moves(seat)) {
        auto item = parse_json(move_text(state_, move)).value();
        if (acting.size() > 1) item["seat"] = seat_name(seat);
        list.push_back(std::move(item));
      }
    }
    return list;
  }

  Result<Json> preview(Seat seat, Json const& json) const override {
    if constexpr (requires(typename G::Move move) { Wire<G>::preview(state_, seat, move); }) {
      if (auto const wait = turn_fault(seat)) return *wait;
      auto const move = Wire<G>::read_move(state_, json);
      if (!move) return move.error();
      if (auto const refusal = own_fault(seat, *move)) return *refusal;
      if (!G::legal(state_, seat, *move)) return refuse("illegal_move", Wire<G>::why_illegal(state_, seat, *move));
      return Wire<G>::preview(state_, seat, *move);
    } else {
      return refuse("unsupported", "this game says no more of a move than that it is legal");
    }
  }

  Result<Json> choose(Seat seat, std::string_view bot, int level, Budget budget, std::uint64_t seed,
                      std::stop_token stop) const override {
    auto const& bots = G::info().bots;
    auto const found = std::find_if(bots.begin(), bots.end(), [&](BotInfo const& item) { return item.id == bot; });
    if (found == bots.end()) return refuse("not_found", "there is no bot of that name here; there are" + bot_names());
    if (level < 1 || level > found->levels)
      return refuse("not_found", "the levels of " + std::string(bot) + " are 1 to " + std::to_string(found->levels));
    if (!G::to_act(state_).has(seat)) return refuse("not_your_turn", seat_text(seat) + " is not to act");
    Thinking thinking(budget, seed, std::move(stop));
    auto const seen = seen_by(seat, thinking.rng);
    return parse_json(move_text(seen, Bots<G>::choose(seen, seat, bot, level, thinking))).value();
  }

  Result<Json> hint(Seat seat, Budget budget, std::uint64_t seed, std::stop_token stop) const override {
    if (auto const wait = turn_fault(seat)) return *wait;
    if constexpr (requires(Thinking & thinking) { Wire<G>::hint(state_, seat, thinking); }) {
      Thinking thinking(budget, seed, std::move(stop));
      return Wire<G>::hint(seen_by(seat, thinking.rng), seat, thinking);
    } else {
      auto move = choose(seat, G::info().stand_in, G::info().stand_in_level, budget, seed, std::move(stop));
      if (!move) return move.error();
      return Json{{"move", std::move(*move)}};
    }
  }

  Result<Json> solve([[maybe_unused]] Budget budget, [[maybe_unused]] std::stop_token stop) const override {
    if constexpr (requires(Thinking & thinking) { Wire<G>::solve(state_, thinking); }) {
      Thinking thinking(budget, 0, std::move(stop));
      return Wire<G>::solve(state_, thinking);
    } else {
      return refuse("unsupported", "this game has no solver");
    }
  }

  bool awaits_solution() const override {
    if constexpr (requires { Wire<G>::awaits_solution(state_); }) return Wire<G>::awaits_solution(state_);
    return false;
  }

  Result<void> learn([[maybe_unused]] Json const& solution, [[maybe_unused]] std::string& set,
                     [[maybe_unused]] std::string& events) override {
    if constexpr (requires { Wire<G>::awaits_solution(state_); }) {
      auto const before = state_;
      if (auto const done = Wire<G>::learn(state_, solution); !done) return done;
      write_set(before, set);
      Wire<G>::write_learn_events(before, state_, events);
      return {};
    } else {
      return refuse("unsupported", "this game has no solver");
    }
  }

  std::uint64_t perft(int depth) const override {
    if constexpr (requires { G::perft(state_, depth); }) {
      return G::perft(state_, depth);
    } else {
      return count_sequences<G>(state_, depth);
    }
  }

 private:
  static void advance(typename G::State& state, [[maybe_unused]] GameTime at) {
    if constexpr (Timed<G>) G::set_now(state, std::max(at, G::now(state)));
  }

  std::optional<Refusal> own_fault([[maybe_unused]] Seat seat, [[maybe_unused]] typename G::Move const& move) const {
    if constexpr (requires { Wire<G>::refusal_of(state_, seat, move); }) return Wire<G>::refusal_of(state_, seat, move);
    return std::nullopt;
  }

  std::optional<Refusal> time_fault([[maybe_unused]] Seat seat, [[maybe_unused]] GameTime at) const {
    if constexpr (Timed<G>)
      if (auto const ready = G::ready_at(state_, seat); at < ready)
        return refuse("too_soon", "the next move can be made in " + std::to_string(ready - at) + " ms");
    return std::nullopt;
  }

  auto listed_moves(Seat seat) const {
    if constexpr (requires(std::vector<typename G::Move> & moves) { Wire<G>::write_moves(state_, seat, moves); }) {
      std::vector<typename G::Move> moves;
      Wire<G>::write_moves(state_, seat, moves);
      return moves;
    } else {
      return G::moves(state_, seat);
    }
  }

  // What a bot may know: the state itself, unless the game hides something.
  decltype(auto) seen_by([[maybe_unused]] Seat seat, [[maybe_unused]] Rng& rng) const {
    if constexpr (Hidden<G>) {
      return G::as_seen(state_, seat, rng);
    } else {
      return (state_);
    }
  }

  static std::string move_text(typename G::State const& state, typename G::Move const& move) {
    std::string text;
    Wire<G>::write_move(state, move, text);
    return text;
  }
  static std::string seat_text(Seat seat) { return std::string("seat ").append(seat_name(seat)); }
  static std::string bot_names() {
    std::string names;
    for (auto const& bot : G::info().bots) names.append(" ").append(bot.id);
    return names;
  }

  std::optional<Refusal> turn_fault(Seat seat) const {
    auto const acting = G::to_act(state_);
    if (acting.empty()) return refuse("game_over", "the game is over");
    if (acting.has(seat)) return std::nullopt;
    std::string who;
    write_seats<G>(acting, who);
    return refuse("not_your_turn",
                  seat_text(seat) + " is not to act; it is the turn of " + who.substr(1, who.size() - 2));
  }

  // The members of the document that differ from `before`, as a merge patch.
  void write_set(typename G::State const& before, std::string& set) const {
    json_write::key(set, "ply");
    json_write::integer(set, G::ply(state_));
    if (auto const acting = G::to_act(state_); acting != G::to_act(before)) {
      set += ",\"to_act\":";
      write_seats<G>(acting, set);
    }
    std::string old_legal, legal;
    Wire<G>::write_legal(before, old_legal);
    Wire<G>::write_legal(state_, legal);
    if (legal != old_legal) set.append(",\"legal\":").append(legal);
    auto const mark = set.size();
    set += ",\"view\":{";
    auto const open = set.size();
    Wire<G>::write_change(before, state_, set);
    if (set.size() == open) {
      set.resize(mark);
    } else {
      set += '}';
    }
  }

  typename G::State state_;
};

}  // namespace engawa::games
