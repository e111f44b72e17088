// The lines of a record as values (protocol/records.md), and their writers; Replay reads them. Pure functions; any
// thread.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/core/rules.hpp"
#include "games/core/seed.hpp"

namespace engawa::record {

inline constexpr int kFormat = 1;

// The first line.
struct Header {
  std::string id;  // commitment.hpp
  std::string game;
  int rules = 1;                   // Info::rules_version
  std::string options;             // normalised, JSON text
  std::vector<std::string> seats;  // JSON text each: the player of the seat when the round began
  std::string clock;               // JSON text
  std::int64_t started = 0;        // server time, ms
  std::string commitment;          // commitment to the seed; empty in rooms whose seed is a number
};

// A line for each input that affects the game.
struct Entry {
  enum class Kind { move, bot, timeout, tick, solution, resign, seat } kind = Kind::move;
  std::int64_t at = 0;                   // server time, ms
  std::optional<games::GameTime> t;      // in games with time, for game events
  int seat = -1;                         // -1: none (solution)
  std::string data;                      // JSON text: the move, the solution, or the seat's new player; else empty
  std::optional<std::uint64_t> state{};  // Match::hash() afterwards, for game events
};

// The last line of a finished round.
struct Ending {
  std::string result;      // JSON text, as in the room's document
  std::int64_t ended = 0;  // server time, ms
  std::uint64_t state = 0;
  games::Seed seed;
};

// The name of a kind in a record, and the inverse.
std::string_view word_of(Entry::Kind kind);
std::optional<Entry::Kind> kind_of(std::string_view word);
// The name of a kind's `data`; empty: it has none.
std::string_view data_key(Entry::Kind kind);

std::string state_text(std::uint64_t hash);      // 16 hexadecimal digits
std::string seed_text(games::Seed const& seed);  // 64 hexadecimal digits, or a decimal number
std::optional<games::Seed> read_seed(std::string_view text);

// The bodies of lines, as append_line takes them.
void write_seats(std::string& out, Header const& header);  // the member `seats`, after others
std::string header_body(Header const& header);
std::string entry_body(Entry const& entry);
std::string ending_body(Ending const& ending);

}  // namespace engawa::record
