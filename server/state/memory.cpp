// How much memory a room's state holds (memory_of).
#include <nlohmann/json.hpp>

#include "base/held_memory.hpp"
#include "server/state/room_parts.hpp"

namespace engawa::server {
namespace {

std::size_t tree(Json const& json) {
  std::size_t bytes = 0;
  if (auto const* const text = json.get_ptr<std::string const*>())
    return held::block(sizeof(std::string)) + held::text(*text);
  if (auto const* const object = json.get_ptr<Json::object_t const*>()) {
    bytes = held::block(sizeof(Json::object_t));
    for (auto const& [key, value] : *object)
      bytes += held::map_node<std::string, Json>() + held::text(key) + tree(value);
  } else if (auto const* const array = json.get_ptr<Json::array_t const*>()) {
    bytes = held::block(sizeof(Json::array_t)) + held::list(*array, tree);
  }
  return bytes;
}

std::size_t of_chair(RoomSetup::Chair const& chair) { return held::text(chair.bot); }

std::size_t of_setup(RoomSetup const& setup) {
  return held::texts(setup.code, setup.game, setup.options, setup.maker, setup.maker_nick, setup.stand_in) +
         held::list(setup.chairs, of_chair);
}

std::size_t of_seat(SeatState const& seat) { return held::texts(seat.guest, seat.nick, seat.program, seat.bot); }

}  // namespace

std::size_t People::memory() const {
  auto const of_person = [](Person const& person) { return held::texts(person.guest, person.nick); };
  return held::text(host_) + held::list(kicked_, of_person) + held::list(muted_, of_person);
}

std::size_t Evening::memory() const {
  return held::list(scores_, [](Score const& score) { return held::texts(score.guest, score.nick); });
}

std::size_t memory_of(RoomParts const& room) {
  auto const of_line = [](Chat::Line const& line) { return held::texts(line.guest, line.nick, line.text); };
  auto const options = room.options ? held::block(sizeof(Json) + held::kShared) + tree(*room.options) : 0;
  auto const& round = room.round;
  return of_setup(room.setup) + options + held::list(room.seats, of_seat) + room.people.memory() +
         (round.match ? round.match->memory() : 0) + held::items(round.resigned) + held::text(round.result) +
         held::list(room.chat.lines(), of_line) + room.evening.memory();
}

}  // namespace engawa::server
