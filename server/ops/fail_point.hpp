// Named places where a test makes the server die, fail, wait, or misbehave. Only builds with the CMake option
// ENGAWA_FAIL_POINTS have them (the presets test, asan and tsan); otherwise hit() and on() do nothing.
//
// The environment variable ENGAWA_FAIL_POINTS contains the list of actions, separated by commas:
//
//   name=action[:argument][@first[-last]]     journal.commit=kill@3,store.put_guest=throw,store.begin=sleep:50@10-20
//
// or the path of a file (it begins with a slash) that contains such a list and is read again whenever it has changed,
// for faults that begin and end while the server runs. Passes of a point are counted from 1, from the start of the
// process or since the list was last read; without @ every pass is meant, with @3 only the third, with @3- all from the
// third on.
//
// Actions:   kill        the process ends itself with SIGKILL
//            throw       the exception that the point is made for: StoreFault at those of the store and the journal
//            sleep:MS    the thread waits
//            hold        the thread waits until the file no longer says so; only in a file
//            on          the deliberate bug of this name is there
//
// Points, in the order of an input's way:
//   room.throw            a room has taken an input and has half changed (an exception of a game)
//   journal.hand_over     before a shard gives the journal what a turn of its loop has brought
//   journal.begin         before the transaction of a batch
//   journal.append        before each input of it
//   journal.commit        after the inputs, before the commit
//   journal.committed     after the commit, before the rooms are told; thrown: a commit that looks failed but is not
//   room.tell             before a stored step is told to anybody
//   store.checkpoint, store.checkpointed       around moving the log into the database
//   store.create_room, store.created_room      around the row of a new room
//   store.put_guest, store.put_guest_done      around the row of a new guest
//   store.take_room       before a room is read
//   store.packing         before inputs are packed, on the packer's thread
//   store.pack, store.packed                   around storing packed inputs
//   store.trim, store.trimmed                  around deleting packed inputs where the journal begins
//   store.claim, store.claimed    around taking rooms of nodes that are gone; store.renew: before a lease is renewed
//   node.lookup           before the name of another node is looked up, on a thread of its own
//   store.migrate         inside the transaction of each step of the schema
//   store.copy, store.backup   after all of a store was copied: into another, before that commit; by --backup, before it is checked
//   store.survey          before the database is read as a whole after the start, on the survey's thread
//   room.replay           before each input of a journal is applied
//   drain.told            the notice of a stop is on its way, requests are still read
//   record.make           a journal has been read, the record is not made of it yet
//   picture.draw          before the picture of a link is drawn
//   archive.record, archive.give_up, archive.erase   before a record is kept, its room given up, what the room left erased
//
// Deliberate bugs, to be caught by tests/faults:
//   bug.tell_before_journal   a step is told when it is made, not when it is stored
//   bug.no_dedupe             a request that is sent again is carried out again
//   bug.gap                   a member other than the requester misses a step
//   bug.any_history           a client that comes back gets the steps after its number, whatever its past is
//   bug.two_owners            anybody may sit down on the seat of a person
//   bug.no_sums               a damaged row is taken for a sound one
//   bug.pack_nothing          inputs are deleted from the journal although they are not packed
//   bug.no_flush              nothing is flushed to the disk, from the next start on
//   bug.pack_in_two           a room's inputs count as packed one transaction before they are; store.half_packed is between
//   bug.no_failure            inputs that could not be stored are reported as stored
//   bug.no_fence              an input is written whoever has its room now; not stored, and told, if its number is taken
//   bug.eager_takeover        a node takes rooms of others though their lease has not ended
//   bug.two_sweeps            a node takes rooms that another one takes at the same moment; store.claimed: before the commit
//   bug.late_splice           a connection that is carried to a node whose lease has ended goes on
//   bug.show_former           a node shows a room from memory though its lease has ended
//   bug.trust_clock           a room's time is the wall clock of its server, also where that is before its last input
//   bug.absent_while_down     reconnect times and holds pass while the server is down
//   bug.no_watch              nobody looks whether the files of the store are still there
//
// And switches that are no bugs:
//   store.large               on: the pages of the database are checked while the server runs, however few there are
//   store.short_tail          on: the journal is packed as soon as it has 40 rows
//   analysis.quick            on: an analysis looks at each position for a moment only
//
// Any thread.
#pragma once
#include <stdexcept>
#include <string>
#include <string_view>

namespace engawa::server::fail_point {

#ifdef ENGAWA_FAIL_POINTS

inline constexpr bool kBuilt = true;
// Passes the point: performs the requested action, or returns whether to throw.
bool asked_to_throw(std::string_view name);
template <class Fault = std::runtime_error>
void hit(std::string_view name) {
  if (asked_to_throw(name)) throw Fault("fail point " + std::string(name));
}
// Passes the point; whether the bug is active this time.
bool on(std::string_view name);
// Replaces the environment, for tests inside the process. Throws std::invalid_argument if the list is malformed.
void set(std::string_view list);
// The list from the environment; empty: none. Throws as set() does.
std::string read_environment();

#else

inline constexpr bool kBuilt = false;
template <class Fault = void>
void hit(std::string_view) {}
constexpr bool on(std::string_view) { return false; }
inline void set(std::string_view) {}
inline std::string read_environment() { return {}; }

#endif

}  // namespace engawa::server::fail_point
