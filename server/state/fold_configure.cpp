// The host chooses the next game, in the lobby phase or after a round.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "games/catalog.hpp"
#include "server/state/event_text.hpp"
#include "server/state/folds.hpp"

namespace engawa::server {
namespace {

// The people who take part in the next game: without those who have left, or did not return to the last round.
bool keeps_seat(SeatState const& seat) {
  if (seat.kind == SeatKind::held) return true;
  return seat.kind == SeatKind::human && !seat.left && (seat.online || seat.until != 0);
}

// The seat for a person whose own seat no longer exists: an open one, otherwise a bot's; end(): there is none.
Seats::iterator seat_to_take(Seats& seats) {
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
    if (auto const found = seat_to_take(seats); found != seats.end()) *found = std::move(seat);
  return seats;
}

}  // namespace

Result<void> fold_configure(RoomParts& room, Input const& input, std::string& events) {
  if (auto const allowed = room.people.require_host(input.guest); !allowed) return allowed;
  if (room.phase == Phase::playing)
    return refuse("already_started", "the game has started; the next one can be chosen after its end");
  auto choice = read_room_choice(input.text);
  if (!choice) return choice.error();
  auto before = room.seats;
  if (room.phase == Phase::over && room.setup.rotates) rotate_seats(before);
  auto seats = seats_of_chairs(choice->chairs, room.setup);
  if (auto const used = use(room, std::move(*choice)); !used) return used;
  room.seats = reseated(before, std::move(seats), room.people.host());
  room.votes = Votes(room.seats.size());
  room.phase = Phase::lobby;
  room.round.match.reset();
  room.round.result.clear();
  room.round.resigned.clear();
  add_event(events, "configure");
  return {};
}

// Refuses a choice that this program cannot play; then nothing has changed.
Result<void> use(RoomParts& room, RoomChoice choice) {
  auto const* const game = games::find_game(choice.game);
  if (!game) return refuse("bad_message", "there is no game \"" + choice.game + "\"");
  auto options = parse_json(choice.options);
  if (!options) return options.error();
  if (auto const probe = game->start(*options, 0); !probe) return probe.error();
  if (choice.chairs.size() != static_cast<std::size_t>(game->seats(*options)))
    return refuse("internal", "the game has another number of seats");
  room.game = game;
  room.info = &game->info();
  room.options = std::make_shared<Json const>(std::move(*options));
  room.setup.game = std::move(choice.game);
  room.setup.options = std::move(choice.options);
  room.setup.chairs = std::move(choice.chairs);
  room.setup.clock = choice.clock;
  room.setup.timeout_forfeits = choice.timeout_forfeits;
  room.setup.hints_allowed = choice.hints_allowed;
  room.round.clock = RoomClock(room.setup.clock);
  room.configured = true;
  return {};
}

bool is_chosen(RoomParts const& room, std::string_view text) {
  auto const choice = read_room_choice(text);
  return choice && choice->game == room.setup.game && choice->options == room.setup.options &&
         choice->clock == room.setup.clock && choice->hints_allowed == room.setup.hints_allowed;
}

}  // namespace engawa::server
