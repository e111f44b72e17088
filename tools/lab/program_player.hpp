// A program at a seat of a game of our own, without a server: the lines of `engawa bot` (bot_seat.hpp). It runs for one game; at the
// end it is told the result and has two seconds to go. Destroying the player ends it at once. One thread.
#pragma once
#include <deque>
#include <string>

#include "clients/cli/child.hpp"
#include "games/arena/player.hpp"

namespace engawa::lab {

class ProgramPlayer final : public arena::Player {
 public:
  // `limit`: for each answer.
  ProgramPlayer(std::string const& command, cli::Millis limit);

  // Refuses with `bot_ended`, `timeout`, `bad_json`, or `bad_message` when what it said is no move.
  Result<Json> move(games::Match const& match, games::Seat seat, std::uint64_t seed, std::stop_token stop) override;
  Result<Json> another(Refusal const& why, std::stop_token stop) override;
  void end(games::Ranking const& ranking, games::Seat seat) override;

 private:
  Result<Json> ask(std::string const& line, std::stop_token const& stop);
  Result<Json> answer(std::stop_token const& stop);
  void heard(std::optional<std::string> line);
  void wait(std::stop_token const& stop);

  cli::Millis limit_;
  cli::Loop loop_;
  std::deque<std::string> lines_;
  bool ended_ = false;
  bool late_ = false;
  cli::Child child_;
  cli::Timer timer_;
};

}  // namespace engawa::lab
