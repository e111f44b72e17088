// The output of a program: data to stdout, messages to stderr, in the user's language.
#pragma once
#include <string>
#include <string_view>

#include "clients/console/failure.hpp"
#include "clients/console/text.hpp"

namespace CLI {
class App;
}

namespace engawa::cli {

// Its flags.
struct Manner {
  std::string lang;
  bool json = false;
  bool no_color = false;
  bool quiet = false;
  bool verbose = false;

  // From --lang, otherwise from the environment.
  Lang language() const;
};
void add_output_flags(CLI::App& verb, Manner& manner, Tongue const& say);

// One thread. Every line is written at once, so that a program at the other end of a pipe sees it. If stdout cannot be
// written, the program ends (door.hpp).
class Console {
 public:
  // `program` is the prefix of each message.
  Console(std::string_view program, Manner const& manner);
  virtual ~Console() = default;

  void line(std::string_view text) const;      // for people, to stdout
  void data(std::string_view json) const;      // the text of one JSON value, on a line of stdout
  void note(std::string_view text) const;      // a message; silenced by --quiet
  void detail(std::string_view text) const;    // a message for --verbose
  void problem(Failure const& failure) const;  // an error that does not end the program
  int fail(Failure const& failure) const;      // an error that ends it; returns the exit code
  void prompt() const;                         // "> " for a person at a terminal, otherwise nothing

  bool json() const { return json_; }
  bool interactive() const { return interactive_; }  // stdin and stdout are terminals
  bool color() const { return color_; }              // stdout may have colours
  int columns() const;                               // width of the terminal at stdout; 0: not a terminal
  Tongue const& say() const { return say_; }

 private:
  void complain(std::string_view text) const;
  // The failure as a text for people.
  virtual std::string sentence(Failure const& failure) const { return harmless(failure.message); }

  std::string program_;
  bool json_, quiet_, verbose_, interactive_, color_;
  Tongue say_;
};

// Whether this descriptor gets colours: it is a terminal that supports them, and they are not switched off.
bool wants_color(Manner const& manner, int descriptor);

}  // namespace engawa::cli
