#include "games/core/match.hpp"

#include <nlohmann/json.hpp>

#include "games/core/thinking.hpp"

namespace engawa::games {
namespace {

Result<Json> think_through(Match const& match, ThinkRequest const& question, Thinking thinking) {
  auto const thinker = match.begin(question, thinking);
  if (!thinker) return thinker.error();
  while (!(*thinker)->think(thinking)) continue;
  return (*thinker)->answer();
}

}  // namespace

Result<std::string> Match::preview(Seat seat, Json const& move, std::string& set, std::string& events,
                                   GameTime at) const {
  if (!info().previews) return refuse("unsupported", "a move of this game shows what nobody knows before: no previews");
  return clone()->play(seat, move, set, events, at);
}

Result<Json> Match::choose(Seat seat, std::string_view bot, int level, Budget budget, std::uint64_t seed,
                           std::stop_token stop) const {
  return think_through(*this, {ThinkRequest::Kind::move, seat, bot, level}, Thinking(budget, seed, std::move(stop)));
}

Result<Json> Match::hint(Seat seat, Budget budget, std::uint64_t seed, std::stop_token stop) const {
  return think_through(*this, {ThinkRequest::Kind::hint, seat}, Thinking(budget, seed, std::move(stop)));
}

Result<Json> Match::solve(Budget budget, std::stop_token stop) const {
  return think_through(*this, {ThinkRequest::Kind::solution}, Thinking(budget, 0, std::move(stop)));
}

}  // namespace engawa::games
