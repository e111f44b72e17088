// What the command line said, and how the program talks back: data to stdout, messages to stderr.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/exit_code.hpp"
#include "clients/cli/phrases.hpp"
#include "clients/cli/text.hpp"

namespace engawa::cli {

// The flags of all verbs; each verb reads its own.
struct Options {
  std::string server = "http://localhost:8080";
  std::string room;  // as typed: a code or a link
  std::string game = "reversi";
  std::string preset;
  std::string game_options;  // JSON; empty: the preset's
  std::string phase;
  bool make = false;      // a room of our own, with these settings; empty and absent: as the server has them
  bool open = false;      // its other seats stay open
  std::string seat_bots;  // or these have them: kitsune:5,tanuki
  std::string clock;      // none, 60, 5+3
  std::string out_of_time, absent, join, stand_in;
  std::optional<int> grace_s;
  std::string nick;
  std::string lang;
  std::string guest_file;
  std::string exec;
  std::string bench;   // what is measured
  std::string record;  // as typed: a file, -, a link or a record's id
  std::optional<int> seat;
  std::optional<int> ply;
  std::optional<int> delay_ms;
  int count = 1;
  int timeout_s = 10;
  int reconnect_s = 120;
  bool plain = false;
  bool json = false;
  bool no_color = false;
  bool quiet = false;
  bool verbose = false;
  bool once = false;
  bool hello = false;
  bool start = false;
  bool rematch = false;

  // Matches between bots: arena, rate, bench.
  std::vector<std::string> bots;      // as typed: kitsune:5@5ms
  std::vector<std::string> programs;  // --exec
  std::vector<double> sprt;           // percent above equal: under H0, under H1
  std::optional<int> blocks, opening, pace_ms;
  std::optional<double> budget_ms;
  std::uint64_t seed = 1;
  int threads = 1;
  int samples = 1000;
  std::optional<int> boards;
  bool one = false;  // one among the others
  bool brief = false;
  bool all_bots = false;  // none named: every bot of the game

  // --lang, else the environment's LC_ALL, LC_MESSAGES or LANG.
  Lang language() const;
};

// One thread. Every line is flushed, so that a program on the other end of a pipe sees it at once.
class Output {
 public:
  explicit Output(Options const& options);

  void line(std::string_view text) const;      // data
  void note(std::string_view text) const;      // a message; silenced by --quiet
  void detail(std::string_view text) const;    // a message for --verbose
  void problem(Failure const& failure) const;  // an error that does not end the program
  int fail(Failure const& failure) const;      // one that does; returns the exit code
  void prompt() const;                         // "> " for a person at a terminal, else nothing

  bool json() const { return json_; }
  bool interactive() const { return interactive_; }  // stdin and stdout are terminals
  bool color() const { return color_; }              // stdout may have colours
  int columns() const;                               // of the terminal at stdout; 0: it is none
  Phrases const& phrases() const { return phrases_; }

 private:
  bool json_, quiet_, verbose_, interactive_, color_;
  Phrases phrases_;
};

// Whether colours may go to this descriptor: a terminal that can, and nobody said no.
bool wants_color(Options const& options, int descriptor);

}  // namespace engawa::cli
