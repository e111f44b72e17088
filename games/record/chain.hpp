// The hash chain through the lines of a record (protocol/records.md): each line ends with a hash of the previous hash
// and of itself, so that no byte can change unnoticed. Pure functions; any thread.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace engawa::record {

// Before the first line: 64 zeros.
std::string first_link();

// Appends the line of `body`, with its line feed, and sets `link` to its hash. REQUIRES: `body` is the text of a
// non-empty JSON object.
void append_line(std::string& out, std::string_view body, std::string& link);

// The body of a line (given without its line feed) if its hash is right; `link` is then that hash. Else nullopt.
std::optional<std::string> body_of(std::string_view line, std::string& link);

// The bodies of a record, one per line, and the record made of such bodies. REQUIRES: the record's hashes are right.
std::string without_hashes(std::string_view record);
std::string with_hashes(std::string_view bodies);

}  // namespace engawa::record
