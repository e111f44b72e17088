#include "server/state/parts/room_clock.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "base/json_write.hpp"
#include "server/state/document_parts.hpp"

namespace engawa::server {
namespace write = json_write;
namespace {

// With a limit per move: the seat whose time runs. With a time for the round: every person who plays their own seat,
// from the first round on.
std::optional<std::int64_t> shown_left(TurnClock const& clock, Seats const& seats, int round, std::size_t seat) {
  bool const shown =
      clock.rule().of_round() ? round > 0 && seats[seat].plays_itself() : clock.running() == static_cast<int>(seat);
  return shown ? std::optional(clock.left(static_cast<int>(seat))) : std::nullopt;
}

}  // namespace

void RoomClock::begin_round(std::int64_t at, bool asleep) {
  turns_.begin();
  played_ = 0;
  running_since_.reset();
  if (!asleep) running_since_ = at + countdown_;
}

void RoomClock::begin_turn(std::optional<games::Seat> timed, std::int64_t at, bool asleep) {
  turns_.stop(at);
  if (timed) turns_.turn(*timed, at, asleep);
}

void RoomClock::sleep(std::int64_t at) {
  turns_.stop(at);
  played_ = game_time(at);
  running_since_.reset();
}

void RoomClock::wake(std::int64_t at, bool playing, std::optional<games::Seat> timed) {
  if (playing) running_since_ = at + countdown_;
  if (timed) turns_.resume(*timed, at);
}

void RoomClock::was_down(std::int64_t last) {
  turns_.forget();
  played_ = game_time(last);
  running_since_.reset();
}

games::GameTime RoomClock::game_time(std::int64_t at) const {
  return running_since_ ? played_ + std::max<std::int64_t>(0, at - *running_since_) : played_;
}

void RoomClock::write(std::string& out, Seats const& seats, int round) const {
  out += R"(,"clock":{)";
  write_clock_rule(out, turns_.rule());
  if (auto const running = turns_.running()) {
    out += R"(,"running":"s)" + std::to_string(*running) + R"(","at":)";
    write::integer(out, turns_.since());
  }
  bool any = false;
  for (std::size_t i = 0; i < seats.size(); ++i) {
    auto const left = shown_left(turns_, seats, round, i);
    if (!left) continue;
    out += any ? "," : R"(,"left":{)";
    any = true;
    write::key(out, games::seat_name(static_cast<games::Seat>(i)));
    write::integer(out, *left);
  }
  out += any ? "}}" : "}";
}

void RoomClock::write_change(std::string& set, TurnClock const& before, Seats const& seats, int round) const {
  set += R"(,"clock":{)";
  if (turns_.running()) {
    set += R"("running":"s)" + std::to_string(*turns_.running()) + R"(","at":)";
    write::integer(set, turns_.since());
  } else {
    set += R"("running":null,"at":null)";
  }
  bool const none = turns_.rule().kind == ClockKind::move && !turns_.running();
  if (none) set += R"(,"left":null)";
  bool any = false;
  for (std::size_t i = 0; !none && i < seats.size(); ++i) {
    auto const left = shown_left(turns_, seats, round, i);
    if (left == shown_left(before, seats, round, i)) continue;
    set += any ? "," : R"(,"left":{)";
    any = true;
    write::key(set, games::seat_name(static_cast<games::Seat>(i)));
    if (left)
      write::integer(set, *left);
    else
      set += "null";
  }
  set += any ? "}}" : "}";
}

void RoomClock::write_elapsed(std::string& out) const {
  out += R"(,"elapsed":{"ms":)";
  write::integer(out, played_);
  if (running_since_) {
    out += R"(,"at":)";
    write::integer(out, *running_since_);
  }
  out += '}';
}

void RoomClock::save(Json& snapshot) const {
  snapshot["played"] = played_;
  if (running_since_) snapshot["running_since"] = *running_since_;
  snapshot["clock_left"] = turns_.left();
  snapshot["clock_since"] = turns_.since();
  if (turns_.running()) snapshot["clock_running"] = *turns_.running();
}

void RoomClock::restore(Json const& snapshot) {
  snapshot.at("played").get_to(played_);
  running_since_.reset();
  if (snapshot.contains("running_since")) running_since_ = snapshot["running_since"].get<std::int64_t>();
  std::optional<int> running;
  if (snapshot.contains("clock_running")) running = snapshot["clock_running"].get<int>();
  if (running && (*running < 0 || *running >= static_cast<int>(TurnClock::kSeats)))
    throw std::runtime_error("the time of no seat runs");
  turns_.restore(running, snapshot.at("clock_since").get<std::int64_t>(),
                 snapshot.at("clock_left").get<std::array<std::int64_t, TurnClock::kSeats>>());
}

}  // namespace engawa::server
