// The score of an evening: who has won how many rounds in this room, whatever was played; part of RoomState. A value; one
// thread at a time.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/json_read.hpp"
#include "games/core/seat.hpp"
#include "server/state/parts/seats.hpp"

namespace engawa::server {

class Evening {
 public:
  static constexpr std::size_t kMost = 32;  // people: who comes later is not counted

  // A round is over; no winner: a draw, or nobody has won. Whoever has a seat then has played it, under their name of
  // now; the round of somebody who has left their seat is the bot's.
  void add(Seats const& seats, std::optional<games::Seat> winner);

  // Bytes on the heap, estimated.
  std::size_t memory() const;
  // The document's `evening`, with the comma before it; nothing before the first end of a round. As a patch of an earlier
  // one it is complete: nobody ever goes.
  void write(std::string& out) const;
  void save(Json& snapshot) const;
  // Older snapshots have none. Throws std::exception on invalid data.
  void restore(Json const& snapshot);

 private:
  struct Score {
    std::string guest, nick;
    int wins = 0;
  };
  Score* score_of(SeatState const& seat);

  std::vector<Score> scores_;  // in the order in which they came
  int rounds_ = 0, bots_ = 0;  // played; won by bots
};

}  // namespace engawa::server
