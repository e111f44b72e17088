// What every program of verbs does alike: its arguments, --help, "did you mean", and how it ends.
#pragma once
#include <functional>
#include <vector>

#include "clients/console/text.hpp"

namespace CLI {
class App;
}

namespace engawa::cli {

struct Verb {
  char const* name;
  std::function<void(CLI::App& app, Tongue const& say)> add;  // its flags, as a subcommand of that name
  std::function<int()> run;                                   // with what the command line said; returns the exit code
};

struct Program {
  char const* name;
  char const* version;
  Words about;       // begins --help, which is in English only where this is
  Words footer;      // ends it
  Words short_help;  // all there is to say without arguments
  std::vector<Verb> verbs;
};

// REQUIRES: called once, by main().
int run_program(Program const& program, int argc, char** argv);

}  // namespace engawa::cli
