// The simulated clock, which is the program's only one: clock.cpp defines what the standard library's clocks and Asio's reactor
// ask, so that the server's code sees this time without knowing of it. One thread.
#pragma once
#include <boost/asio/io_context.hpp>
#include <cstdint>

namespace engawa::simulation {

// Microseconds since the simulation began.
using Time = std::int64_t;
inline constexpr Time kMs = 1000, kSecond = 1000 * kMs, kNever = INT64_MAX;

Time now();
// REQUIRES: not before now().
void set_now(Time time);

// How wrong the wall clock is of the node whose life begins now. The steady clock is right.
void set_wall_error(Time error);

// Runs all that is ready or due in it. Returns when its next timer is due; it may be asked a little too early.
Time run_ready(boost::asio::io_context& io);

}  // namespace engawa::simulation
