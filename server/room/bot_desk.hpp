// A room's bots: their thinking, and when they move.
//
// They think on other threads (RoomEnvironment::think), under a ticket; answers for past positions are ignored. The
// desk changes nothing in the room: it returns the input that is due, and the room submits it. The room's shard only.
#pragma once
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "server/room/environment.hpp"
#include "server/room/members.hpp"
#include "server/room/room_time.hpp"
#include "server/state/state.hpp"

namespace engawa::server {

class BotDesk {
 public:
  // A hint or a solution in progress.
  struct Question {
    std::uint64_t ticket = 0;
    int round = 0;
    std::uint64_t asker = 0;  // member; 0: the room itself, for a solution
    games::Seat seat = 0;     // the asker's
    std::uint64_t seq = 0;
    std::string request;
    std::stop_source stop;
  };

  // REQUIRES: these outlive the desk and keep their addresses.
  BotDesk(RoomState const& state, RoomEnvironment& world, RoomTime const& time);

  // The room was loaded in the middle of a round.
  void resume() { round_ = state_.round(); }
  // The state has taken this input; `moved`: it was a move or advanced the game time. True if a round has begun.
  bool applied(Input const& input, bool moved);
  // Stops computations whose requester has left.
  void drop_stale(Members const& members);

  // Lets the bots whose turn it is think. Only while a person is connected: an empty room waits.
  void drive(Members const& members);
  // Lets a bot think for a player who ran out of time. REQUIRES: no bot is thinking for the seat.
  void think_for_late(games::Seat seat);
  bool is_thinking(games::Seat seat) const;
  bool awaits_move(std::uint64_t ticket) const;
  // REQUIRES: awaits_move(ticket).
  void keep_move(std::uint64_t ticket, std::string move);
  // The next due move, which the room must submit.
  std::optional<Input> take_due_move(std::int64_t now);
  // When the earliest known move is due (room time); 0: there is none.
  std::int64_t next_due() const;

  // Once per round, if the game wants the solver's answer for its opening.
  void ask_for_solution();
  // Refuses with `rate_limited` while the member's last hint is being computed.
  Result<void> ask_for_hint(Member const& member, std::string const& request);
  std::optional<Question> take_question(std::uint64_t ticket);
  // Whether everybody must hear of this hint: the first one for its position in a round of several people.
  bool must_be_told(Question const& hint);
  // Requests that wait for a hint.
  std::size_t hints() const;

  // Bytes on the heap, estimated; without what the bots use while they think.
  std::size_t memory() const;
  bool idle() const { return thinking_.empty() && questions_.empty(); }
  // Stops everything; no answer is awaited any more.
  void stop();

 private:
  struct PendingMove {
    std::uint64_t ticket = 0;
    std::uint64_t position = 0;  // position_of(seat) at the start
    int round = 0;
    games::Seat seat = 0;
    bool timeout = false;
    std::int64_t pause = 0;  // before the move
    std::int64_t due = 0;
    std::stop_source stop;
    std::string move;  // the answer, if it arrived before the move is due
  };
  // A seat's own pace in simultaneous games.
  struct Pace {
    std::uint64_t moves = 0;  // number of moves by or for it
    std::int64_t last_at = 0;
    std::optional<std::uint64_t> hinted;  // the last position for which everybody has heard of a hint
  };

  void begin_round(std::int64_t at);
  std::uint64_t position_of(games::Seat seat) const;
  std::int64_t pause_before(games::Seat seat, std::string_view bot, int level, bool watched) const;
  bool is_watched(Members const& members) const;
  std::int64_t due_after(games::Seat seat, std::int64_t pause) const;
  void think(games::Seat seat, std::string const& bot, int level, std::optional<std::int64_t> pause);
  ThinkJob job_of(ThinkJob::Kind kind, games::Seat seat) const;

  RoomState const& state_;
  RoomEnvironment& world_;
  RoomTime const& time_;
  std::vector<PendingMove> thinking_;
  std::vector<Question> questions_;
  std::vector<Pace> paces_;  // one per seat
  std::uint64_t next_ticket_ = 1;
  std::int64_t last_move_at_ = 0;
  std::int64_t paused_ms_ = 0;  // used by bots since a person's last move
  int round_ = 0;               // the round of the paces
};

}  // namespace engawa::server
