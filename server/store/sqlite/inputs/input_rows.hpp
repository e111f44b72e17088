// Reading stored inputs through one connection: a row of the journal, and the packed rows of a room. Every row is
// compared with its checksum. The connection's thread.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace SQLite {
class Database;
class Statement;
}  // namespace SQLite

namespace engawa::server {

// Inputs of a room, in order.
struct InputsRead {
  std::vector<std::string> inputs;
  std::string fault;  // the fault of the first damaged or missing one, or empty
};

// The input in the row `id` of the journal; nullopt and a sentence in `fault` if it is damaged, missing, or not the
// expected one. A caller may also get the text of a damaged one.
std::optional<std::string> read_input(SQLite::Statement& by_id, std::int64_t id, std::int64_t room, std::uint64_t seq,
                                      std::string& fault, std::string* damaged = nullptr);
// The statement for it.
inline constexpr char const* kInputById = "SELECT room, seq, input, sum FROM journal WHERE id = ?";

// The packed inputs after + 1, ..., `to`, at most `limit`; damaged rows that are not needed for them do no harm.
InputsRead read_packed(SQLite::Database& database, std::int64_t room, std::uint64_t after, std::uint64_t to,
                       std::size_t limit);

}  // namespace engawa::server
