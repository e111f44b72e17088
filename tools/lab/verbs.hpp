// The verbs of the program, one function each. Each runs to its end and returns the exit code.
#pragma once
#include "tools/lab/learner.hpp"
#include "tools/lab/options.hpp"

namespace engawa::lab {

int arena(Options const& options, Console const& output);
int rate(Options const& options, Console const& output);
int bench(Options const& options, Console const& output);
int perft(Options const& options, Console const& output);

// The flags of train.
struct Training {
  std::string variant, out, file, against = "random";
  training::Options learner;
  int level = 1;
  std::uint64_t blocks = 10;
};
int train(Training const& training, Console const& output);

}  // namespace engawa::lab
