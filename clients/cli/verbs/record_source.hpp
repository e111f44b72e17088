// Where a record comes from: a file, stdin, a link, or a server by the record's id. Blocking.
#pragma once
#include <string>

#include "clients/cli/room/options.hpp"

namespace engawa::cli {

// `-` is stdin; a name of an existing file is that file; `http://...` is a link (to /g/ID or /api/records/ID);
// `K7WMA2QX-1` is a record of --server. Links and ids may be pasted in any form.
Outcome<std::string> read_record(Options const& options);

}  // namespace engawa::cli
