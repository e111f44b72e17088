// The client's texts about a room, as sentences and lines: for --plain, for the log of the full screen, and for
// messages. Pure functions; any thread.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_read.hpp"
#include "clients/cli/board/table.hpp"
#include "clients/cli/text/exit_code.hpp"
#include "clients/cli/text/texts.hpp"
#include "clients/console/text.hpp"

namespace engawa::cli {

class Phrases {
 public:
  // With `color`, letters of pieces carry ANSI colours (only for a terminal). With `in_sight`, the boards are visible
  // next to the text.
  Phrases(Lang lang, bool color, bool in_sight = false) : say_{lang}, color_(color), in_sight_(in_sight) {}

  std::string operator()(games::Text const& text) const { return say_(text.en, text.ja); }
  std::vector<std::string> all(std::span<games::Text const> texts) const;
  // A template, filled in.
  std::string operator()(games::Text const& text, Json const& fields) const;
  std::string operator()(std::string_view en, std::string_view ja) const { return say_(en, ja); }

  bool color() const { return color_; }
  Lang lang() const { return say_.lang; }

  // "black", "黒"; empty in a game without colours.
  std::string color_name(Table const& table, int seat) const;
  // "black (taro)"; "you (black)" when `seat` is `me`; "seat 2 (taro)" in a game without colours.
  std::string player(Table const& table, int seat, std::optional<int> me) const;
  // The game and its variant, as the web client shows them: "15-puzzle race · Race (4×4)".
  std::string game(Table const& table) const;
  // The player in the seat, as the web client names them: "たろう", "Suzume, level 1".
  std::string name(SeatRow const& seat) const;
  // The same for lists, with more details of the player; "open" for an open seat.
  std::string sitter(SeatRow const& seat) const;
  // The same in at most that many columns: a bot's name is cut, not its level.
  std::string sitter(SeatRow const& seat, int columns) const;

  // One sentence for each event worth one; `table` is the room after the step. In games with hundreds of moves, players
  // read only their own moves, and a reader who sees the boards reads none.
  std::vector<std::string> events(Table const& table, Json const& events, std::optional<int> me) const;

  // One line: "you (black) 7, white (Monte Carlo, level 1) 9".
  std::string scores(Table const& table, std::optional<int> me) const;
  std::vector<std::string> lobby(Table const& table, std::optional<int> me) const;
  std::vector<std::string> result(Table const& table, std::optional<int> me) const;
  // How to check the record of a finished round; empty if it has none.
  std::string record(Table const& table) const;
  // Why the game ended, in parentheses; empty if no reason is needed.
  std::string reason(Table const& table) const;
  // "You win!" and the like; empty for a spectator, and for a player who played alone.
  std::string verdict(Table const& table, std::optional<int> me) const;

  std::string link(bool online, std::string_view why) const;
  // The text for a notice of the server; empty: of an unknown kind.
  std::string notice(Json const& notice) const;

  // A refusal or another failure for people: in English the server's sentence; in Japanese the failure's own, or else
  // the sentence of protocol/errors.json, followed by the server's in parentheses if that says more.
  std::string failure(Failure const& failure) const;

 private:
  bool tells(Table const& table, Json const& event, std::optional<int> me) const;

  Tongue say_;
  bool color_;
  bool in_sight_;
};

}  // namespace engawa::cli
