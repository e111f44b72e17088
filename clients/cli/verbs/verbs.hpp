// What the program can do: one function for each verb. Each runs to its end and returns the exit code.
#pragma once
#include "clients/cli/room/options.hpp"

namespace engawa::cli {

int play(Options const& options, Output const& output);
int watch(Options const& options, Output const& output);
int bots(Options const& options, Output const& output);
int rooms(Options const& options, Output const& output);
int pipe_room(Options const& options, Output const& output);
int bot(Options const& options, Output const& output);
int verify(Options const& options, Output const& output);
int replay(Options const& options, Output const& output);

// The full screen is used when both ends are a terminal that can address its cells, and nobody asked for lines.
bool wants_screen(Options const& options, Output const& output);

}  // namespace engawa::cli
