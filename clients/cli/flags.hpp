// Flags that several verbs have, and those of the verbs that measure bots. For main.cpp.
#pragma once
#include "clients/cli/options.hpp"

namespace CLI {
class App;
}

namespace engawa::cli {

// How a verb talks: language, JSON, how much.
void add_output_flags(CLI::App& verb, Options& options);

void add_arena(CLI::App& app, Options& options);
void add_rate(CLI::App& app, Options& options);
void add_bench(CLI::App& app, Options& options);

}  // namespace engawa::cli
