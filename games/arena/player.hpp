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

  // A move, not yet checked. A refusal is the player's fault, and loses the game.
  virtual Result<Json> move(games::Match const& match, games::Seat seat, std::uint64_t seed, std::stop_token stop) = 0;
  // Another move, because the last one was refused for the reason `why` and it is still this player's turn.
  virtual Result<Json> another(Refusal const& why, std::stop_token stop) = 0;
  // Called with every move of the game in order, including the player's own moves and the opening. `move` is JSON.
  virtual void saw(games::Seat, std::string const& /*move*/) {}
  // Called when the game is over, but not when it was stopped or this player lost by a fault.
  virtual void end(games::Ranking const&, games::Seat) {}
};

// Creates the player of a seat. Called on the thread that plays the game.
using MakePlayer = std::function<std::unique_ptr<Player>(Contender const&)>;

// REQUIRES: one of the game's bots. `contender` must outlive it.
std::unique_ptr<Player> make_bot_player(Contender const& contender);

}  // namespace engawa::arena
