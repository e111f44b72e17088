#include "protocol/errors.hpp"

#include <algorithm>
#include <array>

#include "base/expect.hpp"

namespace engawa::protocol {
namespace {

constexpr auto kErrors = std::to_array<ErrorEntry>({
    // clang-format off
    {"bad_json", 400, false},
    {"bad_message", 400, false},
    {"unknown_type", 400, false},
    {"unsupported_version", 400, false},
    {"unauthenticated", 401, false},
    {"forbidden", 403, false},
    {"not_found", 404, false},
    {"method_not_allowed", 405, false},
    {"length_required", 411, false},
    {"room_closed", 410, false},
    {"room_full", 409, false},
    {"seat_taken", 409, false},
    {"seat_closed", 409, false},
    {"not_host", 403, false},
    {"muted", 403, false},
    {"banned", 403, false},
    {"forbidden_word", 403, false},
    {"hints_off", 403, false},
    {"not_started", 409, false},
    {"player_away", 409, false},
    {"already_started", 409, false},
    {"not_over", 409, false},
    {"not_your_turn", 409, false},
    {"illegal_move", 409, false},
    {"stale", 409, false},
    {"id_reused", 409, false},
    {"too_soon", 409, true},
    {"unsupported", 400, false},
    {"game_over", 409, false},
    {"rate_limited", 429, true},
    {"storage_limit", 429, true},
    {"too_large", 413, false},
    {"unsupported_media_type", 415, false},
    {"limit_reached", 503, true},
    {"busy", 503, true},
    {"draining", 503, true},
    {"moved", 503, true},
    {"internal", 500, true},
    // clang-format on
});

[[maybe_unused]] bool is_registered(std::string_view code) {
  return std::any_of(kErrors.begin(), kErrors.end(), [&](auto const& entry) { return entry.code == code; });
}

}  // namespace

std::span<ErrorEntry const> error_registry() { return kErrors; }

int http_status(std::string_view code) {
  EXPECT(is_registered(code), code);
  for (auto const& entry : kErrors)
    if (entry.code == code) return entry.status;
  return 500;
}

bool may_retry(std::string_view code) {
  EXPECT(is_registered(code), code);
  return std::any_of(kErrors.begin(), kErrors.end(),
                     [&](auto const& entry) { return entry.code == code && entry.retry; });
}

}  // namespace engawa::protocol
