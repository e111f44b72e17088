// The text form of a room between games, so that a long journal need not be replayed from its first input.
#include <nlohmann/json.hpp>

#include "base/expect.hpp"
#include "server/state/folds.hpp"
#include "server/state/state.hpp"

namespace engawa::server {
namespace {

// The version of the text. A snapshot with an unknown version is ignored, and the journal is replayed.
constexpr int kForm = 3;
constexpr int kFormWithoutMuted = 2;

// By seat number; absent, as in older snapshots, if only people play.
void save_programs(Json& snapshot, Seats const& seats) {
  for (std::size_t i = 0; i < seats.size(); ++i)
    if (!seats[i].program.empty()) snapshot["programs"][std::to_string(i)] = seats[i].program;
}

void restore_programs(Json const& snapshot, Seats& seats) {
  auto const programs = snapshot.find("programs");
  if (programs == snapshot.end()) return;
  for (auto const& [seat, program] : programs->items()) seats.at(std::stoul(seat)).program = program.get<std::string>();
}

}  // namespace

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SeatState, kind, guest, nick, online, stand_in, left, resigned, bot, level, until)

bool RoomState::can_be_snapshot() const {
  return room_.phase == Phase::lobby ? room_.round.match == nullptr : room_.round.is_fresh;
}

std::string RoomState::snapshot() const {
  Json json = Json::object();
  json["form"] = kForm;
  json["seq"] = room_.seq;
  json["round"] = room_.round.number;
  json["phase"] = room_.phase;
  json["seats"] = room_.seats;
  save_programs(json, room_.seats);
  json["resigned"] = room_.round.resigned;
  json["asleep"] = room_.asleep;
  if (room_.closed) json["closed"] = true;
  if (room_.spectators > 0) json["spectators"] = room_.spectators;
  if (room_.configured)
    json["choice"] = write_room_choice({room_.setup.game, room_.setup.options, room_.setup.chairs, room_.setup.clock,
                                        room_.setup.timeout_forfeits, room_.setup.hints_allowed});
  json["last_at"] = room_.last_at;
  json["result"] = room_.round.result;
  room_.people.save(json);
  room_.votes.save(json);
  room_.round.clock.save(json);
  room_.chat.save(json);
  room_.evening.save(json);
  return json.dump();
}

Result<void> RoomState::restore(std::string_view text) try {
  EXPECT(room_.seq == 0 && room_.round.match == nullptr, room_.seq);
  auto const json = Json::parse(text);
  auto const form = json.at("form").get<int>();
  if (form != kForm && form != kFormWithoutMuted) return refuse("internal", "it has another form");
  if (json.contains("choice")) {
    auto choice = read_room_choice(json.at("choice").get<std::string>());
    if (!choice) return choice.error();
    if (auto const used = use(room_, std::move(*choice)); !used) return used;
  }
  json.at("seats").get_to(room_.seats);
  if (room_.seats.size() != room_.setup.chairs.size()) return refuse("internal", "it has other seats");
  restore_programs(json, room_.seats);
  json.at("seq").get_to(room_.seq);
  json.at("round").get_to(room_.round.number);
  json.at("phase").get_to(room_.phase);
  room_.people.restore(json, form == kForm);
  room_.votes.restore(json);
  json.at("resigned").get_to(room_.round.resigned);
  json.at("asleep").get_to(room_.asleep);
  room_.closed = json.contains("closed");
  room_.spectators = json.value("spectators", std::size_t{0});
  json.at("last_at").get_to(room_.last_at);
  json.at("result").get_to(room_.round.result);
  room_.round.clock.restore(json);
  room_.chat.restore(json);
  room_.evening.restore(json);
  room_.seats_since = room_.seq;
  room_.round.is_fresh = room_.phase == Phase::playing;
  // After a round, a room is back in the lobby only if the next game was chosen.
  bool const before_start = room_.phase == Phase::lobby && (room_.round.number == 0 || room_.configured);
  if (!before_start && !(room_.round.is_fresh && room_.round.number > 0))
    return refuse("internal", "it is neither before a round nor at the start of one");
  if (room_.round.is_fresh) room_.round.match = opening(room_);
  return {};
} catch (std::exception const& error) {
  return refuse("internal", error.what());
}

}  // namespace engawa::server
