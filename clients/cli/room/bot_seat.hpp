// One seat played by a program: `engawa bot`. For each turn of its seat the program gets one line
//   {"view":{...},"legal":"e3 f7","ply":17,"seat":"s0","deadline_ms":58000}
// and answers with one line {"move":{"cell":"f7"}}. If the move is refused while the turn is still open, it gets
// {"error":{"code":"illegal_move","message":"..."}} and owes another answer, at most kMaxRefusals times per turn; after
// that the turn is left to the clock, or the game is resigned if there is none. At the end:
// {"result":{...},"seat":"s0"}. Exactly one answer is owed for each line except the last kind, in order; a late answer
// to an old turn is dropped. In simultaneous play there is a turn whenever no answer and no move of ours is
// outstanding; `ply` then means nothing. `deadline_ms` (the time left for this move) is absent without a clock; with
// byo-yomi there is also `free_ms` (the part of it that costs no period). Runs on the loop.
#pragma once
#include <functional>
#include <memory>
#include <set>
#include <string>

#include "clients/cli/board/table.hpp"
#include "clients/cli/net/connection.hpp"
#include "clients/cli/room/entry.hpp"
#include "clients/cli/room/seating.hpp"
#include "clients/console/child.hpp"

namespace engawa::cli {

// Shared by the seats of one run: each message is printed once, and which guests are ours.
struct BotTeam {
  std::set<std::string> said;
  std::set<std::string> guests;  // ids
};

class BotSeat {
 public:
  static constexpr int kMaxRefusals = 5;

  // `done` is the last call: nullptr if both the game and the program have ended. The team outlives the seat.
  BotSeat(Loop& loop, Options const& options, Output const& output, BotTeam& team, Entry entry, std::optional<int> seat,
          std::function<void(Failure const*)> done);

  void open() { connection_.open(); }
  void leave(Handler closed) { connection_.leave(std::move(closed)); }
  // The program found no legal move in one of its turns.
  bool gave_up() const { return gave_up_; }

 private:
  Connection::Handlers handlers();
  void changed(Change const& change);
  void explain_wait();
  bool my_turn() const;
  bool stands() const;
  void ask_for_move();
  void heard(std::optional<std::string> line);
  void play(Json const& move);
  void refused(Failure const& failure);
  void report(Failure const& failure);
  void give_up_turn();
  void game_over();
  void print_result() const;
  void tell(Json const& line, bool owes_answer);
  void fail(Failure const& failure);

  Loop& loop_;
  Options const& options_;
  Output const& output_;
  BotTeam& team_;
  Entry entry_;
  std::function<void(Failure const*)> done_;
  Connection connection_;
  Seating seating_;
  Child child_;
  Table table_;
  std::int64_t asked_round_ = -1, asked_ply_ = -1;  // the turn of the program's last request
  std::uint64_t questions_ = 0;                     // requests so far, about different turns
  std::int64_t told_result_ = -1;                   // the round whose result was sent to it
  int owed_ = 0;                                    // answers that the program still owes
  int refusals_ = 0;                                // in this turn
  std::string answer_;                              // the last answer that was used
  bool moving_ = false;                             // a move is unanswered
  bool gave_up_ = false;
  bool over_ = false;
};

}  // namespace engawa::cli
