// Where a record comes from: a file, stdin, a link, or a server by the record's id. Blocking.
#pragma once
#include <string>

#include "clients/cli/options.hpp"

namespace engawa::cli {

// `-` is stdin, `http://...` a link (to /api/records/ID), `K7WMA2QX-1` a record of --server when no file has that name, everything else a file.
Outcome<std::string> read_record(Options const& options);

}  // namespace engawa::cli
