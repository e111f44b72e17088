// The thinking of a game's bots, hints and solutions as Thinkers, for MatchOf.
#pragma once
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "base/expect.hpp"
#include "games/core/match.hpp"
#include "games/core/move_faults.hpp"
#include "games/core/rules.hpp"
#include "games/core/thinking.hpp"
#include "games/core/wire.hpp"

namespace engawa::games {

using NewThinker = Result<std::unique_ptr<Thinker>>;

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

template <class Ask>
NewThinker once(Ask ask) {
  return std::unique_ptr<Thinker>(std::make_unique<OneStep<Ask>>(std::move(ask)));
}

template <Rules G>
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
    return parse_json(move_text<G>(state_, thought_->move()));
  }

 private:
  typename G::State state_;
  std::unique_ptr<Thought<typename G::Move>> thought_;
  bool has_thought_ = false;
};

// The state that a bot may see: the state itself, unless the game hides something.
template <Rules G>
typename G::State seen_by(typename G::State const& state, [[maybe_unused]] Seat seat, [[maybe_unused]] Rng& rng) {
  if constexpr (Hidden<G>) {
    return G::determinize(state, seat, rng);
  } else {
    return state;
  }
}

template <Rules G>
NewThinker begin_move(typename G::State const& state, ThinkRequest const& question, Thinking& thinking) {
  auto const bot = find_bot(G::info(), question.bot, question.level);
  if (!bot) return bot.error();
  if (!G::to_act(state).has(question.seat))
    return refuse("not_your_turn", std::string("seat ").append(seat_name(question.seat)) + " is not to act");
  auto seen = seen_by<G>(state, question.seat, thinking.rng);
  if constexpr (requires { Bots<G>::begin(seen, question.seat, question.bot, question.level); })
    if (auto thought = Bots<G>::begin(seen, question.seat, question.bot, question.level))
      return std::unique_ptr<Thinker>(std::make_unique<MoveInTheMaking<G>>(std::move(seen), std::move(thought)));
  return once([seen, seat = question.seat, id = (*bot)->id, level = question.level](Thinking& mind) -> Result<Json> {
    return parse_json(move_text<G>(seen, Bots<G>::choose(seen, seat, id, level, mind)));
  });
}

template <Rules G>
NewThinker begin_hint(typename G::State const& state, Seat seat, Thinking& thinking) {
  if (auto const wait = turn_fault<G>(state, seat)) return *wait;
  if constexpr (requires { Wire<G>::begin_hint(state, seat); }) {
    return Wire<G>::begin_hint(seen_by<G>(state, seat, thinking.rng), seat);
  } else if constexpr (requires { Wire<G>::hint(state, seat, thinking); }) {
    return once([seen = seen_by<G>(state, seat, thinking.rng), seat](Thinking& mind) -> Result<Json> {
      return Wire<G>::hint(seen, seat, mind);
    });
  } else {
    auto move =
        begin_move<G>(state, {ThinkRequest::Kind::move, seat, G::info().stand_in, G::info().stand_in_level}, thinking);
    if (!move) return move;
    return once([thinker = std::move(*move)](Thinking& mind) -> Result<Json> {
      while (!thinker->think(mind)) continue;
      auto chosen = thinker->answer();
      if (!chosen) return chosen;
      return Json{{"move", std::move(*chosen)}};
    });
  }
}

template <Rules G>
NewThinker begin_solution(typename G::State const& state) {
  if constexpr (requires { Wire<G>::begin_solution(state); }) {
    return Wire<G>::begin_solution(state);
  } else if constexpr (requires(Thinking& mind) { Wire<G>::solve(state, mind); }) {
    return once([state](Thinking& mind) -> Result<Json> { return Wire<G>::solve(state, mind); });
  } else {
    return refuse("unsupported", "this game has no solver");
  }
}

}  // namespace engawa::games
