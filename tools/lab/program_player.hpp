// A program at a seat of one of our games, without a server, with the line protocol of `engawa bot` (bot_seat.hpp). It
// runs for one game; at the end it receives the result. One thread.
#pragma once
#include <string>

#include "games/arena/player.hpp"
#include "tools/lab/line_program.hpp"

namespace engawa::lab {

class ProgramPlayer final : public arena::Player {
 public:
  // `limit`: for each answer.
  ProgramPlayer(std::string const& command, cli::Millis limit);

  // Refuses with `bot_ended`, `timeout`, `bad_json`, or `bad_message` if its answer is not a move.
  Result<Json> move(games::Match const& match, games::Seat seat, std::uint64_t seed, std::stop_token stop) override;
  Result<Json> another(Refusal const& why, std::stop_token stop) override;
  void end(games::Ranking const& ranking, games::Seat seat) override;

 private:
  Result<Json> ask(std::string const& line, std::stop_token const& stop);
  Result<Json> answer(std::stop_token const& stop);

  LineProgram program_;
};

}  // namespace engawa::lab
