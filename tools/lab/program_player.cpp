#include "tools/lab/program_player.hpp"

#include <nlohmann/json.hpp>

#include "games/arena/one_game.hpp"
#include "games/core/seat.hpp"
#include "games/record/result.hpp"

namespace engawa::lab {
namespace {

std::string line_of(Json const& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

ProgramPlayer::ProgramPlayer(std::string const& command, cli::Millis limit)
    : program_(command, limit, LineProgram::Blank::ignored) {}

Result<Json> ProgramPlayer::move(games::Match const& match, games::Seat seat, std::uint64_t, std::stop_token stop) {
  std::string document = "{";
  match.write_document(document);
  auto turn = parse_json(document += '}').value();
  turn.erase("to_act");
  turn["seat"] = games::seat_name(seat);
  turn["deadline_ms"] = program_.limit().count();
  return ask(line_of(turn), stop);
}

Result<Json> ProgramPlayer::another(Refusal const& why, std::stop_token stop) {
  return ask(line_of({{"error", {{"code", why.code}, {"message", why.message}}}}), stop);
}

// A malformed answer is requested again here; the game refuses an illegal move.
Result<Json> ProgramPlayer::ask(std::string const& line, std::stop_token const& stop) {
  if (auto const told = program_.tell(line); !told) return told.error();
  auto found = answer(stop);
  for (int refusals = 0; refusals < arena::kMaxRefusals && !found && found.error().code.starts_with("bad_");
       ++refusals) {
    auto const& [code, message] = found.error();
    if (!program_.tell(line_of({{"error", {{"code", code}, {"message", message}}}}))) break;
    found = answer(stop);
  }
  return found;
}

Result<Json> ProgramPlayer::answer(std::stop_token const& stop) {
  auto const line = program_.next(stop);
  if (!line) return line.error();
  auto const said = parse_json(*line);
  if (!said) return said.error();
  if (said->is_object() && said->contains("move") && (*said)["move"].is_object()) return Result<Json>((*said)["move"]);
  return refuse("bad_message", "an answer is an object with a move, such as {\"move\":{\"cell\":\"f7\"}}");
}

void ProgramPlayer::end(games::Ranking const& ranking, games::Seat seat) {
  auto result = parse_json(record::result_json(ranking, "")).value();
  result.erase("record");
  program_.finish(line_of({{"result", std::move(result)}, {"seat", games::seat_name(seat)}}));
}

}  // namespace engawa::lab
