// What is wrong with a record, for people and for programs.
#pragma once
#include "clients/cli/room/options.hpp"
#include "games/record/replay.hpp"

namespace engawa::cli {

// With --json a line {"ok":false,"line":12,"what":"chain","message":"..."} on stdout, else a sentence on stderr. Gives the exit code.
int tell_fault(Output const& output, record::Fault const& fault);

}  // namespace engawa::cli
