#include "server/store/postgres/connect_failure.hpp"

#include <algorithm>
#include <iterator>

namespace engawa::server::postgres {
namespace {

// SQLSTATEs of a server that is starting or stopping, or has no free connection.
constexpr std::string_view kAwayCodes[] = {"57P01", "57P02", "57P03", "53300"};

// Messages of libpq and the system, in English because no other locale is set, and of PgBouncer, whose code is 08P01
// for everything.
constexpr std::string_view kAwaySentences[] = {
    "Connection refused",
    "could not translate host name",
    "timeout expired",
    "timed out",
    "Network is unreachable",
    "No route to host",
    "Connection reset by peer",
    "Broken pipe",
    "closed the connection unexpectedly",
    "Is the server running",
    "the database system is ",  // starting up, shutting down: from a server that sends no code
    "session is read-only",
    "server is in hot standby mode",
    "server login has been failing",
    "server login failed",
    "pgbouncer cannot connect to server",
    "server conn crashed"};

bool has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

bool is_code(std::string_view text) {
  return text.size() == 5 &&
         std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z'); });
}

// Extracts the code of `FATAL: 57P03: the database system is starting up`; empty: there is none.
std::string take_code(std::string& line) {
  for (std::size_t at = line.find(":  "); at != line.npos; at = line.find(":  ", at + 1)) {
    auto const code = line.substr(at + 3, 5);
    if (!is_code(code) || line.compare(at + 8, 2, ": ") != 0) continue;
    line.erase(at + 3, 7);
    return code;
  }
  return {};
}

bool is_one(std::string_view code) {
  return std::find(std::begin(kAwayCodes), std::end(kAwayCodes), code) != std::end(kAwayCodes);
}

bool is_away(std::string_view line, std::string_view code) {
  if (!code.empty() && !code.starts_with("08")) return is_one(code);
  return std::any_of(std::begin(kAwaySentences), std::end(kAwaySentences),
                     [&](std::string_view sentence) { return has(line, sentence); });
}

}  // namespace

// One line per host of the URL, with lines of advice in between.
ConnectFailure read_connect_failure(std::string_view message) {
  ConnectFailure failure;
  while (!message.empty()) {
    std::string line(message.substr(0, message.find('\n')));
    message.remove_prefix(std::min(line.size() + 1, message.size()));
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.pop_back();
    auto const code = take_code(line);
    if (failure.said.empty()) failure.said = line;
    failure.is_away = failure.is_away || is_away(line, code);
  }
  return failure;
}

}  // namespace engawa::server::postgres
