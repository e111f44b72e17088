// A room's interface to the outside, and its tuning. Everything on the room's shard.
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "games/core/match.hpp"
#include "protocol/frames.hpp"
#include "server/ops/token_bucket.hpp"

namespace engawa::server {

// A task for a thread outside the room: a bot's move, a hint for a player, or the solver's answer.
struct ThinkJob {
  using Kind = games::ThinkRequest::Kind;
  Kind kind = Kind::move;
  std::shared_ptr<games::Match const> match;  // an independent copy
  games::Seat seat = 0;
  std::string bot;
  int level = 1;
  std::uint64_t seed = 0;
  std::stop_source stop;
  std::uint64_t ticket = 0;           // returned with the answer
  std::int64_t due = 0;               // the deadline of the answer (server time, ms); in the past: soon
  std::chrono::microseconds cost{0};  // processor time; 0: negligible or unknown

  Result<std::unique_ptr<games::Thinker>> begin(games::Thinking& thinking) const {
    return match->begin({kind, seat, bot, level}, thinking);
  }
};

// Why the operator of the server does not let a guest say something.
struct Silence {
  Refusal refusal;
  protocol::ErrorContext context;
};

// Of one room.
class RoomEnvironment {
 public:
  virtual ~RoomEnvironment() = default;
  // Server time in ms. It never goes back, but a later run of the server may have begun at an earlier or later time.
  virtual std::int64_t now() const = 0;
  // False while the store is known not to work: an input would fail, and the room with it.
  virtual bool may_store() const = 0;
  // Whether the operator lets this guest say this; nullopt: yes.
  virtual std::optional<Silence> silence(std::string_view /*guest*/, std::string_view /*text*/) const {
    return std::nullopt;
  }
  // Stores an input. Later, on the room's shard: Room::committed(seq) or Room::failed(). In order.
  virtual void append(std::uint64_t seq, std::string_view input) = 0;
  // Stores the room's state after input `seq`. A failure has no consequence: snapshots only make loading faster.
  virtual void keep_snapshot(std::uint64_t seq, std::string snapshot) = 0;
  // Requests a call of Room::alarm() at `at` (0: none). Replaces the earlier request.
  virtual void set_alarm(std::int64_t at) = 0;
  // Later, on the room's shard: Room::thought(ticket, answer).
  virtual void think(ThinkJob job) = 0;
  // The room's listing has changed; empty: it is not in the lobby.
  virtual void listing_changed(std::string const& listing) = 0;
  // The `ok` of a person's move was sent; its frame was received at this time.
  virtual void move_acknowledged(std::chrono::steady_clock::time_point /*received*/) {}
  virtual void log_error(std::string const& what) = 0;
};

struct RoomTuning {
  std::int64_t grace_ms = 30000;  // reconnect time
  Rate chat{0.5, 5};
  Rate previews{10, 20};             // of a seat
  Rate stored = kb_per_hour(32000);  // bytes of people's inputs
  int heartbeat_s = 20;
  std::size_t max_spectators = 100;  // connected people without a seat
  std::size_t history_steps = 256;
  std::size_t history_bytes = 65536;
  std::uint64_t snapshot_inputs = 256;  // inputs from one snapshot to the next, at least
};

}  // namespace engawa::server
