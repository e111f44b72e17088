// The document of a room: the form of RoomState that clients see.
#include <nlohmann/json.hpp>

#include "base/json_write.hpp"
#include "games/record/commitment.hpp"
#include "server/room/derived_secrets.hpp"
#include "server/room/document_parts.hpp"
#include "server/room/state.hpp"

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

}  // namespace

std::string RoomState::document() const {
  std::string out = R"({"code":)";
  out.reserve(1024);
  write::string(out, setup_.code);
  write::string_member(out, "game", setup_.game);
  out += R"(,"options":)" + setup_.options;
  write::string_member(out, "visibility", setup_.is_public ? "public" : "private");
  write::string_member(out, "start", setup_.start_when_full ? "full" : "host");
  write::string_member(out, "phase", phase_word(phase_));
  if (closed_) out += R"(,"closed":true)";
  if (!host().empty()) write::string_member(out, "host", host());
  out += R"(,"round":)";
  write::integer(out, round_);
  if (round_ > 0 && setup_.seed.is_secret())
    write::string_member(
        out, "commitment",
        record::commitment(record::record_id(setup_.code, round_), round_seed(setup_.seed, round_).key()));
  write_settings(out);
  out += R"(,"seats":)" + seats_document();
  clock_.write(out, seats_, round_);
  if (phase_ == Phase::playing && match_->timed()) clock_.write_elapsed(out);
  write_game(out);
  votes_.write(out);
  chat_.write(out);
  evening_.write(out);
  out += '}';
  return out;
}

std::string RoomState::seats_document() const {
  std::string out = "{";
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    if (i > 0) out += ',';
    write::key(out, games::seat_name(static_cast<games::Seat>(i)));
    write_seat(out, seats_[i]);
  }
  out += '}';
  return out;
}

void RoomState::write_settings(std::string& out) const {
  auto const [bot, level] = stand_in();
  out += R"(,"settings":{)";
  if (setup_.grace_ms >= 0) {
    out += R"("grace_ms":)";
    write::integer(out, setup_.grace_ms);
    out += ',';
  }
  out += setup_.absent_forfeits ? R"("absent":"forfeit")" : R"("absent":"bot")";
  write::string_member(out, "timeout", setup_.timeout_forfeits ? "forfeit" : "bot_move");
  write::string_member(out, "join", setup_.join_bots ? "bots" : "none");
  write::string_member(out, "rematch", setup_.rotates ? "rotate" : "same");
  write::string_member(out, "hints", setup_.hints_allowed ? "allowed" : "off");
  if (setup_.refuses_programs) out += R"(,"programs":"refuse")";
  if (setup_.countdown_ms > 0) {
    out += R"(,"countdown_ms":)";
    write::integer(out, setup_.countdown_ms);
  }
  out += R"(,"stand_in":{"bot":)";
  write::string(out, bot);
  out += R"(,"level":)";
  write::integer(out, level);
  out += "}}";
  people_.write(out);
  if (spectators_ == 0) return;
  out += R"(,"spectators":)";
  write::integer(out, spectators_);
}

void RoomState::write_game(std::string& out) const {
  if (!match_) return;
  out += ',';
  if (phase_ == Phase::over && !match_->outcome()) {  // after a resignation the position remains, but no seat may move
    std::string game = "{";
    match_->write_document(game);
    auto json = Json::parse(game + '}');
    json["to_act"] = "";
    json["legal"] = "";
    auto const text = json.dump();
    out.append(text, 1, text.size() - 2);
  } else {
    match_->write_document(out);
  }
  if (phase_ == Phase::over) out += R"(,"result":)" + result_;
}

}  // namespace engawa::server
