#include "server/hosted_room.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>

#include "server/bot_pool.hpp"
#include "server/lobby.hpp"
#include "server/shard.hpp"

namespace engawa::server {
namespace {

Refusal failure() { return refuse("internal", "the room failed and is rebuilt; this was not done, ask again"); }

}  // namespace

HostedRoom::HostedRoom(Shard& shard, std::string code, std::uint64_t epoch)
    : shard_(shard), code_(std::move(code)), epoch_(epoch) {}

// What is thrown in a call inside a call ends the outer one: the room must not go on in between.
template <class Function>
void HostedRoom::inside(Function const& function) {
  if (!alive()) return;
  if (depth_ > 0) return function(*room_);
  ++depth_;
  try {
    function(*room_);
  } catch (std::exception const& error) {
    give_up(error.what());
  } catch (...) {
    give_up("an exception of no known kind");
  }
  --depth_;
  if (!alive()) shard_.look_after(*this);
}

void HostedRoom::give_up(std::string const& what) {
  log_error(*room_, what);
  room_->failed(failure());
}

void HostedRoom::enter(Peer& peer, Guest const& guest, protocol::Hello const& hello, std::string_view re,
                       std::string_view token) {
  inside([&](Room& room) { room.enter(peer, guest, hello, re, token); });
  if (!alive()) peer.close(1011, "the room failed and is being rebuilt");
}

void HostedRoom::receive(Peer& peer, protocol::ClientFrame const& frame) {
  inside([&](Room& room) { room.receive(peer, frame); });
}

void HostedRoom::leave(Peer& peer) {
  inside([&](Room& room) { room.leave(peer); });
}

void HostedRoom::resend_state(Peer& peer) {
  inside([&](Room& room) { room.resend_state(peer); });
}

Result<int> HostedRoom::hold_seat(Guest const& guest) {
  Result<int> seat = failure();
  inside([&](Room& room) { seat = room.hold_seat(guest); });
  return seat;
}

std::string HostedRoom::summary() const { return room_->state().summary(); }

std::int64_t HostedRoom::now() const { return shard_.services_.clock.now(); }

void HostedRoom::append(Room&, std::uint64_t seq, std::string input) {
  ++in_flight_;
  count(shard_.services_.metrics.steps);
  shard_.services_.journal->append({shard_.index_, this, code_, epoch_, seq, std::move(input)});
}

// Queued behind the input that it is of, so that it is never newer than the journal.
void HostedRoom::keep_snapshot(Room&, std::uint64_t seq, std::string snapshot) {
  shard_.services_.journal->run([code = code_, epoch = epoch_, seq, snapshot = std::move(snapshot)](
                                    Store& store) { store.put_snapshot(code, epoch, seq, snapshot); },
                                {});
}

void HostedRoom::set_alarm(Room&, std::int64_t at) { shard_.set_alarm(*this, at); }

void HostedRoom::think(Room&, ThinkJob job) {
  auto& shard = shard_;
  auto const ticket = job.ticket;
  bool const moves = job.kind == ThinkJob::Kind::move;
  auto& pool = moves ? *shard_.services_.bots : *shard_.services_.solver;
  BotPool::Job thought;
  thought.seed = job.seed;
  thought.stop = job.stop;
  thought.due = std::max(shard_.services_.clock.steady_at(job.due), BotPool::Clock::now() + 2 * pool.budget());
  thought.cost = moves ? job.cost : pool.budget();
  thought.begin = [job = std::move(job)](games::Thinking& thinking) { return job.begin(thinking); };
  // The room may be dropped while the bot thinks: it is found again by its code and epoch.
  thought.done = [&shard, code = code_, epoch = epoch_, ticket, moves](Result<std::string> move) {
    shard.post([&shard, code, epoch, ticket, moves, move = std::move(move)]() mutable {
      auto const hosted = shard.rooms_.find(code);
      if (hosted == shard.rooms_.end() || hosted->second->epoch_ != epoch) return;
      if (moves) count(shard.services_.metrics.bot_moves);
      hosted->second->thought(ticket, std::move(move));
      shard.check_quiet();
    });
  };
  pool.submit(std::move(thought));
}

void HostedRoom::listing_changed(Room& room) {
  if (auto listing = room.listing(); !listing.empty())
    shard_.services_.lobby->post_update(code_, std::move(listing));
  else if (room.state().setup().is_public)
    shard_.services_.lobby->post_removal(code_);
}

void HostedRoom::log_error(Room const& room, std::string const& what) {
  count(shard_.services_.metrics.room_errors);
  fault_ = "after step " + std::to_string(room.state().seq()) + ": " + what;
  spdlog::error("room {} {}", code_, fault_);
}

void HostedRoom::stored(std::uint64_t seq) {
  inside([&](Room& room) { room.committed(seq); });
}

void HostedRoom::refused(std::uint64_t seq) {
  inside([&](Room& room) {
    log_error(room, "step " + std::to_string(seq) + " is not the next, or another server has the room");
    room.failed(failure());
  });
}

void HostedRoom::halt() {
  inside([&](Room& room) {
    halted_ = true;
    room.failed(refuse("busy", "the server cannot store anything now; ask again with the same id"));
  });
}

void HostedRoom::ring() {
  inside([](Room& room) { room.alarm(); });
}

void HostedRoom::thought(std::uint64_t ticket, Result<std::string> answer) {
  inside([&](Room& room) { room.thought(ticket, std::move(answer)); });
}

void HostedRoom::restarted() {
  inside([](Room& room) { room.restarted(); });
}

void HostedRoom::tell(Frame const& notice) {
  inside([&](Room& room) { room.broadcast_notice(notice); });
}

}  // namespace engawa::server
