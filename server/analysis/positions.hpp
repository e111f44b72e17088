// What an analysis asks about: the positions of a record in which somebody moved. Pure functions; any thread.
#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "games/core/match.hpp"
#include "games/record/replay.hpp"

namespace engawa::server {

// A position and the seat that is to move.
struct Position {
  std::shared_ptr<games::Match const> match;
  games::Seat seat = 0;
};

struct Subject {
  std::string bot;  // the strongest that the game offers: its search gives the hints
  int level = 1;
  std::size_t positions = 0;
};

// Goes through a record from one position to the next. Where all move at the same time, only the moves of people
// count, if there are people: the others' would be most of the work, and nobody asks about them. In games with turns
// also the last position counts if the round was ended before the game: it tells how good the last move was.
class Positions {
 public:
  static constexpr std::size_t kMost = 600;

  static record::Checked<Positions> open(std::string_view text);

  // False: there is none left.
  record::Checked<bool> next(Position& position);
  std::int64_t ended() const { return replay_.ending().ended; }
  games::Info const& info() const { return replay_.match().info(); }

 private:
  explicit Positions(record::Replay replay);
  bool counts(record::Entry const& entry) const;

  record::Replay replay_;
  bool people_ = false;
  bool over_ = false;
  std::size_t found_ = 0;
};

// What the analysis of a record takes.
record::Checked<Subject> subject_of(std::string_view text);

}  // namespace engawa::server
