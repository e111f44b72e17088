// Process-wide settings of the operating system.
#pragma once
#include <string>

#include "server/ops/config.hpp"

namespace engawa::server {

// New files are private to this user, and a crash leaves no core dump unless `core_dumps`. Call once, before any thread
// or file is created.
void keep_private(bool core_dumps);

// Large blocks are returned to the system as soon as they are freed. By default, the C library keeps blocks of up to
// 32 MiB for reuse once one of that size was freed. Call once, before any thread is created.
void keep_memory_small();

// Makes a file with secrets private to this user, even if it existed before. Leaves everything else (a pipe, a
// terminal, another user's file) unchanged.
void make_private(std::string const& file);

// Replaces the thread numbers that are 0 in `config` with values for this machine.
void fit_to_processors(Config& config);

// Call once, before any thread is created. Raises the limit of open files as far as possible. If the limits in `config`
// do not fit, lowers them, so that excess clients get a clear refusal, and returns a sentence for the operator; else an
// empty one.
std::string fit_to_open_files(Config& config);

}  // namespace engawa::server
