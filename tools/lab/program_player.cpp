#include "tools/lab/program_player.hpp"

#include <nlohmann/json.hpp>

#include "clients/cli/text.hpp"
#include "games/arena/one_game.hpp"
#include "games/core/seat.hpp"
#include "games/record/result.hpp"

namespace engawa::lab {
namespace {

constexpr cli::Millis kTimeToGo{2000};

std::string line_of(Json const& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

ProgramPlayer::ProgramPlayer(std::string const& command, cli::Millis limit)
    : limit_(limit),
      child_(loop_, command, [this](std::optional<std::string> line) { heard(std::move(line)); }),
      timer_(loop_) {}

Result<Json> ProgramPlayer::move(games::Match const& match, games::Seat seat, std::uint64_t, std::stop_token stop) {
  std::string document = "{";
  match.write_document(document);
  auto turn = parse_json(document += '}').value();
  turn.erase("to_act");
  turn["seat"] = games::seat_name(seat);
  turn["deadline_ms"] = limit_.count();
  return ask(line_of(turn), stop);
}

Result<Json> ProgramPlayer::another(Refusal const& why, std::stop_token stop) {
  return ask(line_of({{"error", {{"code", why.code}, {"message", why.message}}}}), stop);
}

// What is no answer at all is asked for again here; what is no possible move is refused by the game.
Result<Json> ProgramPlayer::ask(std::string const& line, std::stop_token const& stop) {
  if (!child_.tell(line)) return refuse("bot_ended", "the program does not read its input");
  auto found = answer(stop);
  for (int refusals = 0; refusals < arena::kMaxRefusals && !found && found.error().code.starts_with("bad_");
       ++refusals) {
    if (!child_.tell(line_of({{"error", {{"code", found.error().code}, {"message", found.error().message}}}}))) break;
    found = answer(stop);
  }
  return found;
}

Result<Json> ProgramPlayer::answer(std::stop_token const& stop) {
  wait(stop);
  if (stop.stop_requested()) return refuse("stopped", "the match was stopped");
  if (late_) return refuse("timeout", "the program gave no answer in " + std::to_string(limit_.count()) + " ms");
  if (lines_.empty()) return refuse("bot_ended", "the program ended before the game did");
  auto const said = parse_json(lines_.front());
  lines_.pop_front();
  if (!said) return said.error();
  if (said->is_object() && said->contains("move") && (*said)["move"].is_object()) return Result<Json>((*said)["move"]);
  return refuse("bad_message", "an answer is an object with a move, such as {\"move\":{\"cell\":\"f7\"}}");
}

void ProgramPlayer::wait(std::stop_token const& stop) {
  late_ = false;
  std::stop_callback const wake(stop, [this] { loop_.post([this] { loop_.stop(0); }); });
  timer_.start(limit_, [this] {
    late_ = true;
    loop_.stop(0);
  });
  while (lines_.empty() && !ended_ && !late_ && !stop.stop_requested()) loop_.run();
  timer_.cancel();
}

void ProgramPlayer::heard(std::optional<std::string> line) {
  if (line && cli::trim(*line).empty()) return;
  if (line) {
    lines_.push_back(std::move(*line));
  } else {
    ended_ = true;
  }
  loop_.stop(0);
}

void ProgramPlayer::end(games::Ranking const& ranking, games::Seat seat) {
  auto result = parse_json(record::result_json(ranking, "")).value();
  result.erase("record");
  (void)child_.tell(line_of({{"result", std::move(result)}, {"seat", games::seat_name(seat)}}));
  bool gone = false;
  child_.finish(kTimeToGo, [this, &gone] {
    gone = true;
    loop_.stop(0);
  });
  while (!gone) loop_.run();
}

}  // namespace engawa::lab
