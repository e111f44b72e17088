// The players of a round as its record names them, and who has resigned. A value; one thread at a time.
#pragma once
#include <string>
#include <vector>

#include "games/core/seat.hpp"

namespace engawa::record {

class Players {
 public:
  Players() = default;
  // By seat, JSON text each, as in Header::seats.
  explicit Players(std::vector<std::string> const& seats);

  // The seat's player is another one, or returns. REQUIRES of all: there is such a seat.
  void change(games::Seat seat, std::string const& player);
  // A person plays it who has not left, is not replaced by a bot, and has not resigned.
  bool may_resign(games::Seat seat) const;
  void resign(games::Seat seat);

  // In order.
  std::vector<games::Seat> const& resigned() const { return resigned_; }
  // A seat is left whose person has neither left nor resigned; they may be away.
  bool has_people() const;

 private:
  struct Player {
    bool person = false;    // who has not left
    bool stand_in = false;  // a bot plays for them
  };

  bool has_resigned(games::Seat seat) const;

  std::vector<Player> players_;
  std::vector<games::Seat> resigned_;
};

}  // namespace engawa::record
