// `engawa rules GAME`: the rules of a game as a filter, without a server. One JSON object per line in, one per line
// out:
//
//   {"do":"new","options":{...},"seed":"42"}    {"do":"move","move":{"cell":"f7"}}    {"do":"state"}
//     -> {"to_act":["s0"],"legal":[{"cell":"e3"}],"view":{...},"outcome":null,"events":[...]}
//   {"do":"wait","ms":10000} {"do":"wait","until":41200}  -> the same; lets time pass
//   {"do":"bot","bot":"minimum","level":1}      -> {"move":{...}}   (not played)
//   {"do":"hint"}                               -> {"move":{...},...}
//   {"do":"moves"} {"do":"moves","angle":-1250} -> {"moves":[...]}: all of them, or what this one would do
//   {"do":"solve"}                              -> the exact answer to the position, as the game describes it
//
// In simultaneous play, a request about one seat names it with `"seat":"s1"`; otherwise it is the seat to act. In a
// timed game the state has `at`, the game time in ms, and a request may have `at`, its own time: due events happen
// first. Without `at` a move is made as soon as the game accepts it, any other request now. Only new, move and wait
// change the game. A line that cannot be answered gets {"error":{"code":...,"message":...}} and changes nothing.
#pragma once
#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string_view>

#include "games/core/match.hpp"

namespace engawa::cli {

// One game being played through lines. One thread.
class RulesFilter {
 public:
  // `cache`: where the game may keep tables between runs; empty: nowhere.
  explicit RulesFilter(games::GameEntry const& game, std::filesystem::path cache = {})
      : game_(game), cache_(std::move(cache)) {}

  // The answer to one line; a JSON object.
  Json answer(std::string_view line);

 private:
  // A game at its own time, and the events on the way there.
  struct Moment {
    std::unique_ptr<games::Match> match;
    games::GameTime at = 0;
    std::string events;
  };
  struct Verb;

  Result<Json> dispatch(Json const& request);
  Result<Json> start(Json const& request);
  Result<Json> move(Json const& request);
  Result<Json> wait(Json const& request);
  Result<Json> state(Json const& request);
  Result<Json> bot(Json const& request);
  Result<Json> hint(Json const& request);
  Result<Json> moves(Json const& request);
  Result<Json> solve(Json const& request);

  Result<Moment> moment(Json const& request) const;
  Json adopt(Moment moment);
  void prepare();

  games::GameEntry const& game_;
  std::filesystem::path cache_;
  std::unique_ptr<games::Match> match_;
  games::GameTime at_ = 0;
  std::uint64_t seed_ = 0;
  bool prepared_ = false;
};

// Answers every line of `in` until it ends; empty lines are skipped. Returns 0, or 2 if there is no such game (with a
// message on stderr).
int run_rules(std::string_view game, std::istream& in, std::ostream& out);

}  // namespace engawa::cli
