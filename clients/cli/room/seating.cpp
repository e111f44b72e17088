#include "clients/cli/room/seating.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace engawa::cli {
namespace {

int count(Table const& table, std::string_view kind) {
  return static_cast<int>(
      std::count_if(table.seats.begin(), table.seats.end(), [&](SeatRow const& seat) { return seat.kind == kind; }));
}

// Open; or, in a game that players may join, the seat of a bot or one that its player has left.
bool is_free(Table const& table, SeatRow const& seat) {
  if (table.lobby()) return seat.kind == "open";
  return table.playing() && table.joinable && (seat.kind == "bot" || (seat.left && !seat.resigned));
}

std::optional<int> first_free(Table const& table) {
  for (std::size_t i = 0; i < table.seats.size(); ++i)
    if (is_free(table, table.seats[i])) return static_cast<int>(i);
  return std::nullopt;
}

}  // namespace

void Seating::update(Table const& table) {
  seat_ = table.seat_of(connection_.guest().id);
  if (!table.lobby()) starting_ = false;
  bool const wrong_seat = seat_ && wish_.seat && *seat_ != *wish_.seat && table.lobby();
  if (!seat_ || wrong_seat) return take_seat(table);
  start_if_due(table);
}

void Seating::take_seat(Table const& table) {
  if (asking_) return;
  auto const hint = "; `engawa watch " + table.code + "` shows the game";
  if (!table.lobby() && !(table.playing() && table.joinable))
    return on_failure_({Exit::NoRoom, "already_started", "the game has started without you" + hint});
  auto const wanted = wish_.seat ? wish_.seat : first_free(table);
  if (!wanted) return on_failure_({Exit::NoRoom, "room_full", "no seat is free in this room" + hint});
  asking_ = true;
  connection_.request({{"type", "sit"}, {"seat", *wanted}},
                      [this](Failure const* refusal, Json const&) { answered(refusal); });
}

// Another player may have been quicker. Then any other seat will do, unless the command line named one.
void Seating::answered(Failure const* refusal) {
  asking_ = false;
  if (refusal == nullptr) return;
  bool const lost_race = refusal->code == "seat_taken" || refusal->code == "seat_closed";
  if (wish_.seat || !lost_race) return on_failure_(*refusal);
  update(read_table(connection_.document()));
}

void Seating::start_if_due(Table const& table) {
  bool const waiting = count(table, "held") > 0 || count(table, "open") > 0;
  bool const wanted = (wish_.start_alone || wish_.start_full) && !table.starts_itself;
  auto const& mine = table.seats[static_cast<std::size_t>(*seat_)];
  if (!wanted || waiting || starting_ || !table.lobby() || mine.kind != "human") return;
  if (table.host != connection_.guest().id) return;
  starting_ = true;
  // The seat's player may return; we try again when the room changes.
  connection_.request({{"type", "start"}}, [this](Failure const* refusal, Json const&) {
    if (refusal != nullptr && refusal->code == "player_away") starting_ = false;
  });
}

}  // namespace engawa::cli
