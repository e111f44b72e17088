// The chain of hashes through the lines of a record (protocol/records.md): each line ends with the hash of the line before and of
// itself, so that no byte can change unseen. Pure functions; any thread.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace engawa::record {

// Before the first line: 64 zeros.
std::string first_link();

// Appends the line that `body` becomes, with its line feed, and makes `link` its hash. REQUIRES: `body` is the text of a JSON object
// that is not empty.
void append_line(std::string& out, std::string_view body, std::string& link);

// The body of a line (given without its line feed) when its hash is right; `link` is then its hash. Else nullopt.
std::optional<std::string> body_of(std::string_view line, std::string& link);

// The bodies of a record, a line each, and the record that they are. REQUIRES: the record's hashes are right.
std::string without_hashes(std::string_view record);
std::string with_hashes(std::string_view bodies);

}  // namespace engawa::record
