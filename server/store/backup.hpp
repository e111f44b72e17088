// A copy of the database while a server writes it.
#pragma once
#include <string>

#include "base/result.hpp"

namespace engawa::server {

// Copies DIRECTORY/engawa.db, as of one moment, into the new file `target`, checks the copy and flushes it to the disk. The copy is
// whole or not there, and is the engawa.db of a data folder. Gives a sentence for the operator either way.
Result<std::string> back_up(std::string const& directory, std::string const& target);

}  // namespace engawa::server
