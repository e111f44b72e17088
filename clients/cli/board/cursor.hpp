// How a player points and moves: keys on the full screen, and typed lines. Each kind of cursor works in the same way in
// all games. The functions change only the Aim they are given; any thread.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/board/board.hpp"
#include "clients/cli/board/key.hpp"

namespace engawa::cli {

// Where a player points on the full screen. Each kind of cursor uses some of the members.
struct Aim {
  std::optional<Cell> cell;
  std::optional<int> anchor;  // column of the run's other end
  int angle = 0;              // hundredths of a degree
  std::string typed;          // a number that is being typed
  std::vector<Cell> hinted;   // the cells that a hint named, best first;
  std::string hinted_turn;    // only in the turn of the hint

  bool hints(std::string_view turn) const { return !hinted.empty() && hinted_turn == turn; }
  // The selected run: from the anchor, if there is one, to the cursor.
  std::optional<Run> marked() const;
};

// The meaning of a typed line or a key.
struct Action {
  bool known = false;  // it was meant as a move, or moved the aim
  std::string move;    // JSON, ready to send; empty: none
  std::string why;     // why it cannot be a move: a sentence
};

Action read_move(Look const& look, std::string_view line);
Action press(Look const& look, Aim& aim, Key const& key);
void settle(Look const& look, Aim& aim);                    // the room has changed
void aim_at(Look const& look, Aim& aim, Json const& hint);  // one with a move

std::string possible(Look const& look);                // "You can play: e3 f7"
std::string status(Look const& look, Aim const& aim);  // on our turn

}  // namespace engawa::cli
