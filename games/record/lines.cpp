#include "games/record/lines.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/hex.hpp"
#include "base/json_write.hpp"
#include "games/core/seat.hpp"

namespace engawa::record {
namespace write = json_write;
namespace {

// In the order of Entry::Kind. These words are in stored records and must never change.
constexpr std::array<std::string_view, 7> kWords{"move", "bot", "timeout", "tick", "solution", "resign", "seat"};
constexpr std::array<std::string_view, 7> kDataKeys{"move", "move", "move", "", "solution", "", "to"};

}  // namespace

std::string_view word_of(Entry::Kind kind) { return kWords[static_cast<std::size_t>(kind)]; }

std::optional<Entry::Kind> kind_of(std::string_view word) {
  auto const found = std::find(kWords.begin(), kWords.end(), word);
  if (found == kWords.end()) return std::nullopt;
  return static_cast<Entry::Kind>(found - kWords.begin());
}

std::string_view data_key(Entry::Kind kind) { return kDataKeys[static_cast<std::size_t>(kind)]; }

std::string state_text(std::uint64_t hash) { return to_hex(hash); }

std::string seed_text(games::Seed const& seed) {
  return seed.is_secret() ? to_hex(seed.key()) : std::to_string(seed.number());
}

std::optional<games::Seed> read_seed(std::string_view text) {
  games::Seed::Key key{};
  if (from_hex(text, key)) return games::Seed(key);
  std::uint64_t number = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

void write_seats(std::string& out, Header const& header) {
  out += R"(,"seats":{)";
  for (std::size_t i = 0; i < header.seats.size(); ++i) {
    if (i > 0) out += ',';
    write::key(out, games::seat_name(static_cast<games::Seat>(i)));
    out += header.seats[i];
  }
  out += '}';
}

std::string header_body(Header const& header) {
  std::string out = R"({"format":"engawa-record")";
  write::integer_member(out, "version", kFormat);
  write::string_member(out, "record", header.id);
  write::string_member(out, "game", header.game);
  write::integer_member(out, "rules", header.rules);
  write::raw_member(out, "options", header.options);
  write_seats(out, header);
  write::raw_member(out, "clock", header.clock);
  write::integer_member(out, "started", header.started);
  if (!header.commitment.empty()) write::string_member(out, "commitment", header.commitment);
  return out += '}';
}

std::string entry_body(Entry const& entry) {
  std::string out = R"({"in":")";
  out.append(word_of(entry.kind)) += '"';
  write::integer_member(out, "at", entry.at);
  if (entry.t) write::integer_member(out, "t", *entry.t);
  if (entry.seat >= 0) write::string_member(out, "seat", games::seat_name(static_cast<games::Seat>(entry.seat)));
  if (auto const key = data_key(entry.kind); !key.empty()) write::raw_member(out, key, entry.data);
  if (entry.state) write::string_member(out, "state", state_text(*entry.state));
  return out += '}';
}

std::string ending_body(Ending const& ending) {
  std::string out = R"({"result":)" + ending.result;
  write::integer_member(out, "ended", ending.ended);
  write::string_member(out, "state", state_text(ending.state));
  write::string_member(out, "seed", seed_text(ending.seed));
  return out += '}';
}

}  // namespace engawa::record
