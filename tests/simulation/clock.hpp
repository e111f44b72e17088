// The simulated clock, which is the program's only one: clock.cpp defines the functions under the standard library's
// clocks and Asio's reactor, so that the server's code uses this time unchanged. One thread.
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

// The error of the wall clock of the node that starts now. The steady clock is right.
void set_wall_error(Time error);

// Runs everything in it that is ready or due. Returns the time of its next timer; a call slightly before that is
// allowed.
Time run_ready(boost::asio::io_context& io);

}  // namespace engawa::simulation
