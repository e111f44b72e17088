// The common part of every program with verbs: its arguments, --help, "did you mean", and how it ends.
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
  std::function<void(CLI::App& app, Tongue const& say)> add;  // adds its flags, as a subcommand of that name
  std::function<int()> run;                                   // with the parsed command line; returns the exit code
};

struct Program {
  char const* name;
  char const* version;
  Words about;       // begins --help; if this is only in English, so is --help
  Words footer;      // last paragraph of --help
  Words short_help;  // the whole output without arguments
  std::vector<Verb> verbs;
};

// REQUIRES: called once, by main().
int run_program(Program const& program, int argc, char** argv);

}  // namespace engawa::cli
