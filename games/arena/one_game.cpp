#include "games/arena/one_game.hpp"

#include <algorithm>
#include <ctime>
#include <nlohmann/json.hpp>

#include "base/expect.hpp"

namespace engawa::arena {
namespace {

std::chrono::nanoseconds processor_time() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

class Game {
 public:
  Game(games::Match& match, std::span<Seated const> seats, std::uint64_t seed, std::stop_token const& stop)
      : match_(match), seats_(seats), chance_(seed), stop_(stop), moved_at_(seats.size(), 0) {
    played_.efforts.resize(seats.size());
  }

  Played play(std::span<Turn const> opening) {
    for (auto const& turn : opening) tell(turn.seat, turn.move);
    while (!match_.outcome() && !played_.fault && !stop_.stop_requested()) step();
    played_.stopped = stop_.stop_requested();
    played_.ranking = played_.fault ? behind_the_others(played_.fault->seat) : *match_outcome();
    for (games::Seat seat = 0; seat < static_cast<games::Seat>(seats_.size()); ++seat)
      if (!played_.stopped && !(played_.fault && played_.fault->seat == seat))
        seats_[seat].player->end(played_.ranking, seat);
    return std::move(played_);
  }

 private:
  std::optional<games::Ranking> match_outcome() const {
    auto const outcome = match_.outcome();
    return outcome ? outcome : match_.standing();
  }

  void step() {
    if (!match_.timed()) return move(match_.to_act().first(), 0);
    auto const [seat, at] = next_move();
    if (auto const due = match_.due(); due && due->at <= at) {
      std::string set, events;
      return match_.elapse(due->at, set, events);
    }
    move(seat, at);
  }

  struct Next {
    games::Seat seat = 0;
    games::GameTime at = 0;
  };

  Next next_move() const {
    std::optional<Next> next;
    auto const acting = match_.to_act();
    for (games::Seat seat = 0; seat < static_cast<games::Seat>(seats_.size()); ++seat) {
      if (!acting.has(seat)) continue;
      auto const at = std::max(moved_at_[seat] + seats_[seat].pace_ms, match_.ready_at(seat));
      if (!next || at < next->at) next = Next{seat, at};
    }
    EXPECT(next.has_value());
    return *next;
  }

  void move(games::Seat seat, games::GameTime at) {
    moved_at_[seat] = at;
    auto& effort = played_.efforts[seat];
    ++effort.moves;
    auto const begun = processor_time();
    auto chosen = seats_[seat].player->move(match_, seat, chance_.next(), stop_);
    auto const spent = processor_time() - begun;
    effort.cpu += spent;
    effort.longest = std::max(effort.longest, spent);
    for (int refusals = 0;; ++refusals) {
      if (!chosen) return fail(seat, chosen.error());
      std::string set, events;
      auto const done = match_.play(seat, *chosen, set, events, at);
      if (done) return tell(seat, *done);
      ++effort.refused;
      if (refusals == kMaxRefusals) return fail(seat, done.error());
      chosen = seats_[seat].player->another(done.error(), stop_);
    }
  }

  void tell(games::Seat seat, std::string const& made) {
    for (auto const& seated : seats_) seated.player->saw(seat, made);
  }

  void fail(games::Seat seat, Refusal const& why) {
    if (!stop_.stop_requested()) played_.fault = Fault{seat, why};
  }

  games::Ranking behind_the_others(games::Seat last) const {
    games::Ranking ranking{{}, "fault", false};
    for (auto const& place : match_.standing().places)
      if (place.seat != last) ranking.places.push_back({place.seat, 1, place.score});
    int const behind = static_cast<int>(ranking.places.size()) + 1;
    for (auto const& place : match_.standing().places)
      if (place.seat == last) ranking.places.push_back({last, behind, place.score});
    return ranking;
  }

  games::Match& match_;
  std::span<Seated const> seats_;
  games::Rng chance_;
  std::stop_token const& stop_;
  std::vector<games::GameTime> moved_at_;
  Played played_;
};

}  // namespace

Effort& Effort::operator+=(Effort const& other) {
  moves += other.moves;
  refused += other.refused;
  cpu += other.cpu;
  longest = std::max(longest, other.longest);
  return *this;
}

Played play_to_the_end(games::Match& match, std::span<Seated const> seats, std::uint64_t seed,
                       std::stop_token const& stop, std::span<Turn const> opening) {
  EXPECT(seats.size() == static_cast<std::size_t>(match.seats()), seats.size(), match.seats());
  EXPECT(!match.outcome());
  return Game(match, seats, seed, stop).play(opening);
}

double share_of_first(games::Ranking const& ranking, games::Seat seat) {
  int sharers = 0;
  bool shares = false;
  for (auto const& place : ranking.places) {
    if (place.rank != 1 && !ranking.lost) continue;
    ++sharers;
    shares = shares || place.seat == seat;
  }
  return shares ? 1.0 / sharers : 0;
}

}  // namespace engawa::arena
