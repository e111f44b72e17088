// The priority of the server's threads. Each function applies to the calling thread; refusals by the system are
// harmless. In a build with fail points (server/ops/fail_point.hpp) the environment variable ENGAWA_KEEP_PRIORITY
// leaves all priorities unchanged.
#pragma once

namespace engawa::server {

// For background work: it gets a tenth of a room thread's share when both want a processor, and none before a room
// thread when the server was started with a real-time policy, which a new thread inherits.
void lower_priority();

// For long computations: the same, and in addition waking threads preempt it at once. Not SCHED_IDLE, which gets no
// time at all on a machine that other programs keep busy.
void background_priority();

}  // namespace engawa::server
