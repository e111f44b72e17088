#include "server/state/parts/seats.hpp"

#include <algorithm>

#include "base/expect.hpp"
#include "server/ops/fail_point.hpp"

namespace engawa::server {
namespace {

using S = SeatStatus;

constexpr SeatRule to(SeatStatus status) { return {status, {}, {}}; }
constexpr SeatRule no(std::string_view code, std::string_view sentence) { return {S::open, code, sentence}; }

// Next states.
constexpr auto open = to(S::open), closed = to(S::closed), bot = to(S::bot), held = to(S::held), here = to(S::here),
               away = to(S::away), standin = to(S::stand_in), left = to(S::left), gaveup = to(S::resigned),
               gu_away = to(S::resigned_away), gu_left = to(S::resigned_left);

// Refusals.
constexpr auto CLOSED = no("seat_closed", "this seat is closed");
constexpr auto BOTS = no("seat_taken", "a bot has this seat; the host can open it");
constexpr auto TAKEN = no("seat_taken", "somebody else has this seat");
constexpr auto NOBODY = no("forbidden", "nobody has this seat");
constexpr auto HERE = no("forbidden", "the player of this seat is here");
constexpr auto AWAY = no("forbidden", "the player of this seat is not here");
constexpr auto NOT_YET = no("not_started", "the game has not started");
constexpr auto RUNNING = no("already_started", "the game has started; seats are set before it");
constexpr auto NO_JOIN = no("already_started", "the game has started, and in this room nobody may join it then");
constexpr auto WAITED = no("seat_taken", "this seat is reserved for a player who may return");
constexpr auto BOT_PLAYS = no("forbidden", "a bot plays this seat already");
constexpr auto DONE = no("game_over", "you have resigned this game");
constexpr auto UP = no("forbidden", "you have left this seat; sit down again first");
constexpr auto never = no("internal", "no seat is in this state now");

constexpr std::size_t kLobbyStates = 6;
constexpr SeatRule kLobby[kSeatEvents][kLobbyStates] = {
    // clang-format off
    //                open     closed   bot      held     here     away
    /* sit        */ {here,    CLOSED,  BOTS,    TAKEN,   TAKEN,   TAKEN},
    /* take_over  */ {NOT_YET, NOT_YET, NOT_YET, NOT_YET, NOT_YET, NOT_YET},
    /* sit_again  */ {NOBODY,  NOBODY,  NOBODY,  here,    here,    here},
    /* hold       */ {held,    CLOSED,  BOTS,    TAKEN,   TAKEN,   TAKEN},
    /* stand      */ {NOBODY,  NOBODY,  NOBODY,  open,    open,    AWAY},
    /* open       */ {open,    open,    open,    TAKEN,   TAKEN,   TAKEN},
    /* close      */ {closed,  closed,  closed,  TAKEN,   TAKEN,   TAKEN},
    /* bot        */ {bot,     bot,     bot,     TAKEN,   TAKEN,   TAKEN},
    /* rejoin     */ {NOBODY,  NOBODY,  NOBODY,  here,    here,    here},
    /* drop       */ {NOBODY,  NOBODY,  NOBODY,  AWAY,    away,    AWAY},
    /* grace_over */ {NOBODY,  NOBODY,  NOBODY,  open,    HERE,    open},
    /* forfeit    */ {NOT_YET, NOT_YET, NOT_YET, NOT_YET, NOT_YET, NOT_YET},
    /* kick       */ {NOBODY,  NOBODY,  NOBODY,  open,    open,    open},
    /* resign     */ {NOT_YET, NOT_YET, NOT_YET, NOT_YET, NOT_YET, NOT_YET},
    /* start      */ {bot,     bot,     bot,     standin, here,    away},
    // clang-format on
};

// During a game no seat is open, closed or held: the start has filled them.
constexpr std::size_t kGameStates = 8;
constexpr SeatRule kGame[kSeatEvents][kGameStates] = {
    // clang-format off
    //                bot        here     away     stand_in   left       resigned res._away  res._left
    /* sit        */ {NO_JOIN,   NO_JOIN, NO_JOIN, NO_JOIN,   NO_JOIN,   NO_JOIN, NO_JOIN,   NO_JOIN},
    /* take_over  */ {here,      TAKEN,   TAKEN,   WAITED,    here,      TAKEN,   TAKEN,     TAKEN},
    /* sit_again  */ {NOBODY,    here,    here,    here,      here,      gaveup,  gaveup,    gaveup},
    /* hold       */ {RUNNING,   RUNNING, RUNNING, RUNNING,   RUNNING,   RUNNING, RUNNING,   RUNNING},
    /* stand      */ {NOBODY,    left,    AWAY,    AWAY,      UP,        gu_left, AWAY,      UP},
    /* open       */ {RUNNING,   RUNNING, RUNNING, RUNNING,   RUNNING,   RUNNING, RUNNING,   RUNNING},
    /* close      */ {RUNNING,   RUNNING, RUNNING, RUNNING,   RUNNING,   RUNNING, RUNNING,   RUNNING},
    /* bot        */ {RUNNING,   RUNNING, RUNNING, RUNNING,   RUNNING,   RUNNING, RUNNING,   RUNNING},
    /* rejoin     */ {NOBODY,    here,    here,    here,      left,      gaveup,  gaveup,    gu_left},
    /* drop       */ {NOBODY,    away,    AWAY,    AWAY,      left,      gu_away, AWAY,      gu_left},
    /* grace_over */ {NOBODY,    HERE,    standin, standin,   BOT_PLAYS, HERE,    gu_away,   BOT_PLAYS},
    /* forfeit    */ {BOT_PLAYS, gaveup,  gu_away, BOT_PLAYS, BOT_PLAYS, DONE,    DONE,      DONE},
    /* kick       */ {NOBODY,    left,    left,    left,      left,      gu_left, gu_left,   gu_left},
    /* resign     */ {NOBODY,    gaveup,  AWAY,    AWAY,      UP,        DONE,    DONE,      DONE},
    /* start      */ {bot,       here,    away,    standin,   bot,       here,    standin,   bot},
    // clang-format on
};

constexpr bool has_person(SeatStatus status) { return status >= S::held; }

Result<SeatState*> at(Seats& seats, int seat) {
  if (seat < 0 || static_cast<std::size_t>(seat) >= seats.size())
    return refuse("bad_message", "there are seats 0 to " + std::to_string(seats.size() - 1));
  return &seats[static_cast<std::size_t>(seat)];
}

// Changes the seat to its next state. Its person stays, unless another one sits down or the seat loses its person.
void enter(SeatState& seat, SeatStatus status, SeatEvent event, SeatChange const& change) {
  bool const new_person = event == SeatEvent::sit || event == SeatEvent::take_over || event == SeatEvent::hold;
  bool const keeps_bot = status == S::bot && seat.kind == SeatKind::bot && event == SeatEvent::start;
  if (keeps_bot) return;
  if (!has_person(status) || new_person) seat = SeatState{};
  if (status == S::closed) seat.kind = SeatKind::closed;
  if (status == S::bot) {
    seat.kind = SeatKind::bot;
    seat.bot = change.bot;
    seat.level = change.level;
  }
  if (!has_person(status)) return;
  seat.kind = status == S::held ? SeatKind::held : SeatKind::human;
  if (new_person) seat.guest = change.guest;
  if (!change.nick.empty()) seat.nick = change.nick;
  bool const comes = event == SeatEvent::sit_again || event == SeatEvent::rejoin || new_person;
  if (comes) seat.program = change.program;
  bool const goes = event == SeatEvent::drop || event == SeatEvent::kick;
  seat.online = status != S::held && (comes || (seat.online && !goes));
  seat.stand_in = status == S::stand_in;
  seat.left = status == S::left || status == S::resigned_left;
  seat.resigned = status >= S::resigned;
  if (status == S::held || (status == S::away && event == SeatEvent::drop)) seat.until = change.until;
  if (status != S::held && status != S::away) seat.until = 0;
}

}  // namespace

SeatStatus status_of(SeatState const& seat) {
  switch (seat.kind) {
    case SeatKind::open:
      return S::open;
    case SeatKind::closed:
      return S::closed;
    case SeatKind::bot:
      return S::bot;
    case SeatKind::held:
      return S::held;
    case SeatKind::human:
      break;
  }
  if (seat.resigned) return seat.left ? S::resigned_left : seat.online ? S::resigned : S::resigned_away;
  if (seat.left) return S::left;
  if (seat.online) return S::here;
  return seat.stand_in ? S::stand_in : S::away;
}

bool is_waiting(SeatState const& seat) {
  auto const status = status_of(seat);
  return status == S::held || status == S::away;
}

SeatRule seat_rule(SeatStage stage, SeatEvent event, SeatStatus status) {
  auto const row = static_cast<std::size_t>(event);
  auto const state = static_cast<std::size_t>(status);
  if (stage == SeatStage::lobby) return state < kLobbyStates ? kLobby[row][state] : never;
  if (status == S::bot) return kGame[row][0];
  constexpr auto first = static_cast<std::size_t>(S::here);
  return state >= first ? kGame[row][state - first + 1] : never;
}

Result<void> change_seat(Seats& seats, int seat, SeatStage stage, SeatEvent event, SeatChange const& change) {
  auto const place = at(seats, seat);
  if (!place) return place.error();
  auto const status = status_of(**place);
  auto rule = seat_rule(stage, event, status);
  if (event == SeatEvent::sit && stage == SeatStage::lobby && has_person(status) && fail_point::on("bug.two_owners"))
    rule = here;
  if (!rule.code.empty()) return refuse(std::string(rule.code), std::string(rule.sentence));
  enter(**place, rule.to, event, change);
  EXPECT(status_of(**place) == rule.to, event, status, rule.to,
         status_of(**place));  // the seat's values match the table's state
  return {};
}

int seat_of(Seats const& seats, std::string_view guest) {
  if (guest.empty()) return -1;
  for (std::size_t i = 0; i < seats.size(); ++i)
    if (seats[i].guest == guest) return static_cast<int>(i);
  return -1;
}

Result<void> seat_guest(Seats& seats, int seat, SeatStage stage, SeatEvent event, SeatChange const& change) {
  EXPECT(event == SeatEvent::sit || event == SeatEvent::take_over || event == SeatEvent::sit_again ||
             event == SeatEvent::hold,
         event);
  int const own = seat_of(seats, change.guest);
  bool const moves = own >= 0 && own != seat;
  if (moves && stage == SeatStage::game && status_of(seats[static_cast<std::size_t>(own)]) != S::left)
    return refuse("forbidden", "you have a seat in this game; stand up first");
  if (auto const done = change_seat(seats, seat, stage, event, change); !done) return done;
  if (!moves) return {};
  auto& before = seats[static_cast<std::size_t>(own)];
  before = SeatState{};
  if (stage == SeatStage::game) enter(before, S::bot, event, change);
  return {};
}

void rotate_seats(Seats& seats) {
  EXPECT(!seats.empty());
  std::rotate(seats.begin(), seats.begin() + 1, seats.end());
}

void start_seats(Seats& seats, SeatStage stage, SeatChange const& stand_in) {
  for (std::size_t i = 0; i < seats.size(); ++i)
    (void)change_seat(seats, static_cast<int>(i), stage, SeatEvent::start, stand_in);
}

}  // namespace engawa::server
