// Reports the faults of a record, to people and to programs.
#pragma once
#include "clients/cli/room/options.hpp"
#include "games/record/replay.hpp"

namespace engawa::cli {

// With --json a line {"ok":false,"line":12,"what":"chain","message":"..."} on stdout, otherwise a sentence on stderr.
// Returns the exit code.
int tell_fault(Output const& output, record::Fault const& fault);

}  // namespace engawa::cli
