// Named places where a test makes the server die, fail, wait, or misbehave. Only builds with the CMake option
// ENGAWA_FAIL_POINTS have them (the presets test, asan and tsan); otherwise hit() and on() do nothing.
//
// The environment variable ENGAWA_FAIL_POINTS contains the list of actions, separated by commas:
//
//   name=action[:argument][@first[-last]]     journal.commit=kill@3,store.put_guest=throw,store.begin=sleep:50@10-20
//
// or the path of a file (it begins with a slash) with such a list, which is read again whenever it has changed, for
// faults that begin and end while the server runs. Passes of a point are counted from 1, from the start of the
// process or since the list was last read. Without @ the action applies to every pass, with @3 only to the third, with
// @3- to all from the third on.
//
// Actions:   kill        the process ends itself with SIGKILL
//            throw       throws the exception of the point: StoreFault at points of the store and the journal
//            sleep:MS    the thread waits
//            hold        the thread waits until the file no longer has this action; only in a file
//            on          the deliberate bug of this name is active
//
// Points, in the order in which an input passes them:
//   room.throw            a room has taken an input and is only partly changed (an exception of a game)
//   journal.hand_over     before a shard gives the journal the inputs of one turn of its loop
//   journal.begin         before the transaction of a batch
//   journal.append        before each input of the batch
//   journal.commit        after the inputs, before the commit
//   journal.committed     after the commit, before the rooms are notified; thrown: a commit that only looks failed
//   room.tell             before a stored step is sent to any client
//   store.checkpoint, store.checkpointed       around moving the log into the database
//   store.create_room, store.created_room      around the row of a new room
//   store.put_guest, store.put_guest_done      around the row of a new guest
//   store.take_room       before a room is read
//   store.packing         before inputs are packed, on the packer's thread
//   store.pack, store.packed                   around storing packed inputs
//   store.trim, store.trimmed                  around deleting packed inputs from the start of the journal
//   store.claim, store.claimed    around taking rooms of lost nodes; store.renew: before a lease is renewed
//   node.lookup           before the name of another node is looked up, on the lookup's thread
//   store.migrate         inside the transaction of each step of the schema
//   store.copy, store.backup   after a whole store was copied: into another one, before the commit; by --backup, before
//                              the check
//   store.survey          before the database is read as a whole after the start, on the survey's thread
//   room.replay           before each input of a journal is applied
//   drain.told            the notice of a stop was sent, requests are still read
//   record.make           a journal was read, before the record is made from it
//   picture.draw          before the picture of a link is drawn
//   archive.record, archive.give_up, archive.erase   before a record is stored, its room deleted, the rest of the room
//                                                    erased
//
// Deliberate bugs, to be caught by tests/faults:
//   bug.tell_before_journal   a step is sent when it is made, not when it is stored
//   bug.no_dedupe             a repeated request is carried out again
//   bug.gap                   a member other than the requester misses a step
//   bug.any_history           a reconnecting client gets the steps after its number, even if its history is another one
//   bug.two_owners            any guest may take the seat of a person
//   bug.no_sums               a damaged row is accepted as sound
//   bug.pack_nothing          inputs are deleted from the journal although they are not packed
//   bug.no_flush              from the next start on, nothing is flushed to the disk
//   bug.pack_in_two           a room's inputs count as packed one transaction before they are; store.half_packed is in
//                             between
//   bug.no_failure            inputs that could not be stored are reported as stored
//   bug.no_fence              an input is written even if another node has its room now; if its number is taken, it is
//                             sent without being stored
//   bug.eager_takeover        a node takes rooms of other nodes before their lease has ended
//   bug.two_sweeps            a node takes rooms that another one is taking at the same time; store.claimed: before the
//                             commit
//   bug.late_splice           a connection that is relayed to a node continues after that node's lease has ended
//   bug.show_former           a node shows a room from memory after its lease has ended
//   bug.trust_clock           a room's time is the wall clock of its server, even if that is before its last input
//   bug.absent_while_down     reconnect times and holds pass while the server is down
//   bug.no_watch              nothing checks whether the files of the store still exist
//
// Switches that are not bugs:
//   store.large               on: the pages of the database are checked while the server runs, even if there are few
//   store.short_tail          on: the journal is packed as soon as it has 40 rows
//   analysis.quick            on: an analysis spends only a moment on each position
//
// Any thread.
#pragma once
#include <stdexcept>
#include <string>
#include <string_view>

namespace engawa::server::fail_point {

#ifdef ENGAWA_FAIL_POINTS

inline constexpr bool kBuilt = true;
// Passes the point: performs the requested action, or returns true if the caller must throw.
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
