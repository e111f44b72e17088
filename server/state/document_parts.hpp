// Parts that a room's document shares with its summary. Pure functions; any thread.
#pragma once
#include <string>
#include <string_view>

#include "base/json_write.hpp"
#include "server/state/room_parts.hpp"

namespace engawa::server {

inline constexpr std::string_view phase_word(Phase phase) {
  return phase == Phase::lobby ? "lobby" : phase == Phase::playing ? "playing" : "over";
}

inline void write_clock_rule(std::string& out, ClockRule const& rule) {
  static constexpr std::string_view kinds[] = {"none", "move", "fischer", "byoyomi"};
  out += R"("kind":")";
  out += kinds[static_cast<int>(rule.kind)];
  out += '"';
  if (rule.kind == ClockKind::none) return;
  out += rule.kind == ClockKind::move ? R"(,"limit_ms":)" : R"(,"initial_ms":)";
  json_write::integer(out, rule.limit_ms);
  if (rule.kind == ClockKind::fischer) json_write::integer_member(out, "increment_ms", rule.increment_ms);
  if (rule.kind != ClockKind::byoyomi) return;
  json_write::integer_member(out, "period_ms", rule.period_ms);
  json_write::integer_member(out, "periods", rule.periods);
}

}  // namespace engawa::server
