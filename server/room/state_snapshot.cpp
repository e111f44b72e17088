// The text form of a room between games, so that a long journal need not be replayed from its first input.
#include <nlohmann/json.hpp>

#include "base/expect.hpp"
#include "server/room/state.hpp"

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

bool RoomState::can_be_snapshot() const { return phase_ == Phase::lobby ? match_ == nullptr : round_is_fresh_; }

std::string RoomState::snapshot() const {
  Json json = Json::object();
  json["form"] = kForm;
  json["seq"] = seq_;
  json["round"] = round_;
  json["phase"] = phase_;
  json["seats"] = seats_;
  save_programs(json, seats_);
  json["resigned"] = resigned_;
  json["asleep"] = asleep_;
  if (closed_) json["closed"] = true;
  if (spectators_ > 0) json["spectators"] = spectators_;
  if (configured_)
    json["choice"] = write_room_choice(
        {setup_.game, setup_.options, setup_.chairs, setup_.clock, setup_.timeout_forfeits, setup_.hints_allowed});
  json["last_at"] = last_at_;
  json["result"] = result_;
  people_.save(json);
  votes_.save(json);
  clock_.save(json);
  chat_.save(json);
  evening_.save(json);
  return json.dump();
}

Result<void> RoomState::restore(std::string_view text) try {
  EXPECT(seq_ == 0 && match_ == nullptr, seq_);
  auto const json = Json::parse(text);
  auto const form = json.at("form").get<int>();
  if (form != kForm && form != kFormWithoutMuted) return refuse("internal", "it has another form");
  if (json.contains("choice")) {
    auto choice = read_room_choice(json.at("choice").get<std::string>());
    if (!choice) return choice.error();
    if (auto const used = use(std::move(*choice)); !used) return used;
  }
  json.at("seats").get_to(seats_);
  if (seats_.size() != setup_.chairs.size()) return refuse("internal", "it has other seats");
  restore_programs(json, seats_);
  json.at("seq").get_to(seq_);
  json.at("round").get_to(round_);
  json.at("phase").get_to(phase_);
  people_.restore(json, form == kForm);
  votes_.restore(json);
  json.at("resigned").get_to(resigned_);
  json.at("asleep").get_to(asleep_);
  closed_ = json.contains("closed");
  spectators_ = json.value("spectators", std::size_t{0});
  json.at("last_at").get_to(last_at_);
  json.at("result").get_to(result_);
  clock_.restore(json);
  chat_.restore(json);
  evening_.restore(json);
  seats_since_ = seq_;
  round_is_fresh_ = phase_ == Phase::playing;
  // After a round, a room is back in the lobby only if the next game was chosen.
  bool const before_start = phase_ == Phase::lobby && (round_ == 0 || configured_);
  if (!before_start && !(round_is_fresh_ && round_ > 0))
    return refuse("internal", "it is neither before a round nor at the start of one");
  if (round_is_fresh_) match_ = opening();
  return {};
} catch (std::exception const& error) {
  return refuse("internal", error.what());
}

}  // namespace engawa::server
