// `engawa rules GAME`: the rules of a game as a filter, without a server. One JSON object per line in, one per line
// out:
//
//   {"do":"new","options":{...},"seed":"42"}    {"do":"move","move":{"cell":"f7"}}    {"do":"state"}
//     -> {"to_act":["s0"],"legal":[{"cell":"e3"}],"view":{...},"outcome":null,"events":[...]}
//   {"do":"bot","bot":"minimum","level":1}      -> {"move":{...}}   (not played)
//   {"do":"perft","depth":5}                    -> {"nodes":224360}
//
// A move or bot of simultaneous play names its `"seat":"s1"`; otherwise the seat is the one to act. A line that cannot
// be answered gets
// {"error":{"code":...,"message":...}} and changes nothing.
#pragma once
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string_view>

#include "games/core/match.hpp"

namespace engawa::cli {

// One game being played through lines. One thread.
class RulesFilter {
 public:
  explicit RulesFilter(games::GameEntry const& game) : game_(game) {}

  // The answer to one line, an object.
  Json answer(std::string_view line);

 private:
  Result<Json> dispatch(Json const& request);
  Result<Json> start(Json const& request);
  Result<Json> move(Json const& request);
  Result<Json> bot(Json const& request) const;
  Result<Json> perft(Json const& request) const;
  Result<games::Seat> acting_seat(Json const& request) const;
  Json state(std::string_view events) const;

  games::GameEntry const& game_;
  std::unique_ptr<games::Match> match_;
  std::uint64_t seed_ = 0;
};

// Answers every line of `in` until it ends; empty lines are skipped. 0, or 2 when there is no such game (said on
// stderr).
int run_rules(std::string_view game, std::istream& in, std::ostream& out);

}  // namespace engawa::cli
