// How much a thread of ours yields to the others. Each is for the calling thread; what the system refuses does no harm.
#pragma once

namespace engawa::server {

// For work beside the rooms: it gets a tenth of what a room's thread gets when both want a processor.
void lower_priority();

// For work that computes for long: the same, and besides whoever wakes up goes on at once in its place. Not SCHED_IDLE, which on a
// machine that others keep busy gets nothing at all.
void background_priority();

}  // namespace engawa::server
