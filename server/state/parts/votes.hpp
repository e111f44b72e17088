// The votes for a rematch, by seat: part of RoomState. A value; one thread at a time.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "base/expect.hpp"
#include "base/json_read.hpp"
#include "server/state/parts/seats.hpp"

namespace engawa::server {

class Votes {
 public:
  explicit Votes(std::size_t seats = 0) : votes_(seats) {}

  // Takes all votes back: a round begins.
  void clear() { votes_.assign(votes_.size(), false); }
  // Whether the seat has a person who takes part in the next round. Any number.
  static bool may_vote(Seats const& seats, int seat);
  // REQUIRES for both: may_vote().
  bool has(int seat) const { return votes_[index(seat)]; }
  void put(int seat, bool accepts) { votes_[index(seat)] = accepts; }
  // The same, if nothing else changes: also writes the patch, or nothing if the vote was the same.
  void put(int seat, bool accepts, std::string& set);

  // All present players have voted, and there is at least one.
  bool agreed(Seats const& seats) const { return agreed_with(seats, -1, false); }
  // Whether that would be true with this vote.
  bool agreed_with(Seats const& seats, int seat, bool accepts) const;

  // The document's `rematch`.
  void write(std::string& out) const;
  void save(Json& snapshot) const;
  // Throws std::exception on invalid data.
  void restore(Json const& snapshot);

 private:
  std::size_t index(int seat) const {
    EXPECT(seat >= 0 && static_cast<std::size_t>(seat) < votes_.size(), seat, votes_.size());
    return static_cast<std::size_t>(seat);
  }

  std::vector<bool> votes_;
};

}  // namespace engawa::server
