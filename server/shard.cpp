#include "server/shard.hpp"

#include <spdlog/spdlog.h>

#include "protocol/frames.hpp"
#include "server/bot_pool.hpp"
#include "server/guests.hpp"
#include "server/lobby.hpp"
#include "server/traffic_log.hpp"

namespace engawa::server {

Services::Services() = default;
Services::~Services() = default;

Shard& Services::shard_of(std::string_view code) {
  return *shards[std::hash<std::string_view>{}(code) % shards.size()];
}

HostedRoom::HostedRoom(Shard& shard, std::string code, std::uint64_t epoch)
    : shard_(shard), code_(std::move(code)), epoch_(epoch) {}

std::int64_t HostedRoom::now() const { return shard_.services_.clock.now(); }

void HostedRoom::append(Room&, std::uint64_t seq, std::string input) {
  ++in_flight_;
  count(shard_.services_.metrics.steps);
  shard_.services_.journal->append({shard_.index_, this, code_, epoch_, seq, std::move(input)});
}

void HostedRoom::set_alarm(Room&, std::int64_t at) { shard_.set_alarm(*this, at); }

void HostedRoom::think(Room&, ThinkJob job) {
  auto& shard = shard_;
  auto const ticket = job.ticket;
  bool const moves = job.task == ThinkJob::Task::move;
  // The room may be dropped while the bot thinks: it is found again by its code and epoch.
  auto done = [&shard, code = code_, epoch = epoch_, ticket, moves](Result<std::string> move) {
    shard.post([&shard, code, epoch, ticket, moves, move = std::move(move)]() mutable {
      auto const hosted = shard.rooms_.find(code);
      if (hosted == shard.rooms_.end() || hosted->second->epoch_ != epoch || !hosted->second->room_) return;
      if (moves) count(shard.services_.metrics.bot_moves);
      hosted->second->room_->thought(ticket, std::move(move));
      shard.drop_if_broken(*hosted->second);
    });
  };
  auto& pool = job.task == ThinkJob::Task::move ? shard_.services_.bots : shard_.services_.solver;
  pool->submit(std::move(job), std::move(done));
}

void HostedRoom::summary_changed(Room& room) {
  if (room.state().setup().is_public) shard_.services_.lobby->post_update(code_, room.state().summary());
}

void HostedRoom::log_error(Room const& room, std::string const& what) {
  count(shard_.services_.metrics.room_errors);
  spdlog::error("room {} after step {}: {}", code_, room.state().seq(), what);
}

Shard::Shard(int index, Services& services)
    : services_(services), index_(index), work_(io_.get_executor()), alarm_timer_(io_), tend_timer_(io_) {}

Shard::~Shard() { stop(); }

void Shard::start() {
  tend_all();
  thread_ = std::thread([this] { io_.run(); });
}

void Shard::stop() {
  io_.stop();
  if (thread_.joinable()) thread_.join();
  auto const connections = tended_;
  for (auto* connection : connections)
    if (tended_.contains(connection)) connection->drop();
}

RoomTuning Shard::tuning() const {
  RoomTuning tuning;
  auto const& config = services_.config;
  tuning.grace_ms = config.grace_ms;
  tuning.chat = {static_cast<double>(config.chat_per_10s) / 10, static_cast<double>(config.chat_per_10s)};
  tuning.heartbeat_s = static_cast<int>(config.ping_s);
  return tuning;
}

void Shard::with_room(std::string const& code, std::function<void(Result<Room*>)> done) {
  auto const known = rooms_.find(code);
  if (known != rooms_.end()) {
    auto& hosted = *known->second;
    if (hosted.room_ && !hosted.room_->broken()) return done(hosted.room_.get());
    hosted.waiters_.push_back(std::move(done));
    return;
  }
  if (services_.rooms >= services_.config.rooms)
    return done(refuse("limit_reached", "the server has as many rooms as it may"));
  auto& hosted = *rooms_.emplace(code, std::make_unique<HostedRoom>(*this, code, 0)).first->second;
  ++services_.rooms;
  hosted.waiters_.push_back(std::move(done));
  load(hosted);
}

void Shard::load(HostedRoom& hosted) {
  auto stored = std::make_shared<std::optional<StoredRoom>>();
  auto const code = hosted.code_;
  services_.journal->run([stored, code](Store& store) { *stored = store.take_room(code); },
                         [this, stored, code](bool read) {
                           post([this, stored, code, read] {
                             if (!read) return loaded(code, refuse("internal", "the room could not be read"));
                             if (!*stored) return loaded(code, refuse("not_found", "there is no room " + code));
                             loaded(code, std::move(**stored));
                           });
                         });
}

void Shard::loaded(std::string const& code, Result<StoredRoom> stored) {
  if (!stored) return refuse_waiters(code, stored.error());
  auto& hosted = *rooms_.at(code);
  hosted.epoch_ = stored->epoch;
  auto setup = read_setup(stored->setup);
  if (!setup) return open(hosted, setup.error());
  count(services_.metrics.rooms_loaded);
  open(hosted, Room::load(std::move(*setup), stored->inputs, hosted, tuning()));
}

void Shard::open(HostedRoom& hosted, Result<std::unique_ptr<Room>> room) {
  if (!room) {
    spdlog::error("room {} cannot be opened: {}", hosted.code_, room.error().message);
    return refuse_waiters(hosted.code_, refuse("internal", "this room is damaged; the operator has been told"));
  }
  hosted.room_ = std::move(*room);
  hosted.idle_since_ = services_.clock.now();
  hosted.room_->restarted();
  hosted.summary_changed(*hosted.room_);
  auto const waiters = std::move(hosted.waiters_);
  hosted.waiters_.clear();
  for (auto const& waiter : waiters) waiter(hosted.room_.get());
}

void Shard::refuse_waiters(std::string const& code, Refusal const& refusal) {
  auto const hosted = std::move(rooms_.at(code));
  rooms_.erase(code);
  --services_.rooms;
  for (auto const& waiter : hosted->waiters_) waiter(refusal);
}

void Shard::create_room(RoomSetup setup, std::function<void(Result<Room*>)> done) {
  if (services_.rooms >= services_.config.rooms)
    return done(refuse("limit_reached", "the server has as many rooms as it may"));
  auto const code = setup.code;
  auto const text = write_setup(setup);
  auto const at = setup.created_at;
  services_.journal->run(
      [code, text, at](Store& store) { store.create_room(code, text, at); },
      [this, setup = std::move(setup), done = std::move(done)](bool stored) {
        post([this, setup, done, stored] {
          if (!stored) return done(refuse("internal", "the room could not be stored"));
          auto& hosted = *rooms_.emplace(setup.code, std::make_unique<HostedRoom>(*this, setup.code, 1)).first->second;
          ++services_.rooms;
          count(services_.metrics.rooms_created);
          hosted.waiters_.push_back(done);
          open(hosted, Room::load(setup, {}, hosted, tuning()));
        });
      });
}

void Shard::reported(std::vector<Journal::Outcome> const& outcomes) {
  for (auto const& outcome : outcomes) {
    auto& hosted = *outcome.room;
    --hosted.in_flight_;
    if (hosted.room_ && !hosted.room_->broken()) {
      if (outcome.stored)
        hosted.room_->committed(outcome.seq);
      else {
        hosted.log_error(*hosted.room_, "step " + std::to_string(outcome.seq) + " could not be stored");
        hosted.room_->failed();
      }
    }
    drop_if_broken(hosted);
  }
}

// A room that failed is forgotten once the journal has let go of it, and read anew when somebody wants it.
void Shard::drop_if_broken(HostedRoom& hosted) {
  if (hosted.room_ && hosted.room_->broken() && hosted.in_flight_ == 0) drop(hosted, false);
}

void Shard::drop(HostedRoom& hosted, bool close) {
  auto const code = hosted.code_;
  set_alarm(hosted, 0);
  auto waiters = std::move(hosted.waiters_);
  rooms_.erase(code);
  --services_.rooms;
  count(services_.metrics.rooms_dropped);
  if (close) {
    services_.journal->run([code](Store& store) { store.set_closed(code, true); }, {});
    services_.lobby->post_removal(code);
  }
  for (auto& waiter : waiters) with_room(code, std::move(waiter));
}

void Shard::set_alarm(HostedRoom& hosted, std::int64_t at) {
  if (hosted.alarm_at_ == at) return;
  if (hosted.alarm_at_ != 0) {
    auto const range = alarms_.equal_range(hosted.alarm_at_);
    for (auto it = range.first; it != range.second; ++it)
      if (it->second == &hosted) {
        alarms_.erase(it);
        break;
      }
  }
  hosted.alarm_at_ = at;
  if (at == 0) return;
  alarms_.emplace(at, &hosted);
  if (armed_for_ == 0 || at < armed_for_) arm_timer();
}

// One timer for all rooms, set to the earliest alarm; it is left alone when that alarm goes away and simply finds nothing to do.
void Shard::arm_timer() {
  if (alarms_.empty()) return;
  armed_for_ = alarms_.begin()->first;
  alarm_timer_.expires_at(services_.clock.steady_at(armed_for_));
  alarm_timer_.async_wait([this](boost::system::error_code error) {
    if (!error) ring();
  });
}

void Shard::ring() {
  armed_for_ = 0;
  auto const now = services_.clock.now();
  while (!alarms_.empty() && alarms_.begin()->first <= now) {
    auto& hosted = *alarms_.begin()->second;
    alarms_.erase(alarms_.begin());
    hosted.alarm_at_ = 0;
    hosted.room_->alarm();
    drop_if_broken(hosted);
  }
  arm_timer();
}

void Shard::tend_all() {
  auto const now = services_.clock.now();
  auto const connections = tended_;  // tending may close, and closing forgets
  for (auto* connection : connections)
    if (tended_.contains(connection)) connection->tend(now);
  tend_rooms(now);
  tend_timer_.expires_after(std::chrono::seconds(1));
  tend_timer_.async_wait([this](boost::system::error_code error) {
    if (!error) tend_all();
  });
}

// Rooms that nobody has been in for long leave the memory and the lobby; their journal stays, and who has the code can come back.
void Shard::tend_rooms(std::int64_t now) {
  std::vector<HostedRoom*> stale;
  for (auto& [code, hosted] : rooms_) {
    if (!hosted->room_) continue;
    if (hosted->room_->members() > 0)
      hosted->idle_since_ = 0;
    else if (hosted->idle_since_ == 0)
      hosted->idle_since_ = now;
    auto const playing = hosted->room_->state().phase() == Phase::playing;
    auto const ttl = (playing ? services_.config.idle_ttl_s : services_.config.lobby_ttl_s) * 1000;
    if (hosted->idle_since_ != 0 && now - hosted->idle_since_ > ttl && hosted->room_->settled() &&
        hosted->in_flight_ == 0)
      stale.push_back(hosted.get());
  }
  for (auto* hosted : stale) drop(*hosted, true);
}

void Shard::announce_drain(int in_s) {
  auto const frame = std::make_shared<std::string const>(protocol::notice("draining", in_s));
  for (auto& [code, hosted] : rooms_)
    if (hosted->room_) hosted->room_->broadcast_notice(frame);
}

void Shard::close_connections() {
  auto const connections = tended_;
  for (auto* connection : connections)
    if (tended_.contains(connection)) connection->go_away();
}

}  // namespace engawa::server
