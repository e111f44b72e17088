// Where a record comes from: a file, stdin, a link, or a server by the record's id. Blocking.
#pragma once
#include <string>

#include "clients/cli/room/options.hpp"

namespace engawa::cli {

// `-` is stdin; what a file has the name of is that file; `http://...` is a link (to /g/ID or /api/records/ID), `K7WMA2QX-1` a record of
// --server, both however they were pasted.
Outcome<std::string> read_record(Options const& options);

}  // namespace engawa::cli
