// What the process asks of its system.
#pragma once
#include <string>

#include "server/ops/config.hpp"

namespace engawa::server {

// Files that are made belong to this user alone, and a crash leaves no copy of the memory, unless `core_dumps`. Once, before there
// are threads and before a file is made.
void keep_private(bool core_dumps);

// A file that holds secrets is this user's alone, though it was there before. What is no file (a pipe, a terminal) or somebody
// else's stays as it is.
void make_private(std::string const& file);

// Once, before there are threads. Raises the limit of open files as far as it may be raised. When what `config` promises does not fit under it, lowers the promise, so
// that who is one too many hears so, and gives a sentence for the operator; else an empty one.
std::string fit_to_open_files(Config& config);

}  // namespace engawa::server
