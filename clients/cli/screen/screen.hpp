// `play` and `watch` on the full screen: reads keys, draws the scene. Runs its own loop; restores the terminal before
// it returns or prints anything.
#pragma once
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "clients/cli/net/connection.hpp"
#include "clients/cli/room/command.hpp"
#include "clients/cli/room/entry.hpp"
#include "clients/cli/room/past.hpp"
#include "clients/cli/room/seating.hpp"
#include "clients/cli/screen/scene.hpp"
#include "clients/cli/screen/terminal.hpp"

namespace engawa::cli {

class Screen {
 public:
  enum class Role { Player, Spectator };

  Screen(Options const& options, Output const& output, Entry entry, Role role);
  // Returns the exit code.
  int run();

 private:
  enum class Mode { Board, Talk, ConfirmQuit, ConfirmResign, Help };

  Connection::Handlers handlers();
  void changed(Change const& change);
  void note_new(Change const& change);
  void log(std::string text, bool chat = false);
  void end(Failure const& failure);
  void leave(Exit code);

  // Keys
  void read_keys();
  void take(std::vector<Key> keys);
  void paste_ended();
  void press(Key const& key);
  void press_on_board(Key const& key);
  bool press_letter(char32_t letter);
  void command(std::string const& line);
  void post(TableCommand const& asked);
  void show_bots();
  void press_while_talking(Key const& key);
  void press_while_asked(Key const& key);
  void press_in_help(Key const& key);
  void open_help(games::Text const& head, std::vector<std::string> lines);
  void paste(Key const& key);
  void ask_whether(Mode mode);
  void play(std::string const& move);
  void ask(Json body);
  void answered(Failure const* refusal, Json const& answer);
  void press_again();

  // Picture
  void redraw();
  void tick();
  Board const& board() const { return board_of(scene_.table.game); }
  Look look() const { return scene_.look(say_); }

  Output const& output_;
  Entry entry_;
  Role role_;
  bool color_;
  Phrases say_;
  Loop loop_;
  std::unique_ptr<Terminal> terminal_;
  std::unique_ptr<Readable> keyboard_;
  Timer timer_;
  Timer gap_;  // runs after keys that look pasted: keys before its end belong to them
  Connection connection_;
  Past past_;
  std::optional<Seating> seating_;
  Scene scene_;
  Mode mode_ = Mode::Board;
  std::string message_;  // about a failure just now; until the next key
  std::optional<Failure> failure_;
  int moving_ = 0;               // our unanswered moves
  std::deque<Key> waiting_;      // keys that have to wait for them
  std::size_t burst_ = 0;        // how many keys arrived together with the current one
  bool asked_just_now_ = false;  // by a key of the current burst
  bool paste_goes_on_ = false;   // until the gap has passed
  bool marks_pastes_ = false;    // the terminal marks pastes
  bool enter_waits_ = false;     // until it is known whether it belongs to a paste
  int silent_reads_ = 0;         // consecutive reads without a key: the terminal is gone
  bool leaving_ = false;
  bool over_ = false;  // whether the round is over, as last seen
};

}  // namespace engawa::cli
