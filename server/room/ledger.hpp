// The part of a room that follows from its journal alone: the state, the running hash and the last steps, the log of the
// round, and the answers to requests that made an input.
//
// The same inputs give the same ledger, in a live room and in one that is read again. The room's shard only.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "server/room/environment.hpp"
#include "server/room/event_log.hpp"
#include "server/room/history.hpp"
#include "server/room/request_cache.hpp"
#include "server/state/state.hpp"

namespace engawa::server {

class Ledger {
 public:
  // An input that has been applied. `line` is the input as the journal has it; valid until the next apply() of any
  // ledger in this thread.
  struct Entry {
    std::uint64_t seq = 0;
    Frame step;
    std::string_view line;
    bool moved = false;  // a move was made, or the game time went on
  };

  Ledger(RoomState state, RoomTuning const& tuning);
  Ledger(Ledger const&) = delete;
  Ledger& operator=(Ledger const&) = delete;

  // Both refuse with `internal`, and must not be used any more then.
  Result<void> restore(std::string_view snapshot);
  Result<void> replay(std::string const& line);

  // After a refusal nothing has changed. `input` is the same afterwards.
  Result<Entry> apply(Input& input);

  // The form that restore() reads; useful only between games (RoomState::can_be_snapshot).
  std::string snapshot() const;
  // A snapshot should be stored now, and will be.
  bool takes_snapshot();

  RoomState const& state() const { return state_; }
  History const& history() const { return history_; }
  RoomLog const& log() const { return log_; }
  // The oks.
  RequestCache const& answers() const { return answers_; }

 private:
  Frame keep_step(Change const& change, std::string_view line);

  RoomTuning tuning_;
  RoomState state_;
  History history_;  // its newest step has number state_.seq()
  RoomLog log_;
  RequestCache answers_;
  std::uint64_t snapshot_at_ = 0;  // of the last snapshot
};

}  // namespace engawa::server
