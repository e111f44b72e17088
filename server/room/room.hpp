// A room as an actor: members come and go, requests become inputs, inputs become steps.
//
// The order for every input: check and apply (RoomState), append to the journal, and send only after the journal has
// committed. All of it on the room's shard; nothing here blocks. RoomEnvironment (environment.hpp) is the interface to
// the outside; tests fake it.
#pragma once
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/ops/token_bucket.hpp"
#include "server/room/bot_desk.hpp"
#include "server/room/environment.hpp"
#include "server/room/event_log.hpp"
#include "server/room/history.hpp"
#include "server/room/members.hpp"
#include "server/room/peer.hpp"
#include "server/room/request_cache.hpp"
#include "server/room/request_reader.hpp"
#include "server/room/room_limits.hpp"
#include "server/room/room_time.hpp"
#include "server/room/spectator_notice.hpp"
#include "server/room/state.hpp"

namespace engawa::server {

class Room final : public Channel {
 public:
  // A room from its set-up and the inputs in its journal (none for a new one), or from a snapshot and the inputs after
  // it. Refuses with `internal` a journal that does not replay, or an invalid snapshot.
  static Result<std::unique_ptr<Room>> load(RoomSetup setup, std::vector<std::string> const& journal,
                                            RoomEnvironment& world, RoomTuning const& tuning,
                                            std::string_view snapshot = {});
  // The form that load() reads; useful only between games (RoomState::can_be_snapshot).
  std::string snapshot() const;

  // One of these three must be called once after load(). made(): it is new.
  void made();
  // It was in no server's memory: all who were connected count as offline now, and could not return in between.
  void restarted();
  // The data that a room keeps while it sleeps, besides its journal.
  struct Lasting {
    std::int64_t host_until = 0;  // the reconnect time of an absent host, in room time; 0: connected
    TokenBucket stored;           // how much people may store in it
    std::int64_t ahead = 0;       // room time minus server time
    bool unreachable = false;     // no person has come since they could not
  };
  // It was in memory since the server started, and was dropped while it was dozing().
  void woken(Lasting const& lasting);
  // For a while people could not return, because the store or the node was unreachable. All reconnect times and holds
  // begin again, now or, in an empty room, when a person comes.
  void was_unreachable();
  // The room is empty and nothing is in progress: until a person comes, only an alarm can happen.
  bool dozing() const;
  Lasting lasting() const { return {host_until_, limits_.stored(), time_.ahead(), unreachable_}; }

  void enter(Peer& peer, Guest const& guest, protocol::Hello const& hello, std::string_view re,
             std::string_view token) override;
  void receive(Peer& peer, protocol::ClientFrame const& frame) override;
  void leave(Peer& peer) override;
  void resend_state(Peer& peer) override;

  // Quick play: holds the first open seat for a guest. Refuses with `room_full`.
  Result<int> hold_seat(Guest const& guest);

  // The host closes the room for good: once that is stored, all connections are closed. Refuses with `not_host`, and
  // with `room_closed` if it is already closed.
  Result<void> close_room(Guest const& guest);
  // The operator of the server does the same, or removes a guest, who may be the host. Refuses with `room_closed`, and
  // with `not_found` if no such guest is in the room.
  Result<void> close_by_operator();
  Result<void> remove_by_operator(std::string const& guest);

  void committed(std::uint64_t seq);
  // The room cannot continue (its game failed, or the journal could not store). Nothing unstored was sent. Pending
  // requests are answered with `why`, all members are closed with 1011, and the room must be dropped.
  void failed(Refusal const& why);
  void alarm();
  // `answer` is JSON text: a move, a hint or a solution, according to the job.
  void thought(std::uint64_t ticket, Result<std::string> answer);
  // Notifies all members that the server is stopping, or closes them.
  void broadcast_notice(Frame const& frame) { members_.tell_all(frame); }
  void close_all(int code, std::string_view reason) { members_.close_all(code, reason); }

  RoomState const& state() const { return state_; }
  std::size_t members() const { return members_.size(); }
  // The room's entry in the lobby. Empty: not in the lobby, because it is private or empty.
  std::string listing() const {
    return state_.setup().is_public && !state_.asleep() ? state_.summary() : std::string();
  }
  // No input is in flight: the room may be dropped from memory and loaded again.
  bool settled() const { return members_.empty() && !members_.holds_steps(); }
  // failed() was called: the room must be dropped.
  bool broken() const { return broken_; }
  // Requests that wait for a hint.
  std::size_t unanswered() const { return bots_.hints(); }

 private:
  Room(RoomState state, RoomEnvironment& world, RoomTuning const& tuning);
  std::int64_t now() const { return time_.now(); }

  void deliver_since(Member const& member, std::optional<std::uint64_t> seq, std::string_view hash);
  void deliver_state(Member const& member);
  void answer_ok(Member const& member, std::string_view request, std::uint64_t seq);
  void answer_error(Member const& member, std::string_view request, Refusal const& refusal, std::int64_t retry_ms = 0);
  void refuse_request(Member const& member, protocol::ClientFrame const& frame, Refusal const& refusal,
                      std::int64_t retry_ms = 0);
  bool is_silenced(Member const& member, std::string_view request, std::string const& text);
  void confirm(Member const& member, protocol::ClientFrame const& frame);
  bool answer_question(Member const& member, protocol::ClientFrame const& frame);
  bool answer_again(Member const& member, protocol::ClientFrame const& frame);
  std::string error_text(std::string_view request, Refusal const& refusal, std::int64_t retry_ms) const;
  void answer_preview(Member const& member, std::string_view request, protocol::Move const& move);
  Result<std::string> preview(Member const& member, std::string_view request, protocol::Move const& move,
                              std::int64_t& retry_ms);
  void welcome_back(Member& member, protocol::Hello const& hello);
  void wake();
  void begin();
  void take_seat(Guest const& guest);
  bool turns_away(Peer& peer, Guest const& visitor, std::string_view re) const;

  Result<void> restore(std::string_view snapshot);
  Result<void> replay(std::string const& line);
  void keep_snapshot();
  using Moment = std::chrono::steady_clock::time_point;
  // `move_received`: when the asker's move was received; of anything else: not set.
  Result<void> submit(Input input, Member const* asker = nullptr, Moment move_received = {});
  void give_up(std::string const& what);
  void show();
  Frame keep_step(Change const& change, std::string_view line);
  void part_with(std::string const& guest);
  void dismiss(std::string const& guest);
  void after_change();
  void start_if_full();
  void let_time_pass();
  std::int64_t lag_allowance(games::Seat seat);
  std::optional<RoomState::Deadline> clock_deadline();
  void let_clock_run_out();
  void pass_on(BotDesk::Question const& question, Result<std::string> answer);
  void tell_of_hint(BotDesk::Question const& question);
  void play_due_moves();
  std::vector<std::size_t> overdue_seats() const;
  void look_after_seats();
  void look_after_rematch();
  Input grace_input(std::size_t seat) const;
  std::int64_t grace_ms() const { return state_.setup().grace_ms >= 0 ? state_.setup().grace_ms : tuning_.grace_ms; }
  bool host_is_gone() const;
  void look_after_host();
  void look_after_spectators();
  void note_spectators();
  void schedule();
  std::int64_t storing_wait(Member const& member) const;

  RoomState state_;
  RoomEnvironment& world_;
  RoomTuning tuning_;
  RoomTime time_;
  bool unreachable_ = false;  // no person has come since they could not: reconnect times and holds are stopped
  RequestCache answers_;      // the oks; rebuilt from the journal
  RequestCache unstored_;     // of requests that changed nothing, mostly refusals; lost with the process
  RoomLog log_;               // also rebuilt from the journal
  Members members_;
  History history_;  // its newest step has number state_.seq()
  BotDesk bots_;
  RoomLimits limits_;
  std::vector<LagQuota> lags_;  // one per seat
  RequestReader reader_;
  SpectatorNotice spectators_;
  std::int64_t host_until_ = 0;    // the reconnect time of an absent host, in room time; 0: connected
  std::string listing_;            // as last reported
  std::uint64_t snapshot_at_ = 0;  // of the last snapshot
  bool broken_ = false;
};

}  // namespace engawa::server
