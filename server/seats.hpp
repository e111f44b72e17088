// The seats of a room as one explicit state machine:
//
//   open -> held(guest, until) -> human(online) <-> human(offline, until) -> human with a stand-in bot -> human(online) ...
//   bot, closed: nobody's, set by the host.
//
// Each function is one transition: it checks first and then changes, so that a refusal leaves the seat as it was.
// Values; the room's shard only.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "server/input.hpp"

namespace engawa::server {

enum class SeatKind { open, closed, bot, held, human };

struct SeatState {
  SeatKind kind = SeatKind::open;
  std::string guest;       // held, human
  std::string nick;        // held, human
  bool online = false;     // human
  bool stand_in = false;   // human: a bot plays for them until they return
  bool resigned = false;   // human: a bot plays the seat to the end
  std::string bot;         // bot
  int level = 0;           // bot
  std::int64_t until = 0;  // held, human offline: when the grace time is over (server time, ms)

  // A person who can be waited for.
  bool present() const { return kind == SeatKind::human && online && !resigned; }
  // Somebody's own turn: the clock runs for it.
  bool plays_itself() const { return kind == SeatKind::human && !stand_in && !resigned; }
  // A bot makes this seat's moves (any seat that does not play itself, once the game runs).
  bool bot_plays() const { return kind == SeatKind::bot || (kind == SeatKind::human && (stand_in || resigned)); }
};

using Seats = std::vector<SeatState>;

// The seat of a guest, or -1.
int seat_of(Seats const& seats, std::string_view guest);

// Transitions. `playing`: a game runs. All refuse with a code of the registry and then change nothing.
Result<void> sit(Seats& seats, int seat, std::string_view guest, std::string_view nick);
Result<void> hold(Seats& seats, int seat, std::string_view guest, std::string_view nick, std::int64_t until);
Result<void> stand(Seats& seats, int seat);
Result<void> set_open(Seats& seats, int seat, bool open);  // open or closed
Result<void> set_bot(Seats& seats, int seat, std::string_view bot, int level);
Result<void> go_online(Seats& seats, int seat, std::string_view nick);  // held or offline -> online; ends a stand-in
Result<void> go_offline(Seats& seats, int seat, std::int64_t until);
Result<void> stand_in(Seats& seats, int seat);
Result<void> vacate(Seats& seats, int seat);  // held or offline -> open
Result<void> resign(Seats& seats, int seat);

// The start of a round: what nobody plays is given to `bot`, who is still on the way gets a stand-in, resignations are forgotten.
void fill_for_start(Seats& seats, std::string_view bot, int level);

}  // namespace engawa::server
