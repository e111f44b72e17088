// What a game is on the terminal. Each game has one Board in NAME_board.cpp; nothing else in the client knows games
// apart. Boards know no rules: what is possible comes from the server (`legal`), and so does what a move did. All
// functions are pure but for the Aim they are given; any thread.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_read.hpp"
#include "clients/cli/key.hpp"
#include "clients/cli/phrases.hpp"
#include "clients/cli/picture.hpp"
#include "clients/cli/table.hpp"

namespace engawa::cli {

// What there is to see, and who looks.
struct Look {
  Table const& table;
  std::optional<int> me;  // our seat
  Phrases const& say;
  std::int64_t now = 0;  // game time in ms, in games that know time

  bool my_turn() const { return table.my_turn(me); }
  // "you (black)", "seat 1 (taro)": whom an event speaks of.
  std::string who(Json const& event) const;
};

// Where a player points on the full screen. Each board uses what it needs.
struct Aim {
  std::optional<Cell> cell;
  std::optional<int> anchor;  // column of the other end of a run
  int angle = 0;              // hundredths of a degree
  std::string typed;          // a number that is being typed
  std::vector<Cell> hinted;   // the cells that a hint named, the best first,
  std::string hinted_turn;    // as long as it is this turn

  bool hints(std::string_view turn) const { return !hinted.empty() && hinted_turn == turn; }
};

// What a typed line or a key comes to.
struct Action {
  bool known = false;  // it was meant as a move, or moved the aim
  std::string move;    // JSON, ready to be sent; empty: none
  std::string why;     // why it cannot be a move: a sentence
};

// A text in both languages.
struct Words {
  std::string_view en;
  std::string_view ja;
};

struct Board {
  std::string_view game;
  bool simultaneous = false;  // several play at the same time: "your turn" is always
  bool keys_wait = false;     // a key means another move once the last one is made: it waits for that

  // Colours, scores and who competes.
  void (*describe_seats)(Json const& view, std::vector<SeatRow>& seats);
  // Differs from one turn of ours to the next, and only then.
  std::string (*turn)(Look const& look);

  // Lines
  std::vector<std::string> (*lines)(Look const& look);
  std::string (*possible)(Look const& look);                  // "You can play: e3 f7"
  Action (*read)(Look const& look, std::string_view line);    // a move as a person types it
  std::string (*event)(Look const& look, Json const& event);  // a sentence; empty: none of this game's kinds
  std::vector<std::string> (*hint)(Look const& look, Json const& hint);

  // The full screen
  Picture (*paint)(Look const& look, Aim const& aim, Size room);
  std::string (*status)(Look const& look, Aim const& aim);  // on our turn
  Action (*press)(Look const& look, Aim& aim, Key const& key);
  void (*settle)(Look const& look, Aim& aim);                    // the room has changed
  void (*aim_at)(Look const& look, Aim& aim, Json const& hint);  // one that has a move

  std::span<Words const> commands;  // lines for `help`
  std::span<Words const> keys;      // lines for `?`
  Words key_line;
  // What ended a game: the reason of a result, and the words for it.
  struct Reason {
    std::string_view id;
    Words words;
  };
  std::span<Reason const> reasons;
};

// The board of that game; for one that this client does not know, a board that shows the view as JSON and takes moves as
// JSON only.
Board const& board_of(std::string_view game);

// Whether several seats play at the same time.
bool is_simultaneous(Table const& table);

extern Board const kReversiBoard, kNimBoard, kFifteenBoard, kBubblesBoard, kUnknownBoard;

}  // namespace engawa::cli
