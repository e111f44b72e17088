// A room in short: its entry in the lists of rooms, and the data for a small picture of it.
#include <nlohmann/json.hpp>

#include "server/room/document_parts.hpp"
#include "server/room/state.hpp"

namespace engawa::server {
namespace write = json_write;

std::string RoomState::summary() const {
  int count[5] = {};
  int online = 0, programs = 0;
  std::string_view host_nick;
  for (auto const& seat : seats_) {
    ++count[static_cast<int>(seat.kind)];
    online += seat.online;
    programs += !seat.program.empty();
    if (!seat.guest.empty() && seat.guest == host()) host_nick = seat.nick;
  }
  if (host_nick.empty() && host() == setup_.maker) host_nick = setup_.maker_nick;
  std::string out = R"({"code":)";
  write::string(out, setup_.code);
  write::string_member(out, "game", setup_.game);
  out += R"(,"options":)" + setup_.options;
  write::string_member(out, "phase", phase_word(phase_));
  if (closed_) out += R"(,"closed":true)";
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
  write::integer(out, round_);
  if (setup_.join_bots) out += R"(,"join":"bots")";
  out += R"(,"clock":{)";
  write_clock_rule(out, setup_.clock);
  out += '}';
  if (phase_ == Phase::over) write_result_in_short(out);
  return out += '}';
}

// The record, and the winner: a nick or a bot; no winner after a draw, or if nobody won.
void RoomState::write_result_in_short(std::string& out) const {
  auto const result = Json::parse(result_);
  out += R"(,"result":{"record":)";
  write::string(out, result.at("record").get_ref<std::string const&>());
  if (auto const winner = result.find("winner"); winner != result.end()) {
    auto const& name = winner->get_ref<std::string const&>();
    auto const& seat = seats_.at(static_cast<std::size_t>(std::stoi(name.substr(1))));
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

// The data for a small picture of the room.
std::string RoomState::glimpse() const {
  std::string out = R"({"code":)";
  write::string(out, setup_.code);
  write::string_member(out, "game", setup_.game);
  out += R"(,"options":)" + setup_.options;
  write::string_member(out, "phase", phase_word(phase_));
  out += R"(,"round":)";
  write::integer(out, round_);
  out += R"(,"seats":)" + seats_document();
  if (match_) {
    out += R"(,"ply":)";
    write::integer(out, match_->ply());
    std::string acting;
    for (std::size_t i = 0; i < seats_.size() && phase_ == Phase::playing; ++i)
      if (match_->to_act().has(static_cast<games::Seat>(i)))
        acting.append(acting.empty() ? "" : " ").append(games::seat_name(static_cast<games::Seat>(i)));
    write::string_member(out, "to_act", acting);
    out += R"(,"view":)" + match_->view().dump();
  }
  return out += '}';
}

}  // namespace engawa::server
