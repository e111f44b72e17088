#include "server/room/clock_request.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace engawa::server {
namespace {

constexpr std::int64_t kMinuteMs = 60000;

Result<void> read_fischer(Json const& clock, ClockRule& rule) {
  rule = {ClockKind::fischer, 5 * kMinuteMs, 5000};
  if (auto const read = read_time(clock, "initial_ms", 10000, 180 * kMinuteMs, rule.limit_ms); !read) return read;
  return read_time(clock, "increment_ms", 0, 3 * kMinuteMs, rule.increment_ms);
}

// Members of another kind of clock are refused, because the requester would not get what they ask for.
Result<void> check_kind(Json const& clock, bool is_byoyomi) {
  for (auto const* key : {"limit_ms", "increment_ms"})
    if (is_byoyomi && clock.contains(key))
      return refuse("bad_message",
                    std::string("a clock with byo-yomi has no ") + key + ", but initial_ms, period_ms and periods");
  for (auto const* key : {"period_ms", "periods"})
    if (!is_byoyomi && clock.contains(key))
      return refuse("bad_message", std::string(key) + " belongs to a clock of the kind \"byoyomi\"");
  return {};
}

Result<void> read_byoyomi(Json const& clock, ClockRule& rule) {
  rule = {ClockKind::byoyomi, 5 * kMinuteMs, 0, 30000, 3};
  if (auto const read = read_time(clock, "initial_ms", 0, 180 * kMinuteMs, rule.limit_ms); !read) return read;
  if (auto const read = read_time(clock, "period_ms", 3000, 60 * kMinuteMs, rule.period_ms); !read) return read;
  auto const periods = read_int(clock, "periods", 1, 30);
  if (!periods) return periods.error();
  rule.periods = static_cast<int>(periods->value_or(rule.periods));
  return {};
}

}  // namespace

Result<std::string> read_word(Json const& body, char const* key, std::initializer_list<std::string_view> words,
                              std::string_view absent) {
  auto const word = read_string(body, key, 16);
  if (!word) return word.error();
  if (!*word) return std::string(absent);
  if (std::find(words.begin(), words.end(), **word) != words.end()) return **word;
  std::string list;
  for (auto const& name : words) {
    if (!list.empty()) list += &name == words.end() - 1 ? " or " : ", ";
    list += '"' + std::string(name) + '"';
  }
  return refuse("bad_message", std::string(key) + " must be " + list);
}

Result<void> read_time(Json const& json, char const* key, std::int64_t low, std::int64_t high, std::int64_t& time) {
  auto const value = read_int(json, key, low, high);
  if (!value) return value.error();
  time = value->value_or(time);
  return {};
}

Result<void> read_clock(Json const& body, games::Info const& info, ClockRule& rule) {
  auto const clock = body.find("clock");
  if (clock == body.end()) return {};
  if (!clock->is_object())
    return refuse("bad_message", "clock must be an object such as {\"kind\":\"move\",\"limit_ms\":60000}");
  auto const kind = read_word(*clock, "kind", {"none", "move", "fischer", "byoyomi"}, "move");
  if (!kind) return kind.error();
  if (auto const fits = check_kind(*clock, *kind == "byoyomi"); !fits) return fits;
  if (*kind == "none") {
    rule = {};
    return {};
  }
  if (info.simultaneous)
    return refuse("bad_message", "in this game everybody plays at once: nobody has a clock of their own");
  if (*kind == "fischer") return read_fischer(*clock, rule);
  if (*kind == "byoyomi") return read_byoyomi(*clock, rule);
  auto const usual = rule.kind == ClockKind::move ? rule.limit_ms : kMinuteMs;
  rule = {ClockKind::move, usual, 0};
  return read_time(*clock, "limit_ms", 3000, 60 * kMinuteMs, rule.limit_ms);
}

}  // namespace engawa::server
