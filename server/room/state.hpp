// A room's state as the deterministic fold of its inputs, and the document that clients see of it.
//
// No peers, no timers, no journal: the same class serves a live room and the reading of a journal. One thread at a
// time.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "games/core/match.hpp"
#include "server/room/chat.hpp"
#include "server/room/evening.hpp"
#include "server/room/input.hpp"
#include "server/room/people.hpp"
#include "server/room/room_clock.hpp"
#include "server/room/seats.hpp"
#include "server/room/votes.hpp"

namespace engawa::server {

enum class Phase { lobby, playing, over };

// The change made by one input: the parts of a step.
struct Change {
  std::string set;     // members of the merge patch, without braces
  std::string events;  // without brackets
  std::string by;      // seat name or empty
  std::string move;    // of a move: JSON text in its shortest form

  void clear() {
    for (auto* part : {&set, &events, &by, &move}) part->clear();
  }
};

// The seats of the set-up; that of the room's creator is held for them.
Seats seats_of_chairs(std::vector<RoomSetup::Chair> const& chairs, RoomSetup const& setup);

class RoomState {
 public:
  // Refuses with `bad_message` if the game or its options do not exist (any more).
  static Result<RoomState> make(RoomSetup setup);

  // Checks and applies one input. After a refusal nothing has changed. Deterministic: the same inputs give the same
  // state and the same changes on every machine.
  Result<Change> apply(Input const& input);
  // The same, with the change in a value of the caller, whose memory is reused; after a refusal the value is undefined.
  Result<void> apply(Input const& input, Change& change);

  // The request asks for the present state, and its guest may ask for it, so it needs no step. Never true for a move.
  bool is_so(Input const& input) const;

  // The changes that a move would make in the game: `ply`, `to_act`, `legal`, `view` and the move's events, as in its
  // step, without the clock and the end of the round. Refuses as apply() does, and with `unsupported` in games without
  // previews. REQUIRES: a game is running, and the input is a seat's move.
  Result<Change> preview(Input const& input) const;

  // The whole document, one JSON object.
  std::string document() const;
  // Only the document's `seats`.
  std::string seats_document() const;
  // The room's entry in the lobby, one JSON object.
  std::string summary() const;
  // The room's game as JSON text, for a small picture: the seats and the view, without the parts that only players
  // need.
  std::string glimpse() const;

  // Everything except the match as JSON text. With can_be_snapshot() it is the whole room: there is no round to show,
  // or one has just begun and its match is opening().
  std::string snapshot() const;
  bool can_be_snapshot() const;
  // Restores the state of snapshot(). REQUIRES: newly constructed from the same set-up. Refuses an invalid text with
  // `internal`; then this object must not be used any more.
  Result<void> restore(std::string_view text);

  RoomSetup const& setup() const { return setup_; }
  games::Info const& info() const { return *info_; }
  std::uint64_t seq() const { return seq_; }
  // The time of the last input, in room time; 0: there is none.
  std::int64_t last_at() const { return last_at_; }
  // The seats are as after this input, or after a later one.
  std::uint64_t seats_since() const { return seats_since_; }
  Phase phase() const { return phase_; }
  Seats const& seats() const { return seats_; }
  std::string const& host() const { return people_.host(); }
  bool asleep() const { return asleep_; }
  // The host has closed the room for good.
  bool is_closed() const { return closed_; }
  // A guest removed by the host: they may watch, but neither sit nor chat.
  bool is_kicked(std::string_view guest) const { return people_.is_kicked(guest); }
  // Whether they may chat: the host has not muted them.
  bool may_talk(std::string_view guest) const { return people_.may_talk(guest); }
  // The people known by name in this room: those who have a seat, have chatted recently, or were removed or muted. May
  // contain duplicates.
  std::vector<Person> people() const;
  Chat const& chat() const { return chat_; }
  // The bot for open and abandoned seats, and its level.
  struct StandIn {
    std::string_view bot;
    int level = 0;
  };
  StandIn stand_in() const;
  SeatStage stage() const { return phase_ == Phase::lobby ? SeatStage::lobby : SeatStage::game; }
  // Until when no round begins because the person of this seat may return (room time, ms); 0: it does not wait. Only if
  // absence loses: `absent: forfeit`.
  std::int64_t waits_until(SeatState const& seat) const;
  // A seat is held, or its person is disconnected and may return in time.
  bool awaits_somebody() const;
  // Some person has a seat and plays it, or will after returning.
  bool has_people() const;
  // How many look on without a seat, as everybody was told last.
  std::size_t spectators() const { return spectators_; }
  // More than one person has a seat, and the host has not allowed hints.
  bool are_hints_off() const { return !setup_.hints_allowed && people_play_together(); }
  bool people_play_together() const;
  // nullptr before the first start.
  games::Match const* match() const { return match_.get(); }
  // The match at the start of the round. REQUIRES: a round has begun.
  std::unique_ptr<games::Match> opening() const;
  // The seats that have resigned this round, in order.
  std::vector<games::Seat> const& resigned() const { return resigned_; }
  // Seats to act; empty unless a game runs.
  games::SeatSet to_act() const;
  std::uint32_t ply() const { return match_ ? match_->ply() : 0; }
  int round() const { return round_; }

  // The seat whose time runs, and when it runs out (room time, ms).
  struct Deadline {
    games::Seat seat = 0;
    std::int64_t at = 0;
  };
  std::optional<Deadline> clock_deadline() const;
  // The game's next timed event and its time (room time, ms); none while the game or its time is stopped.
  std::optional<Deadline> due() const;
  // Playing time in milliseconds since the round began, at room time `at`, not counting the time in which no person was
  // connected or the server was down.
  games::GameTime game_time(std::int64_t at) const { return clock_.game_time(at); }
  // The earliest room time of a move of `seat`; 0: any time. REQUIRES: a game is running and the room is awake.
  std::int64_t ready_at(games::Seat seat) const;

 private:
  Result<void> fold(Input const& input, std::string& events);
  Result<void> fold_game(Input const& input, Change& change);
  Result<void> play(Input const& input, Change& change);
  Result<void> elapse(Input const& input, Change& change);
  Result<void> learn(Input const& input, Change& change);
  Result<void> require_phase(Phase phase) const;
  // Refuses with `too_soon` while a countdown runs.
  Result<void> require_begun(std::int64_t at) const;
  Result<SeatEvent> seat_event(Input const& input) const;
  SeatChange seat_change(Input const& input) const;
  Result<void> fold_seat(Input const& input, std::string& events);
  Result<void> fold_presence(Input const& input, std::string& events);
  Result<void> fold_kick(Input const& input, std::string& events);
  Result<void> fold_pardon(Input const& input, std::string& events);
  Result<void> fold_mute(Input const& input, std::string& events);
  Result<void> fold_hand_over(Input const& input, std::string& events);
  Result<void> fold_host(Input const& input, std::string& events);
  Result<void> fold_close_room(Input const& input, std::string& events);
  Result<void> fold_configure(Input const& input, std::string& events);
  Result<void> use(RoomChoice choice);
  bool is_chosen(std::string_view choice) const;
  Result<void> fold_forfeit(Input const& input, std::string& events);
  void player_changed(int seat, bool bot_played, std::int64_t at);
  Result<void> fold_start(Input const& input, std::string& events);
  Result<void> fold_resign(Input const& input, std::string& events);
  Result<void> fold_vote(Input const& input, std::string& events);
  Result<void> fold_hint(Input const& input, std::string& events);
  bool is_vote_alone(Input const& input) const;
  static bool is_set(SeatState const& seat, Input const& input);
  void fold_vote_alone(Input const& input, Change& change);
  void fold_say(Input const& input, Change& change);
  void fold_restart(Input const& input, std::string& events);
  void fold_wake(Input const& input);
  void wait_again(Input const& input);
  void leave_without_host(std::string& events);
  void pass_host_on(std::string const& leaver, std::string& events);
  void begin_round(std::int64_t at, std::string& events);
  void begin_round_if_agreed(std::int64_t at, std::string& events);
  bool waits_for_somebody() const;
  void leave_out_absent();
  void stand_in_for_absent();
  void finish(games::Ranking const& ranking, std::string& events);
  void give_up(games::Seat seat, std::string_view reason, std::int64_t at, std::string& events);
  std::optional<games::Seat> timed_seat() const;
  void begin_turn(std::int64_t at);
  void write_settings(std::string& out) const;
  void write_game(std::string& out) const;
  void write_result_in_short(std::string& out) const;

  RoomSetup setup_;
  games::GameEntry const* game_ = nullptr;
  games::Info const* info_ = nullptr;
  std::shared_ptr<Json const> options_;
  Seats seats_;
  People people_;
  Phase phase_ = Phase::lobby;
  int round_ = 0;
  std::unique_ptr<games::Match> match_;
  RoomClock clock_;
  std::int64_t last_at_ = 0;  // of the last input
  bool asleep_ = true;        // nobody connected, or the only person pauses: the clock is stopped
  std::size_t spectators_ = 0;
  bool closed_ = false;                // by the host, for good
  bool configured_ = false;            // the host has chosen what is played: setup_ is not that of make() any more
  std::vector<games::Seat> resigned_;  // in order
  Votes votes_;
  std::string result_;  // JSON text, while over
  Chat chat_;
  Evening evening_;
  std::uint64_t seq_ = 0;
  std::uint64_t seats_since_ = 0;  // the last input that was not a game event
  bool round_is_fresh_ = false;    // the last input began the round, and the round is not over
};

}  // namespace engawa::server
