// One seat of one game, played by a contender. Used by one thread.
#pragma once
#include <functional>
#include <memory>
#include <stop_token>

#include "games/arena/contender.hpp"

namespace engawa::arena {

class Player {
 public:
  Player() = default;
  Player(Player const&) = delete;
  Player& operator=(Player const&) = delete;
  virtual ~Player() = default;

  // A move, not yet checked. A refusal is a fault of the player's: it has lost.
  virtual Result<Json> move(games::Match const& match, games::Seat seat, std::uint64_t seed, std::stop_token stop) = 0;
  // Another one, since the last was refused for `why` while it is still its turn.
  virtual Result<Json> another(Refusal const& why, std::stop_token stop) = 0;
  // The game is over. Not called when it was stopped, or lost by a fault of this one.
  virtual void end(games::Ranking const&, games::Seat) {}
};

// Makes the player of a seat. Called on the thread that plays the game.
using MakePlayer = std::function<std::unique_ptr<Player>(Contender const&)>;

// REQUIRES: a bot of the game's. `contender` must outlive it.
std::unique_ptr<Player> make_bot_player(Contender const& contender);

}  // namespace engawa::arena
