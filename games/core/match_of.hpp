// MatchOf<G>: the only implementation of Match, built from a game's rules, its wire form and its bots.
//
// Wire<G> is the game's only code that knows JSON; Bots<G> names its bots (wire.hpp).
#pragma once
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/expect.hpp"
#include "base/held_memory.hpp"
#include "base/json_write.hpp"
#include "base/plain_object.hpp"
#include "games/core/match.hpp"
#include "games/core/match_thinkers.hpp"
#include "games/core/move_faults.hpp"
#include "games/core/thinking.hpp"
#include "games/core/thinks.hpp"
#include "games/core/wire.hpp"

namespace engawa::games {

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

// A move as text; without building a tree if the game reads plain objects and the text is one.
template <class G>
Result<typename G::Move> read_move_text(typename G::State const& state, std::string_view text) {
  if constexpr (requires(PlainObject const& plain) { Wire<G>::read_move(state, plain); })
    if (auto const plain = PlainObject::read(text)) return Wire<G>::read_move(state, *plain);
  auto const json = parse_json(text);
  if (!json) return json.error();
  return Wire<G>::read_move(state, *json);
}

// The moves that are listed for people and programs: all of them, or those that the game chooses.
template <class G>
auto listed_moves(typename G::State const& state, Seat seat) {
  if constexpr (requires(std::vector<typename G::Move>& moves) { Wire<G>::write_moves(state, seat, moves); }) {
    std::vector<typename G::Move> moves;
    Wire<G>::write_moves(state, seat, moves);
    return moves;
  } else {
    return G::moves(state, seat);
  }
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

  std::size_t memory() const override {
    auto const own = held::block(sizeof *this) + held::text(legal_);
    if constexpr (requires { G::memory(state_); }) return own + G::memory(state_);
    return own;
  }

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
      advance(at);
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
    return play_read(seat, [&] { return read_move_text<G>(state_, text); }, set, events, at);
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
      for (auto const& move : listed_moves<G>(state_, seat)) {
        auto item = parse_json(move_text<G>(state_, move)).value();
        if (acting.size() > 1) item["seat"] = seat_name(seat);
        list.push_back(std::move(item));
      }
    }
    return list;
  }

  std::size_t move_count(Seat seat) const override {
    if (!G::to_act(state_).has(seat)) return 0;
    return listed_moves<G>(state_, seat).size();
  }

  Result<Json> effect(Seat seat, Json const& json) const override {
    if constexpr (requires(typename G::Move move) { Wire<G>::effect(state_, seat, move); }) {
      if (auto const wait = turn_fault<G>(state_, seat)) return *wait;
      auto const move = Wire<G>::read_move(state_, json);
      if (!move) return move.error();
      if (auto const refusal = own_fault<G>(state_, seat, *move)) return *refusal;
      if (!G::legal(state_, seat, *move)) return refuse("illegal_move", Wire<G>::why_illegal(state_, seat, *move));
      return Wire<G>::effect(state_, seat, *move);
    } else {
      return refuse("unsupported", "this game says no more of a move than that it is legal");
    }
  }

  Result<std::unique_ptr<Thinker>> begin([[maybe_unused]] ThinkRequest const& question,
                                         [[maybe_unused]] Thinking& thinking) const override {
    if constexpr (kThinks) {
      if (question.kind == ThinkRequest::Kind::move) return begin_move<G>(state_, question, thinking);
      return question.kind == ThinkRequest::Kind::hint ? begin_hint<G>(state_, question.seat, thinking)
                                                       : begin_solution<G>(state_);
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
  template <class Read>
  Result<std::string> play_read(Seat seat, Read const& read, std::string& set, std::string& events, GameTime at) {
    if (auto const wait = turn_fault<G>(state_, seat)) return *wait;
    auto const move = read();
    if (!move) return move.error();
    if (auto const refusal = own_fault<G>(state_, seat, *move)) return *refusal;
    if (auto const early = time_fault<G>(state_, seat, at)) return *early;
    if (!G::legal(state_, seat, *move)) return refuse("illegal_move", Wire<G>::why_illegal(state_, seat, *move));
    auto const before = state_;
    advance(at);
    G::apply(state_, seat, *move);
    EXPECT(G::ply(state_) == G::ply(before) + 1, G::ply(state_), G::ply(before));
    write_set(before, set);
    Wire<G>::write_events(before, state_, seat, *move, events);
    return move_text<G>(before, *move);
  }

  void advance([[maybe_unused]] GameTime at) {
    if constexpr (Timed<G>) G::set_now(state_, std::max(at, G::now(state_)));
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
