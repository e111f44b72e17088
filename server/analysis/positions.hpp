// The positions that an analysis covers: those of a record in which a seat moved. Pure functions; any thread.
#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "games/core/match.hpp"
#include "games/record/replay.hpp"

namespace engawa::server {

// A position and the seat to move.
struct Position {
  std::shared_ptr<games::Match const> match;
  games::Seat seat = 0;
};

struct Subject {
  std::string bot;  // the strongest bot of the game: its search gives the hints
  int level = 1;
  std::size_t positions = 0;
};

// Goes through a record from one position to the next. In simultaneous games with people, only people's moves count:
// the others would be most of the work, and no reader asks about them. In turn-based games the last position counts,
// too, if the round was ended before the game: it shows how good the last move was.
class Positions {
 public:
  static constexpr std::size_t kMost = 600;

  static record::Checked<Positions> open(std::string_view text);

  // False: no position is left.
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

// The data that the analysis of a record needs.
record::Checked<Subject> subject_of(std::string_view text);

}  // namespace engawa::server
