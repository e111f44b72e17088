// The document of a room: the form of RoomState that clients see.
#include "server/state/document.hpp"

#include <nlohmann/json.hpp>

#include "base/json_write.hpp"
#include "games/record/commitment.hpp"
#include "server/state/derived_secrets.hpp"
#include "server/state/document_parts.hpp"

namespace engawa::server {
namespace write = json_write;
namespace {

void write_seat(std::string& out, SeatState const& seat) {
  static constexpr std::string_view kinds[] = {"open", "closed", "bot", "held", "human"};
  out += R"({"kind":")";
  out += kinds[static_cast<int>(seat.kind)];
  out += '"';
  if (seat.kind == SeatKind::bot) {
    write::string_member(out, "bot", seat.bot);
    out += R"(,"level":)";
    write::integer(out, seat.level);
  }
  if (!seat.guest.empty()) {
    write::string_member(out, "guest", seat.guest);
    write::string_member(out, "nick", seat.nick);
  }
  if (seat.kind == SeatKind::human) {
    out += seat.online ? R"(,"online":true)" : R"(,"online":false)";
    if (seat.stand_in || seat.left) out += R"(,"stand_in":true)";
    if (seat.left) out += R"(,"left":true)";
    if (seat.resigned) out += R"(,"resigned":true)";
    if (!seat.program.empty()) write::raw_member(out, "program", seat.program);
  }
  out += '}';
}

void write_settings(RoomParts const& room, std::string& out) {
  auto const [bot, level] = stand_in_of(room);
  out += R"(,"settings":{)";
  if (room.setup.grace_ms >= 0) {
    out += R"("grace_ms":)";
    write::integer(out, room.setup.grace_ms);
    out += ',';
  }
  out += room.setup.absent_forfeits ? R"("absent":"forfeit")" : R"("absent":"bot")";
  write::string_member(out, "timeout", room.setup.timeout_forfeits ? "forfeit" : "bot_move");
  write::string_member(out, "join", room.setup.join_bots ? "bots" : "none");
  write::string_member(out, "rematch", room.setup.rotates ? "rotate" : "same");
  write::string_member(out, "hints", room.setup.hints_allowed ? "allowed" : "off");
  if (room.setup.refuses_programs) out += R"(,"programs":"refuse")";
  if (room.setup.countdown_ms > 0) {
    out += R"(,"countdown_ms":)";
    write::integer(out, room.setup.countdown_ms);
  }
  out += R"(,"stand_in":{"bot":)";
  write::string(out, bot);
  out += R"(,"level":)";
  write::integer(out, level);
  out += "}}";
  room.people.write(out);
  if (room.spectators == 0) return;
  out += R"(,"spectators":)";
  write::integer(out, room.spectators);
}

void write_game(RoomParts const& room, std::string& out) {
  if (!room.round.match) return;
  out += ',';
  if (room.phase == Phase::over &&
      !room.round.match->outcome()) {  // after a resignation the position remains, but no seat may move
    std::string game = "{";
    room.round.match->write_document(game);
    auto json = Json::parse(game + '}');
    json["to_act"] = "";
    json["legal"] = "";
    auto const text = json.dump();
    out.append(text, 1, text.size() - 2);
  } else {
    room.round.match->write_document(out);
  }
  if (room.phase == Phase::over) out += R"(,"result":)" + room.round.result;
}

}  // namespace

std::string room_document(RoomParts const& room) {
  std::string out = R"({"code":)";
  out.reserve(1024);
  write::string(out, room.setup.code);
  write::string_member(out, "game", room.setup.game);
  out += R"(,"options":)" + room.setup.options;
  write::string_member(out, "visibility", room.setup.is_public ? "public" : "private");
  write::string_member(out, "start", room.setup.start_when_full ? "full" : "host");
  write::string_member(out, "phase", phase_word(room.phase));
  if (room.closed) out += R"(,"closed":true)";
  if (!room.people.host().empty()) write::string_member(out, "host", room.people.host());
  out += R"(,"round":)";
  write::integer(out, room.round.number);
  if (room.round.number > 0 && room.setup.seed.is_secret())
    write::string_member(out, "commitment",
                         record::commitment(record::record_id(room.setup.code, room.round.number),
                                            round_seed(room.setup.seed, room.round.number).key()));
  write_settings(room, out);
  out += R"(,"seats":)" + seats_document(room.seats);
  room.round.clock.write(out, room.seats, room.round.number);
  if (room.phase == Phase::playing && room.round.match->timed()) room.round.clock.write_elapsed(out);
  write_game(room, out);
  room.votes.write(out);
  room.chat.write(out);
  room.evening.write(out);
  out += '}';
  return out;
}

std::string seats_document(Seats const& seats) {
  std::string out = "{";
  for (std::size_t i = 0; i < seats.size(); ++i) {
    if (i > 0) out += ',';
    write::key(out, games::seat_name(static_cast<games::Seat>(i)));
    write_seat(out, seats[i]);
  }
  out += '}';
  return out;
}

}  // namespace engawa::server
