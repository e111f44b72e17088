// Puts a copy of the database in the place of the database.
#pragma once
#include <string>

#include "base/result.hpp"

namespace engawa::server {

// Checks the copy `file` (of back_up()), moves the database of DIRECTORY with its log into the new folder
// DIRECTORY/before-restore-TIME, and puts the copy in its place. Refuses while a server runs there, if the copy is
// damaged or of a newer version, and, unless `over`, if the database has inputs, guests, records or acts that the copy does
// not have, or cannot be read: then nothing has changed. Returns a sentence for the operator in either case.
Result<std::string> restore(std::string const& directory, std::string const& file, bool over);

}  // namespace engawa::server
