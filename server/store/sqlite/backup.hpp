// A copy of the database while a server is writing to it.
#pragma once
#include <string>

#include "base/result.hpp"

namespace engawa::server {

// Makes a consistent copy of DIRECTORY/engawa.db in the new file `target`, checks it and flushes it to the disk. The
// copy is complete or absent, and can be used as the engawa.db of a data folder. Returns a sentence for the operator in
// either case. If rows or indexes of the database are damaged, the copy is made, and the refusal says so; the copy has
// new indexes.
Result<std::string> back_up(std::string const& directory, std::string const& target);

}  // namespace engawa::server
