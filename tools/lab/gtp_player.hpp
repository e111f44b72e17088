// A program at a seat of `classic` that speaks GTP, the Go Text Protocol (version 2, draft 2), as Othello engines use it: `play black f5`,
// `genmove white`, with `pass` where a player cannot move. Seat s0 is black. It runs for one game. One thread.
#pragma once
#include <string>
#include <vector>

#include "games/arena/player.hpp"
#include "tools/lab/line_program.hpp"

namespace engawa::lab {

class GtpPlayer final : public arena::Player {
 public:
  // `limit`: for each answer.
  GtpPlayer(std::string const& command, cli::Millis limit);

  // Refuses with `bot_ended`, `timeout`, or `bad_message` if the answer is an error or not a cell.
  Result<Json> move(games::Match const& match, games::Seat seat, std::uint64_t seed, std::stop_token stop) override;
  // GTP cannot ask for another answer, so the game is lost.
  Result<Json> another(Refusal const& why, std::stop_token) override { return why; }
  void saw(games::Seat seat, std::string const& move) override;
  void end(games::Ranking const& ranking, games::Seat seat) override;

 private:
  // The answer's text after `=`.
  Result<std::string> ask(std::string const& command, std::stop_token const& stop);
  Result<std::string> answer(std::string const& command, std::stop_token const& stop);
  Result<void> tell_moves(games::Seat mover, std::stop_token const& stop);

  struct Turn {
    games::Seat seat;
    std::string cell;
  };

  LineProgram program_;
  std::vector<Turn> turns_;  // of the game
  std::size_t told_ = 0;     // turns that the program has received
  games::Seat next_ = 0;     // the player to move, according to the program
  bool begun_ = false;
  bool moved_ = false;  // its own last move is not in turns_ yet
};

}  // namespace engawa::lab
