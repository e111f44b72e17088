// The players of a round, as named in its record, and which of them have resigned. A value; one thread at a time.
#pragma once
#include <string>
#include <vector>

#include "games/core/seat.hpp"

namespace engawa::record {

class Players {
 public:
  Players() = default;
  // JSON text for each seat, as in Header::seats.
  explicit Players(std::vector<std::string> const& seats);

  // The seat has another player, or its player returns. REQUIRES for all: the seat exists.
  void change(games::Seat seat, std::string const& player);
  // It is played by a person who has not left, is not replaced by a bot, and has not resigned.
  bool may_resign(games::Seat seat) const;
  void resign(games::Seat seat);

  // In order.
  std::vector<games::Seat> const& resigned() const { return resigned_; }
  // Some seat has a person who has neither left nor resigned; they may be disconnected.
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
