#include "server/shard/room_slot.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>

#include "base/expect.hpp"
#include "server/bots/bot_pool.hpp"
#include "server/lobby/lobby.hpp"
#include "server/lobby/moderation.hpp"
#include "server/ops/log_lines.hpp"
#include "server/shard/services.hpp"
#include "server/shard/shard_times.hpp"

namespace engawa::server {
namespace {

Refusal failure() { return refuse("internal", "the room failed and is rebuilt; this was not done, ask again"); }

}  // namespace

RoomSlot::RoomSlot(SlotOwner& owner, std::string code) : owner_(owner), code_(std::move(code)) {}

// An exception in a nested call ends the outer call too: the room must not continue in between.
template <class Function>
void RoomSlot::inside(Function const& function) {
  if (!alive()) return;
  if (depth_ > 0) return function(*room_);
  ++depth_;
  try {
    function(*room_);
  } catch (std::exception const& error) {
    give_up(error.what());
  } catch (...) {
    give_up("unknown exception");
  }
  --depth_;
  if (!alive()) owner_.room_failed(*this);
}

void RoomSlot::give_up(std::string const& what) {
  log_error(*room_, what);
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

Result<int> RoomSlot::hold_seat(Guest const& guest) {
  Result<int> seat = failure();
  inside([&](Room& room) { seat = room.hold_seat(guest); });
  return seat;
}

Result<void> RoomSlot::close_room(Guest const& guest) {
  Result<void> done = failure();
  inside([&](Room& room) { done = room.close_room(guest); });
  return done;
}

Result<void> RoomSlot::close_by_operator() {
  Result<void> done = failure();
  inside([&](Room& room) { done = room.close_by_operator(); });
  return done;
}

Result<void> RoomSlot::remove_by_operator(std::string const& guest) {
  Result<void> done = failure();
  inside([&](Room& room) { done = room.remove_by_operator(guest); });
  return done;
}

std::string RoomSlot::summary() const { return room_->state().summary(); }
std::string RoomSlot::glimpse() const { return room_->state().glimpse(); }

std::int64_t RoomSlot::now() const { return owner_.services().clock.now(); }

bool RoomSlot::may_store() const { return owner_.services().journal->up(); }

std::optional<Silence> RoomSlot::silence(std::string_view guest, std::string_view text) const {
  auto sentence = owner_.services().moderation->silence(guest, text);
  if (!sentence) return std::nullopt;
  return Silence{std::move(sentence->refusal), std::move(sentence->context)};
}

void RoomSlot::append(std::uint64_t seq, std::string_view input) {
  ++in_flight_;
  count(owner_.services().metrics.steps);
  owner_.collect(*this, seq, input);
}

// After its input, so that it is never newer than the journal.
void RoomSlot::keep_snapshot(std::uint64_t seq, std::string snapshot) {
  owner_.run([code = code_, epoch = epoch_, seq,
              snapshot = std::move(snapshot)](Store& store) { store.put_snapshot(code, epoch, seq, snapshot); },
             {});
}

void RoomSlot::set_alarm(std::int64_t at) { owner_.set_alarm(*this, at); }

void RoomSlot::think(ThinkJob job) {
  bool const moves = job.kind == ThinkJob::Kind::move;
  ThoughtFor room{code_, epoch_, job.ticket, moves};
  auto& pool = moves ? *owner_.services().bots : *owner_.services().solver;
  BotPool::Job thought;
  thought.seed = job.seed;
  thought.stop = job.stop;
  thought.payer = payer_;
  thought.due = std::max(owner_.services().clock.steady_at(job.due), BotPool::Steady::now() + 2 * pool.budget());
  thought.cost = moves ? job.cost : pool.budget();
  thought.begin = [job = std::move(job)](games::Thinking& thinking) { return job.begin(thinking); };
  thought.done = [&owner = owner_, room = std::move(room)](Result<std::string> answer) {
    owner.post_thought(room, std::move(answer));
  };
  pool.submit(std::move(thought));
}

void RoomSlot::listing_changed(Room& room) {
  if (auto listing = room.listing(); !listing.empty())
    owner_.services().lobby->post_update(code_, std::move(listing));
  else if (room.state().setup().is_public)
    owner_.services().lobby->post_removal(code_);
}

void RoomSlot::move_acknowledged(Room const& room, std::chrono::steady_clock::time_point received) {
  owner_.times().move_acknowledged(room.state().info().id, std::chrono::steady_clock::now() - received);
}

void RoomSlot::log_error(Room const& room, std::string const& what) {
  count(owner_.services().metrics.room_errors);
  fault_ = "after step " + std::to_string(room.state().seq()) + ": " + what;
  LogAbout const about({.room = code_});
  spdlog::error("room {} {}", code_, fault_);
}

void RoomSlot::open(std::unique_ptr<Room> room, Origin origin) {
  room_ = std::move(room);
  inside([&](Room& opened) {
    if (notes_.slept && notes_.slept->lasting) return opened.woken(*notes_.slept->lasting);
    if (origin == Origin::made) return opened.made();
    opened.restarted();
  });
  if (alive()) listing_changed(*room_);
}

void RoomSlot::was_unreachable() {
  inside([](Room& room) { room.was_unreachable(); });
}

void RoomSlot::reported(std::uint64_t seq, Journal::Fate fate) {
  EXPECT(in_flight_ > 0);
  --in_flight_;
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
    log_error(room, "step " + std::to_string(seq) + " is not the next, or another server has the room");
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

void RoomSlot::thought(std::uint64_t ticket, Result<std::string> answer) {
  inside([&](Room& room) { room.thought(ticket, std::move(answer)); });
}

void RoomSlot::tell(Frame const& notice) {
  inside([&](Room& room) { room.broadcast_notice(notice); });
}

}  // namespace engawa::server
