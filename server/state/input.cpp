#include "server/state/input.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "base/json_read.hpp"
#include "base/json_write.hpp"
#include "games/record/lines.hpp"

namespace engawa::server {
namespace write = json_write;
namespace {

constexpr int kMaxSeat = 15;
constexpr int kMostSpectators = 1'000'000;
// More than any room's: a damaged number must not overflow.
constexpr std::int64_t kMaxPeriod = INT32_MAX, kMaxPeriods = 1000, kMaxCountdown = 60000;

// In the order of InputKind. These words are in journals on disk and must never change.
constexpr auto kWords = std::to_array<std::string_view>(
    {"sit",     "hold",   "stand",  "open",      "close",      "bot",       "start",   "move",      "bot_move",
     "timeout", "resign", "accept", "decline",   "say",        "online",    "offline", "stand_in",  "vacate",
     "restart", "sleep",  "wake",   "tick",      "solution",   "kick",      "pardon",  "host",      "forfeit",
     "flag",    "mute",   "unmute", "hand_over", "close_room", "configure", "hint",    "spectators"});

// Both omit empty members; a missing member is read as empty.
void text_member(std::string& out, std::string_view key, std::string_view value) {
  if (!value.empty()) write::string_member(out, key, value);
}

void raw_member(std::string& out, std::string_view key, std::string_view json) {
  if (!json.empty()) write::raw_member(out, key, json);
}

Refusal damaged(std::string const& what) { return refuse("internal", "damaged journal: " + what); }

// Thrown only inside the readers, to keep their code simple; converted into the refusal there.
struct Damaged : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::int64_t int_of(Json const& json, char const* key, std::int64_t low, std::int64_t high,
                    std::optional<std::int64_t> absent = {}) {
  auto const value = read_int(json, key, low, high);
  if (!value) throw Damaged(value.error().message);
  if (*value) return **value;
  if (!absent) throw Damaged(std::string(key) + " is missing");
  return *absent;
}

std::int64_t time_of(Json const& json, char const* key, std::optional<std::int64_t> absent = {}) {
  return int_of(json, key, INT64_MIN, INT64_MAX, absent);
}

std::string text_of(Json const& json, char const* key) {
  auto const value = read_string(json, key, SIZE_MAX);
  if (!value) throw Damaged(value.error().message);
  return value->value_or("");
}

void write_clock(std::string& out, ClockRule const& clock) {
  write::integer_member(out, "clock_ms", clock.kind == ClockKind::none ? 0 : clock.limit_ms);
  if (clock.kind == ClockKind::fischer) write::integer_member(out, "increment_ms", clock.increment_ms);
  if (clock.kind == ClockKind::byoyomi) {
    write::integer_member(out, "period_ms", clock.period_ms);
    write::integer_member(out, "periods", clock.periods);
  }
}

using Chairs = std::vector<RoomSetup::Chair>;

void write_chairs(std::string& out, Chairs const& chairs) {
  out += R"(,"chairs":[)";
  for (auto const& chair : chairs) {
    if (out.back() != '[') out += ',';
    out += R"({"kind":)";
    write::integer(out, static_cast<int>(chair.kind));
    text_member(out, "bot", chair.bot);
    write::integer_member(out, "level", chair.level);
    out += '}';
  }
  out += ']';
}

Chairs chairs_of(Json const& json) {
  Chairs chairs;
  for (auto const& chair : json) {
    if (!chair.is_object()) throw Damaged("a chair is no object");
    auto const kind = static_cast<RoomSetup::Chair::Kind>(int_of(chair, "kind", 0, 3));
    chairs.push_back({kind, text_of(chair, "bot"), static_cast<int>(int_of(chair, "level", 0, 99, 0))});
  }
  return chairs;
}

void write_settings(std::string& out, RoomSetup const& setup) {
  write_clock(out, setup.clock);
  if (setup.timeout_forfeits) write::integer_member(out, "timeout_forfeits", 1);
  if (setup.grace_ms >= 0) write::integer_member(out, "grace_ms", setup.grace_ms);
  if (setup.absent_forfeits) write::integer_member(out, "absent_forfeits", 1);
  if (setup.fair_start) write::integer_member(out, "fair_start", 1);
  if (setup.join_bots) write::integer_member(out, "join_bots", 1);
  if (setup.rotates) write::integer_member(out, "rotates", 1);
  if (setup.hints_allowed) write::integer_member(out, "hints_allowed", 1);
  if (setup.refuses_programs) write::integer_member(out, "refuses_programs", 1);
  if (setup.countdown_ms > 0) write::integer_member(out, "countdown_ms", setup.countdown_ms);
  text_member(out, "stand_in", setup.stand_in);
  if (setup.stand_in_level != 0) write::integer_member(out, "stand_in_level", setup.stand_in_level);
}

// Its members tell the kind of clock; byo-yomi may have no main time.
ClockRule clock_of(Json const& json) {
  ClockRule clock{ClockKind::none, time_of(json, "clock_ms")};
  if (json.contains("period_ms")) {
    clock.kind = ClockKind::byoyomi;
    clock.period_ms = int_of(json, "period_ms", 1, kMaxPeriod);
    clock.periods = static_cast<int>(int_of(json, "periods", 1, kMaxPeriods));
  } else if (clock.limit_ms != 0) {
    bool const fischer = json.contains("increment_ms");
    clock.kind = fischer ? ClockKind::fischer : ClockKind::move;
    if (fischer) clock.increment_ms = time_of(json, "increment_ms");
  }
  return clock;
}

// Members that an older server did not know keep the meaning that they had there.
void read_settings(Json const& json, RoomSetup& setup) {
  setup.clock = clock_of(json);
  setup.timeout_forfeits = int_of(json, "timeout_forfeits", 0, 1, 0) != 0;
  setup.grace_ms = time_of(json, "grace_ms", -1);
  setup.absent_forfeits = int_of(json, "absent_forfeits", 0, 1, 0) != 0;
  setup.fair_start = int_of(json, "fair_start", 0, 1, 0) != 0;
  setup.join_bots = int_of(json, "join_bots", 0, 1, 0) != 0;
  setup.rotates = int_of(json, "rotates", 0, 1, 0) != 0;
  setup.hints_allowed = int_of(json, "hints_allowed", 0, 1, 0) != 0;
  setup.refuses_programs = int_of(json, "refuses_programs", 0, 1, 0) != 0;
  setup.countdown_ms = int_of(json, "countdown_ms", 0, kMaxCountdown, 0);
  setup.stand_in = text_of(json, "stand_in");
  setup.stand_in_level = static_cast<int>(int_of(json, "stand_in_level", 0, 99, 0));
}

// 64 hexadecimal digits, or the decimal number of an older room.
games::Seed seed_of(std::string const& text) {
  auto const seed = record::read_seed(text);
  if (!seed) throw Damaged("seed is neither 64 hexadecimal digits nor a number");
  return *seed;
}

}  // namespace

void write_input(std::string& out, Input const& input) {
  out += R"({"in":")";
  out += kWords[static_cast<std::size_t>(input.kind)];
  out += R"(","at":)";
  write::integer(out, input.at);
  if (input.until != 0) write::integer_member(out, "until", input.until);
  if (input.seat >= 0) write::integer_member(out, "seat", input.seat);
  if (input.level != 0) write::integer_member(out, "level", input.level);
  if (input.count != 0) write::integer_member(out, "count", input.count);
  if (input.lag != 0) write::integer_member(out, "lag", input.lag);
  text_member(out, "guest", input.guest);
  raw_member(out, "request", input.request);
  if (input.content != 0) write::integer_member(out, "content", input.content);
  text_member(out, "nick", input.nick);
  text_member(out, "text", input.text);
  raw_member(out, "move", input.move);
  raw_member(out, "program", input.program);
  out += '}';
}

std::string write_input(Input const& input) {
  std::string out;
  write_input(out, input);
  return out;
}

Result<Input> read_input(std::string_view text) try {
  auto const parsed = parse_json(text);
  if (!parsed) return damaged(parsed.error().message);
  auto const& json = *parsed;
  if (!json.is_object()) return damaged("an input is an object");
  Input input;
  auto const word = text_of(json, "in");
  auto const found = std::find(kWords.begin(), kWords.end(), word);
  if (found == kWords.end()) return damaged("no input is called " + word);
  input.kind = static_cast<InputKind>(found - kWords.begin());
  input.at = time_of(json, "at");
  input.until = time_of(json, "until", 0);
  input.seat = static_cast<int>(int_of(json, "seat", 0, kMaxSeat, -1));
  input.level = static_cast<int>(int_of(json, "level", 0, 99, 0));
  input.count = static_cast<int>(int_of(json, "count", 0, kMostSpectators, 0));
  input.lag = int_of(json, "lag", 0, LagQuota::kMax, 0);
  input.guest = text_of(json, "guest");
  if (json.contains("request")) input.request = json["request"].dump();
  input.content = static_cast<std::uint32_t>(int_of(json, "content", 0, UINT32_MAX, 0));
  input.nick = text_of(json, "nick");
  input.text = text_of(json, "text");
  if (json.contains("move")) input.move = json["move"].dump();
  if (json.contains("program")) input.program = json["program"].dump();
  return input;
} catch (std::exception const& error) {
  return damaged(error.what());
}

std::string write_room_choice(RoomChoice const& choice) {
  std::string out = R"({"game":)";
  write::string(out, choice.game);
  raw_member(out, "options", choice.options);
  write_chairs(out, choice.chairs);
  write_clock(out, choice.clock);
  if (choice.timeout_forfeits) write::integer_member(out, "timeout_forfeits", 1);
  if (choice.hints_allowed) write::integer_member(out, "hints_allowed", 1);
  return out += '}';
}

Result<RoomChoice> read_room_choice(std::string_view text) try {
  auto const parsed = parse_json(text);
  if (!parsed) return damaged(parsed.error().message);
  auto const& json = *parsed;
  if (!json.is_object()) return damaged("a choice is an object");
  RoomChoice choice{text_of(json, "game"), json.at("options").dump(), chairs_of(json.at("chairs")), clock_of(json)};
  choice.timeout_forfeits = int_of(json, "timeout_forfeits", 0, 1, 0) != 0;
  choice.hints_allowed = int_of(json, "hints_allowed", 0, 1, 0) != 0;
  return choice;
} catch (std::exception const& error) {
  return damaged(error.what());
}

std::string write_setup(RoomSetup const& setup) {
  std::string out = R"({"code":)";
  write::string(out, setup.code);
  text_member(out, "game", setup.game);
  raw_member(out, "options", setup.options);
  write_chairs(out, setup.chairs);
  text_member(out, "maker", setup.maker);
  text_member(out, "maker_nick", setup.maker_nick);
  write::integer_member(out, "public", setup.is_public ? 1 : 0);
  write::integer_member(out, "start_when_full", setup.start_when_full ? 1 : 0);
  write_settings(out, setup);
  write::integer_member(out, "bot_delay_ms", setup.bot_delay_ms);
  write::integer_member(out, "hold_ms", setup.hold_ms);
  write::integer_member(out, "created_at", setup.created_at);
  text_member(out, "seed", record::seed_text(setup.seed));
  return out += '}';
}

Result<RoomSetup> read_setup(std::string_view text) try {
  auto const parsed = parse_json(text);
  if (!parsed) return damaged(parsed.error().message);
  auto const& json = *parsed;
  if (!json.is_object()) return damaged("a set-up is an object");
  RoomSetup setup;
  setup.code = text_of(json, "code");
  setup.game = text_of(json, "game");
  setup.options = json.at("options").dump();
  setup.chairs = chairs_of(json.at("chairs"));
  setup.maker = text_of(json, "maker");
  setup.maker_nick = text_of(json, "maker_nick");
  setup.is_public = int_of(json, "public", 0, 1) != 0;
  setup.start_when_full = int_of(json, "start_when_full", 0, 1) != 0;
  read_settings(json, setup);
  setup.bot_delay_ms = time_of(json, "bot_delay_ms");
  setup.hold_ms = time_of(json, "hold_ms");
  setup.created_at = time_of(json, "created_at");
  setup.seed = seed_of(text_of(json, "seed"));
  return setup;
} catch (std::exception const& error) {
  return damaged(error.what());
}

}  // namespace engawa::server
