// The verbs of the program, one function each. Each runs to its end and returns the exit code.
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
int doctor(Options const& options, Output const& output);
int admin(Options const& options, Output const& output);

// The full screen is used if stdin and stdout are a terminal that can address its cells, and lines were not requested.
bool wants_screen(Options const& options, Output const& output);

}  // namespace engawa::cli
