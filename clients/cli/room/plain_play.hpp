// `play --plain`: a game as lines. Prints what happens, says when it is our turn, and reads commands from stdin.
// A person at a terminal is answered at once; a script's next command waits until it can be carried out (a move until
// it is our turn), so that `printf 'e3\nd4\n' | engawa play --plain` plays these moves one after the other.
#pragma once
#include <optional>
#include <string>

#include "clients/cli/net/connection.hpp"
#include "clients/cli/room/command.hpp"
#include "clients/cli/room/entry.hpp"
#include "clients/cli/room/past.hpp"
#include "clients/cli/room/room_printer.hpp"
#include "clients/cli/room/seating.hpp"
#include "clients/console/lines.hpp"

namespace engawa::cli {

class PlainPlay {
 public:
  PlainPlay(Options const& options, Output const& output, Entry entry);
  int run();

 private:
  Connection::Handlers handlers();
  void changed(Change const& change);
  void go_on();
  void announce();  // announces our turn, once each
  bool my_turn() const { return table_.my_turn(seating_.seat()); }
  Self self() const { return {seating_.seat(), connection_.guest().id}; }
  Look look() const { return printer_.look(table_, seating_.seat()); }
  void result_is_known();

  // Input
  void read_next();
  void take(std::optional<std::string> line);
  void pump();  // carries out the line that was read, if possible
  bool must_wait(std::string const& command) const;
  void obey(std::string const& line);
  void carry_out(TableCommand const& command);
  void post(TableCommand const& command) const;
  void confirm_resigning();
  void complain(std::string const& why);
  void play_move(std::string const& text);
  void print_legal() const;
  void print_bots() const;
  void ask(Json body);
  void answered(Failure const* refusal, Json const& answer, bool a_move);
  void help() const;
  void input_ended();

  void leave(Exit code);
  void end(Failure const& failure);

  Options const& options_;
  Output const& output_;
  Entry entry_;
  Loop loop_;
  Lines lines_;
  Connection connection_;
  Past past_;
  Seating seating_;
  RoomPrinter printer_;
  Table table_;
  std::optional<std::string> line_;  // read, but not yet carried out
  bool busy_ = false;                // a command of ours is unanswered
  bool ended_ = false;               // no more input
  bool ready_ = false;               // there is a document, and the events before it are shown
  bool looking_back_ = false;        // they have been requested
  bool leaving_ = false;
  bool resigning_ = false;  // the next line confirms or not
  std::string announced_;   // the last announced turn, or the result
};

}  // namespace engawa::cli
