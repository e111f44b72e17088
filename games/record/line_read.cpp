#include "games/record/line_read.hpp"

#include <nlohmann/json.hpp>

#include "base/expect.hpp"
#include "base/hex.hpp"
#include "games/core/seat.hpp"

namespace engawa::record {
namespace {

constexpr std::int64_t kLatest = std::int64_t{1} << 53;  // ms; the largest integer that all JSON readers keep exact
constexpr std::int64_t kMostVersions = 1000000;

// Reads the members of a line one after the other. The first wrong one is kept as a sentence, and later results do not
// matter.
class Members {
 public:
  explicit Members(Json const& json) : json_(json) {}

  void wrong(std::string why) {
    if (wrong_.empty()) wrong_ = std::move(why);
  }

  std::int64_t integer(char const* key, std::int64_t low, std::int64_t high) {
    return value(key, read_int(json_, key, low, high));
  }

  std::string text(char const* key) { return value(key, read_string(json_, key, SIZE_MAX)); }

  // The value as written.
  std::string raw(std::string_view key) { return raw_of(json_, key); }

  std::string raw_of(Json const& object, std::string_view key) {
    auto const found = object.find(key);
    if (found != object.end()) return found->dump();
    wrong(std::string(key) + " is missing");
    return {};
  }

  std::uint64_t state() {
    auto const state = read_hex(text("state"));
    if (!state) wrong("state is 16 hexadecimal digits");
    return state.value_or(0);
  }

  int seat(int seats) {
    auto const name = text("seat");
    for (int seat = 0; seat < seats; ++seat)
      if (games::seat_name(static_cast<games::Seat>(seat)) == name) return seat;
    wrong("there is no seat \"" + name + "\"");
    return 0;
  }

  template <class Line>
  Result<Line> finish(Line line) {
    if (!wrong_.empty()) return refuse("bad_message", std::move(wrong_));
    return line;
  }

 private:
  template <class Value>
  Value value(char const* key, Result<std::optional<Value>> read) {
    if (!read) {
      wrong(read.error().message);
    } else if (*read) {
      return std::move(**read);
    } else {
      wrong(std::string(key) + " is missing");
    }
    return {};
  }

  Json const& json_;
  std::string wrong_;  // empty: no fault so far
};

void read_seats(Json const& json, Members& members, Header& header) {
  auto const seats = json.find("seats");
  if (seats == json.end() || !seats->is_object() || seats->empty() || seats->size() > games::kMaxSeats)
    return members.wrong("seats is an object with a member for each seat");
  for (std::size_t i = 0; i < seats->size(); ++i)
    header.seats.push_back(members.raw_of(*seats, games::seat_name(static_cast<games::Seat>(i))));
}

}  // namespace

Result<Json> read_object(std::string_view body) {
  auto json = parse_json(body);
  if (json && !json->is_object()) return refuse("bad_message", "a line is a JSON object");
  return json;
}

Result<Header> read_header(Json const& json) {
  EXPECT(json.is_object());
  Members members(json);
  Header header;
  if (members.text("format") != "engawa-record") members.wrong("format is not \"engawa-record\"");
  header.id = members.text("record");
  header.game = members.text("game");
  header.rules = static_cast<int>(members.integer("rules", 1, kMostVersions));
  header.options = members.raw("options");
  header.clock = members.raw("clock");
  header.started = members.integer("started", 0, kLatest);
  if (json.contains("commitment")) header.commitment = members.text("commitment");
  read_seats(json, members, header);
  return members.finish(std::move(header));
}

Result<Ending> read_ending(Json const& json) {
  EXPECT(json.is_object());
  Members members(json);
  Ending ending;
  ending.result = members.raw("result");
  ending.ended = members.integer("ended", 0, kLatest);
  ending.state = members.state();
  auto const seed = read_seed(members.text("seed"));
  if (!seed) members.wrong("seed is 64 hexadecimal digits or a number");
  ending.seed = seed.value_or(games::Seed{});
  return members.finish(std::move(ending));
}

Result<Entry> read_entry(Json const& json, int seats, bool timed) {
  EXPECT(json.is_object());
  Members members(json);
  Entry entry;
  auto const word = members.text("in");
  auto const kind = kind_of(word);
  if (!kind) members.wrong("no input is called \"" + word + "\"");
  entry.kind = kind.value_or(Entry::Kind::move);
  entry.at = members.integer("at", 0, kLatest);
  if (entry.kind != Entry::Kind::solution) entry.seat = members.seat(seats);
  if (auto const key = data_key(entry.kind); !key.empty()) entry.data = members.raw(key);
  if (!is_of_game(entry.kind)) return members.finish(std::move(entry));
  if (timed) entry.t = members.integer("t", 0, kLatest);
  entry.state = members.state();
  return members.finish(std::move(entry));
}

bool is_of_game(Entry::Kind kind) { return kind != Entry::Kind::resign && kind != Entry::Kind::seat; }

}  // namespace engawa::record
