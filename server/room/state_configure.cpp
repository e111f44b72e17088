// The host chooses the next game, in the lobby phase or after a round.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "games/catalog.hpp"
#include "server/room/event_text.hpp"
#include "server/room/state.hpp"

namespace engawa::server {
namespace {

// The people who take part in the next game: without those who have left, or did not return to the last round.
bool keeps_seat(SeatState const& seat) {
  if (seat.kind == SeatKind::held) return true;
  return seat.kind == SeatKind::human && !seat.left && (seat.online || seat.until != 0);
}

// The seat for a person whose own seat no longer exists: an open one, otherwise a bot's; end(): there is none.
Seats::iterator free_seat(Seats& seats) {
  auto const find = [&](SeatKind kind) {
    return std::find_if(seats.begin(), seats.end(), [&](SeatState const& seat) { return seat.kind == kind; });
  };
  auto const open = find(SeatKind::open);
  return open != seats.end() ? open : find(SeatKind::bot);
}

// People keep their seat numbers. Among those whose seat no longer exists, the host is first; a person who gets no seat
// watches.
Seats reseated(Seats const& before, Seats seats, std::string const& host) {
  std::vector<SeatState> homeless;
  for (std::size_t i = 0; i < before.size(); ++i) {
    auto seat = before[i];
    if (!keeps_seat(seat)) continue;
    seat.stand_in = seat.resigned = false;
    if (i < seats.size())
      seats[i] = std::move(seat);
    else
      homeless.insert(seat.guest == host ? homeless.begin() : homeless.end(), std::move(seat));
  }
  for (auto& seat : homeless)
    if (auto const free = free_seat(seats); free != seats.end()) *free = std::move(seat);
  return seats;
}

}  // namespace

Result<void> RoomState::fold_configure(Input const& input, std::string& events) {
  if (auto const allowed = people_.require_host(input.guest); !allowed) return allowed;
  if (phase_ == Phase::playing)
    return refuse("already_started", "the game has started; the next one can be chosen after its end");
  auto choice = read_room_choice(input.text);
  if (!choice) return choice.error();
  auto before = seats_;
  if (phase_ == Phase::over && setup_.rotates) rotate_seats(before);
  auto seats = seats_of_chairs(choice->chairs, setup_);
  if (auto const used = use(std::move(*choice)); !used) return used;
  seats_ = reseated(before, std::move(seats), host());
  votes_ = Votes(seats_.size());
  phase_ = Phase::lobby;
  match_.reset();
  result_.clear();
  resigned_.clear();
  add_event(events, "configure");
  return {};
}

// Refuses a choice that this program cannot play; then nothing has changed.
Result<void> RoomState::use(RoomChoice choice) {
  auto const* const game = games::find_game(choice.game);
  if (!game) return refuse("bad_message", "there is no game \"" + choice.game + "\"");
  auto options = parse_json(choice.options);
  if (!options) return options.error();
  if (auto const probe = game->start(*options, 0); !probe) return probe.error();
  if (choice.chairs.size() != static_cast<std::size_t>(game->seats(*options)))
    return refuse("internal", "the game has another number of seats");
  game_ = game;
  info_ = &game->info();
  options_ = std::make_shared<Json const>(std::move(*options));
  setup_.game = std::move(choice.game);
  setup_.options = std::move(choice.options);
  setup_.chairs = std::move(choice.chairs);
  setup_.clock = choice.clock;
  setup_.timeout_forfeits = choice.timeout_forfeits;
  setup_.hints_allowed = choice.hints_allowed;
  clock_ = RoomClock(setup_.clock);
  configured_ = true;
  return {};
}

bool RoomState::is_chosen(std::string_view text) const {
  auto const choice = read_room_choice(text);
  return choice && choice->game == setup_.game && choice->options == setup_.options && choice->clock == setup_.clock &&
         choice->hints_allowed == setup_.hints_allowed;
}

}  // namespace engawa::server
