// A request's member about a room's clock, in the words of `POST /api/rooms`. Pure functions; any thread.
#pragma once
#include <initializer_list>
#include <string>
#include <string_view>

#include "base/json_read.hpp"
#include "base/result.hpp"
#include "games/core/info.hpp"
#include "server/state/parts/turn_clock.hpp"

namespace engawa::server {

// The index of the given word; `absent` if there is none.
Result<std::string> read_word(Json const& body, char const* key, std::initializer_list<std::string_view> words,
                              std::string_view absent);

// A time in ms; without one, `time` is unchanged.
Result<void> read_time(Json const& json, char const* key, std::int64_t low, std::int64_t high, std::int64_t& time);

// The member `clock`; without one, `rule` is unchanged. Refuses with `bad_message`, also any clock in a simultaneous
// game.
Result<void> read_clock(Json const& body, games::Info const& info, ClockRule& rule);

}  // namespace engawa::server
