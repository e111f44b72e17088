// A room in short: its entry in the lists of rooms, and the data for a small picture of it.
#include <nlohmann/json.hpp>

#include "server/state/document.hpp"
#include "server/state/document_parts.hpp"

namespace engawa::server {
namespace write = json_write;
namespace {

// The record, and the winner: a nick or a bot; no winner after a draw, or if nobody won.
void write_result_in_short(RoomParts const& room, std::string& out) {
  auto const result = Json::parse(room.round.result);
  out += R"(,"result":{"record":)";
  write::string(out, result.at("record").get_ref<std::string const&>());
  if (auto const winner = result.find("winner"); winner != result.end()) {
    auto const& name = winner->get_ref<std::string const&>();
    auto const& seat = room.seats.at(static_cast<std::size_t>(std::stoi(name.substr(1))));
    out += R"(,"winner":{)";
    if (seat.kind == SeatKind::bot) {
      out += R"("bot":)";
      write::string(out, seat.bot);
      out += R"(,"level":)";
      write::integer(out, seat.level);
    } else {
      out += R"("nick":)";
      write::string(out, seat.nick);
      if (!seat.program.empty()) write::raw_member(out, "program", seat.program);
    }
    out += '}';
  }
  if (result.contains("draw")) out += R"(,"draw":true)";
  out += '}';
}

}  // namespace

std::string room_summary(RoomParts const& room) {
  int count[5] = {};
  int online = 0, programs = 0;
  std::string_view host_nick;
  for (auto const& seat : room.seats) {
    ++count[static_cast<int>(seat.kind)];
    online += seat.online;
    programs += !seat.program.empty();
    if (!seat.guest.empty() && seat.guest == room.people.host()) host_nick = seat.nick;
  }
  if (host_nick.empty() && room.people.host() == room.setup.maker) host_nick = room.setup.maker_nick;
  std::string out = R"({"code":)";
  write::string(out, room.setup.code);
  write::string_member(out, "game", room.setup.game);
  out += R"(,"options":)" + room.setup.options;
  write::string_member(out, "phase", phase_word(room.phase));
  if (room.closed) out += R"(,"closed":true)";
  if (!host_nick.empty()) write::string_member(out, "host", host_nick);
  out += R"(,"seats":{"human":)";
  write::integer(out, count[3] + count[4] - programs);
  if (programs > 0) write::integer_member(out, "program", programs);
  out += R"(,"bot":)";
  write::integer(out, count[2]);
  out += R"(,"open":)";
  write::integer(out, count[0]);
  out += R"(,"closed":)";
  write::integer(out, count[1]);
  out += R"(},"online":)";
  write::integer(out, online);
  out += R"(,"round":)";
  write::integer(out, room.round.number);
  if (room.setup.join_bots) out += R"(,"join":"bots")";
  out += R"(,"clock":{)";
  write_clock_rule(out, room.setup.clock);
  out += '}';
  if (room.phase == Phase::over) write_result_in_short(room, out);
  return out += '}';
}

// The data for a small picture of the room.
std::string room_glimpse(RoomParts const& room) {
  std::string out = R"({"code":)";
  write::string(out, room.setup.code);
  write::string_member(out, "game", room.setup.game);
  out += R"(,"options":)" + room.setup.options;
  write::string_member(out, "phase", phase_word(room.phase));
  out += R"(,"round":)";
  write::integer(out, room.round.number);
  out += R"(,"seats":)" + seats_document(room.seats);
  if (room.round.match) {
    out += R"(,"ply":)";
    write::integer(out, room.round.match->ply());
    std::string acting;
    for (std::size_t i = 0; i < room.seats.size() && room.phase == Phase::playing; ++i)
      if (room.round.match->to_act().has(static_cast<games::Seat>(i)))
        acting.append(acting.empty() ? "" : " ").append(games::seat_name(static_cast<games::Seat>(i)));
    write::string_member(out, "to_act", acting);
    out += R"(,"view":)" + room.round.match->view().dump();
  }
  return out += '}';
}

}  // namespace engawa::server
