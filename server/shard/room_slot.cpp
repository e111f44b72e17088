#include "server/shard/room_slot.hpp"

#include <utility>

#include "base/held_memory.hpp"
#include "server/shard/services.hpp"

namespace engawa::server {
namespace {

// Of an input on its way to the store. All rooms have one queue, so that the length of a line is an assumption.
constexpr std::size_t kInFlight = sizeof(JournalAppend) + 128;

}  // namespace

RoomSlot::RoomSlot(SlotOwner& owner, std::string code) : owner_(owner), code_(std::move(code)), world_(owner, *this) {}

Refusal RoomSlot::failure() {
  return refuse("internal", "the room failed and is rebuilt; this was not done, ask again");
}

void RoomSlot::give_up(std::string const& what) {
  world_.log_error(what);
  room_->failed(failure());
}

void RoomSlot::enter(Peer& peer, Guest const& guest, protocol::Hello const& hello, std::string_view re,
                     std::string_view token) {
  inside([&](Room& room) { room.enter(peer, guest, hello, re, token); });
  if (!alive()) peer.close(1011, "the room failed and is being rebuilt");
}

void RoomSlot::receive(Peer& peer, protocol::ClientFrame const& frame) {
  inside([&](Room& room) { room.receive(peer, frame); });
}

void RoomSlot::leave(Peer& peer) {
  inside([&](Room& room) { room.leave(peer); });
}

void RoomSlot::resend_state(Peer& peer) {
  inside([&](Room& room) { room.resend_state(peer); });
}

std::size_t RoomSlot::memory() const {
  return held::block(sizeof *this) + held::texts(code_, world_.fault(), notes_.payer) + world_.in_flight() * kInFlight +
         room().memory();
}

// Nobody else has had the room since: otherwise its time and those who are absent are others now.
bool RoomSlot::slept_here() const { return notes_.slept && notes_.slept->lasting && epoch_ == notes_.slept->epoch + 1; }

void RoomSlot::open(std::unique_ptr<Room> room, Origin origin) {
  room_ = std::move(room);
  inside([&](Room& opened) {
    if (slept_here()) return opened.woken(*notes_.slept->lasting);
    if (origin == Origin::made) return opened.made();
    opened.restarted();
  });
  if (alive()) world_.listing_changed(room_->listing());
}

void RoomSlot::reported(std::uint64_t seq, Journal::Fate fate) {
  world_.reported();
  switch (fate) {
    case Journal::Fate::stored:
      return inside([&](Room& room) { room.committed(seq); });
    case Journal::Fate::refused:
      return refused(seq);
    case Journal::Fate::fault:
      return halt("the server cannot store anything now; ask again with the same id");
  }
}

void RoomSlot::refused(std::uint64_t seq) {
  if (owner_.services().clustered) return give_away();
  inside([&](Room& room) {
    world_.log_error("step " + std::to_string(seq) + " is not the next, or another server has the room");
    room.failed(failure());
  });
}

void RoomSlot::give_away() { halt("another server has this room now; connect again"); }

void RoomSlot::halt(std::string const& why) {
  inside([&](Room& room) {
    halted_ = true;
    room.failed(refuse("busy", why));
  });
}

void RoomSlot::ring() {
  inside([](Room& room) { room.alarm(); });
}

}  // namespace engawa::server
