// MatchOf<G>: the only implementation of Match, built from a game's rules, its wire form and its bots.
//
// Wire<G> is the game's only code that knows JSON; Bots<G> names its bots. Both are specialised in the game's folder.
#pragma once
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/expect.hpp"
#include "base/json_write.hpp"
#include "base/plain_object.hpp"
#include "games/core/match.hpp"
#include "games/core/thinking.hpp"
#include "games/core/thinks.hpp"

namespace engawa::games {

// The JSON form of a game. A specialisation has these static functions:
//
// - Result<Move> read_move(State const&, Json const&): refuses with bad_message or illegal_move; the move may be
//   illegal. It may be a template that also takes a PlainObject const& (base/plain_object.hpp): most moves are plain,
//   and reading those then builds no tree.
// - void write_move(State const&, Move const&, std::string&): the form that read_move reads, as short as possible.
// - std::string why_illegal(State const&, Seat, Move const&): one sentence.
// - void write_legal(State const&, std::string&): the document's `legal`, a quoted string.
// - void write_view(State const&, std::string&): the document's `view`, an object.
// - void write_change(State const& before, State const& after, std::string&): members of a merge patch of the view.
// - void write_events(State const& before, State const& after, Seat, Move const&, std::string&)
// - std::uint64_t hash(State const&)
// and may have
// - std::optional<Refusal> refusal_of(State const&, Seat, Move const&): a refusal before `too_soon` and `illegal_move`
// - void write_moves(State const&, Seat, std::vector<Move>&): if G::moves are too many to list, one for each different
//   result
// - Result<Json> effect(State const&, Seat, Move const&)
// - Result<Json> hint(State const&, Seat, Thinking&), or
//   Result<std::unique_ptr<Thinker>> begin_hint(State const&, Seat)
// - Result<Json> solve(State const&, Thinking&), or Result<std::unique_ptr<Thinker>> begin_solution(State const&), and
//   with it bool awaits_solution(State const&) and Result<void> learn(State&, Json const&)
// - void write_elapse_events(State const& before, State const& after, Due, std::string&): REQUIRED of Timed games
// - void write_learn_events(State const& before, State const& after, std::string&): REQUIRED with learn
template <class G>
struct Wire;

// A specialisation has
//   typename G::Move choose(State const&, Seat, std::string_view bot, int level, Thinking&)
// and may have, for bots that think long enough to be worth interrupting (nullptr for the others),
//   std::unique_ptr<Thought<typename G::Move>> begin(State const&, Seat, std::string_view bot, int level)
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

// The number of sequences of exactly `depth` moves; a game with a faster way has its own G::perft.
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
    EXPECT(due() && due()->at <= at, at);
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
    return play_read(seat, [&] { return Wire<G>::read_move(state_, json); }, set, events, at);
  }

  Result<std::string> play_text(Seat seat, std::string_view text, std::string& set, std::string& events,
                                GameTime at) override {
    return play_read(seat, [&] { return read_text(text); }, set, events, at);
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

  std::size_t move_count(Seat seat) const override {
    if (!G::to_act(state_).has(seat)) return 0;
    return listed_moves(seat).size();
  }

  Result<Json> effect(Seat seat, Json const& json) const override {
    if constexpr (requires(typename G::Move move) { Wire<G>::effect(state_, seat, move); }) {
      if (auto const wait = turn_fault(seat)) return *wait;
      auto const move = Wire<G>::read_move(state_, json);
      if (!move) return move.error();
      if (auto const refusal = own_fault(seat, *move)) return *refusal;
      if (!G::legal(state_, seat, *move)) return refuse("illegal_move", Wire<G>::why_illegal(state_, seat, *move));
      return Wire<G>::effect(state_, seat, *move);
    } else {
      return refuse("unsupported", "this game says no more of a move than that it is legal");
    }
  }

  Result<std::unique_ptr<Thinker>> begin([[maybe_unused]] ThinkRequest const& question,
                                         [[maybe_unused]] Thinking& thinking) const override {
    if constexpr (kThinks) {
      if (question.kind == ThinkRequest::Kind::move) return begin_move(question, thinking);
      return question.kind == ThinkRequest::Kind::hint ? begin_hint(question.seat, thinking) : begin_solution();
    } else {
      return refuse("unsupported", "nothing thinks here");
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
    // A game's own count uses the same code as its bots.
    if constexpr (kThinks && requires { G::perft(state_, depth); }) {
      return G::perft(state_, depth);
    } else {
      return count_sequences<G>(state_, depth);
    }
  }

 private:
  Result<typename G::Move> read_text(std::string_view text) const {
    if constexpr (requires(PlainObject const& plain) { Wire<G>::read_move(state_, plain); })
      if (auto const plain = PlainObject::read(text)) return Wire<G>::read_move(state_, *plain);
    auto const json = parse_json(text);
    if (!json) return json.error();
    return Wire<G>::read_move(state_, *json);
  }

  template <class Read>
  Result<std::string> play_read(Seat seat, Read const& read, std::string& set, std::string& events, GameTime at) {
    if (auto const wait = turn_fault(seat)) return *wait;
    auto const move = read();
    if (!move) return move.error();
    if (auto const refusal = own_fault(seat, *move)) return *refusal;
    if (auto const early = time_fault(seat, at)) return *early;
    if (!G::legal(state_, seat, *move)) return refuse("illegal_move", Wire<G>::why_illegal(state_, seat, *move));
    auto const before = state_;
    advance(state_, at);
    G::apply(state_, seat, *move);
    EXPECT(G::ply(state_) == G::ply(before) + 1, G::ply(state_), G::ply(before));
    write_set(before, set);
    Wire<G>::write_events(before, state_, seat, *move, events);
    return move_text(before, *move);
  }

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
    if constexpr (requires(std::vector<typename G::Move>& moves) { Wire<G>::write_moves(state_, seat, moves); }) {
      std::vector<typename G::Move> moves;
      Wire<G>::write_moves(state_, seat, moves);
      return moves;
    } else {
      return G::moves(state_, seat);
    }
  }

  // The state that a bot may see: the state itself, unless the game hides something.
  decltype(auto) seen_by([[maybe_unused]] Seat seat, [[maybe_unused]] Rng& rng) const {
    if constexpr (Hidden<G>) {
      return G::determinize(state_, seat, rng);
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

  using NewThinker = Result<std::unique_ptr<Thinker>>;

  template <class Ask>
  static NewThinker once(Ask ask) {
    return std::unique_ptr<Thinker>(std::make_unique<OneStep<Ask>>(std::move(ask)));
  }

  NewThinker begin_move(ThinkRequest const& question, Thinking& thinking) const {
    auto const bot = find_bot(G::info(), question.bot, question.level);
    if (!bot) return bot.error();
    if (!G::to_act(state_).has(question.seat))
      return refuse("not_your_turn", seat_text(question.seat) + " is not to act");
    typename G::State seen = seen_by(question.seat, thinking.rng);
    if constexpr (requires { Bots<G>::begin(seen, question.seat, question.bot, question.level); })
      if (auto thought = Bots<G>::begin(seen, question.seat, question.bot, question.level))
        return std::unique_ptr<Thinker>(std::make_unique<MoveInTheMaking>(std::move(seen), std::move(thought)));
    return once([seen, seat = question.seat, id = (*bot)->id, level = question.level](Thinking& mind) -> Result<Json> {
      return parse_json(move_text(seen, Bots<G>::choose(seen, seat, id, level, mind)));
    });
  }

  NewThinker begin_hint(Seat seat, Thinking& thinking) const {
    if (auto const wait = turn_fault(seat)) return *wait;
    if constexpr (requires { Wire<G>::begin_hint(state_, seat); }) {
      return Wire<G>::begin_hint(seen_by(seat, thinking.rng), seat);
    } else if constexpr (requires { Wire<G>::hint(state_, seat, thinking); }) {
      return once([seen = typename G::State(seen_by(seat, thinking.rng)), seat](Thinking& mind) -> Result<Json> {
        return Wire<G>::hint(seen, seat, mind);
      });
    } else {
      auto move = begin_move({ThinkRequest::Kind::move, seat, G::info().stand_in, G::info().stand_in_level}, thinking);
      if (!move) return move;
      return once([thinker = std::move(*move)](Thinking& mind) -> Result<Json> {
        while (!thinker->think(mind)) continue;
        auto chosen = thinker->answer();
        if (!chosen) return chosen;
        return Json{{"move", std::move(*chosen)}};
      });
    }
  }

  NewThinker begin_solution() const {
    if constexpr (requires { Wire<G>::begin_solution(state_); }) {
      return Wire<G>::begin_solution(state_);
    } else if constexpr (requires(Thinking& mind) { Wire<G>::solve(state_, mind); }) {
      return once([state = state_](Thinking& mind) -> Result<Json> { return Wire<G>::solve(state, mind); });
    } else {
      return refuse("unsupported", "this game has no solver");
    }
  }

  // The work of one step.
  template <class Ask>
  class OneStep final : public Thinker {
   public:
    explicit OneStep(Ask ask) : ask_(std::move(ask)) {}
    bool think(Thinking& thinking) override {
      answer_ = ask_(thinking);
      has_thought_ = true;
      return true;
    }
    Result<Json> answer() const override {
      EXPECT(has_thought_);
      return answer_;
    }

   private:
    Ask ask_;
    Result<Json> answer_ = refuse("internal", "nothing has been thought yet");
    bool has_thought_ = false;
  };

  class MoveInTheMaking final : public Thinker {
   public:
    MoveInTheMaking(typename G::State state, std::unique_ptr<Thought<typename G::Move>> thought)
        : state_(std::move(state)), thought_(std::move(thought)) {}
    bool think(Thinking& thinking) override {
      has_thought_ = true;
      return thought_->think(thinking);
    }
    Result<Json> answer() const override {
      EXPECT(has_thought_);
      return parse_json(move_text(state_, thought_->move()));
    }

   private:
    typename G::State state_;
    std::unique_ptr<Thought<typename G::Move>> thought_;
    bool has_thought_ = false;
  };

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
  void write_set(typename G::State const& before, std::string& set) {
    json_write::key(set, "ply");
    json_write::integer(set, G::ply(state_));
    if (auto const acting = G::to_act(state_); acting != G::to_act(before)) {
      set += ",\"to_act\":";
      write_seats<G>(acting, set);
    }
    write_legal_change(before, set);
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

  void write_legal_change(typename G::State const& before, std::string& set) {
    if (legal_.empty()) Wire<G>::write_legal(before, legal_);
    auto const mark = set.size();
    set += ",\"legal\":";
    auto const open = set.size();
    Wire<G>::write_legal(state_, set);
    if (auto const legal = std::string_view(set).substr(open); legal != legal_)
      legal_ = legal;
    else
      set.resize(mark);
  }

  typename G::State state_;
  std::string legal_;  // the last written text, so that it is not computed again; empty: not written yet
};

}  // namespace engawa::games
