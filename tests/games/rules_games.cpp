// Random games of every preset, to compare the page's rules (clients/web/rules) with: one JSON object per line.
//
//   rules_games GAME COUNT SEED
//
// {"options":{..},"seed":"7","turns":[[seat,at,move],[at],...],"digest":N,"state":".."}: `turns` are moves, and (with
// only a time) due events. `digest` is the 32-bit FNV-1a hash of the module's answers to the turns, one after the
// other, `state` the hash of the last state.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/standard_streams.hpp"
#include "games/catalog.hpp"
#include "games/core/rng.hpp"
#include "games/record/lines.hpp"
#include "games/record/result.hpp"

namespace {

using namespace engawa;
using games::GameEntry;
using games::GameTime;
using games::Match;
using games::Rng;
using games::Seat;

constexpr int kMostTurns = 60;  // games of reversi and nim always end

// The page's module gives the same.
std::string answer_text(std::string_view move, std::string_view set, std::string_view events, Match const& after) {
  std::string text = "{";
  if (!move.empty()) text.append("\"move\":").append(move) += ',';
  text.append("\"set\":{").append(set).append("},\"events\":[").append(events).append("],\"state\":\"");
  text.append(record::state_text(after.hash())).append("\"");
  if (auto const ranking = after.outcome()) text.append(",\"result\":").append(record::result_json(*ranking, ""));
  return text += '}';
}

std::uint32_t digest(std::uint32_t sum, std::string_view text) {
  for (char const byte : text) sum = (sum ^ static_cast<std::uint8_t>(byte)) * 16777619u;
  return sum;
}

Seat some_seat(Match const& match, Rng& rng) {
  auto const acting = match.to_act();
  auto nth = rng.below(static_cast<std::uint32_t>(acting.size()));
  for (Seat seat = 0;; ++seat)
    if (acting.has(seat) && nth-- == 0) return seat;
}

// A word of the document's `legal`, if that is enough, because all moves as JSON take ten times as long.
Json word_move(Match const& match, std::string_view member, Rng& rng) {
  std::string text = "{";
  match.write_document(text);
  std::istringstream legal(Json::parse(text + "}")["legal"].get<std::string>());
  std::vector<std::string> words;
  for (std::string word; legal >> word;) words.push_back(word);
  return {{std::string(member), words[rng.below(static_cast<std::uint32_t>(words.size()))]}};
}

Json some_move(Match const& match, Seat seat, Rng& rng) {
  auto const& info = match.info();
  if (info.id == "bubbles") return {{"angle", static_cast<int>(rng.below(16001)) - 8000}};
  if (!info.legal_member.empty()) return word_move(match, info.legal_member, rng);
  Json own = Json::array();
  for (auto& move : match.moves())
    if (!move.contains("seat") || move["seat"] == games::seat_name(seat)) own.push_back(move);
  auto move = own[rng.below(static_cast<std::uint32_t>(own.size()))];
  move.erase("seat");
  return move;
}

// Continues the game; an event that is due before the move happens instead of it. Returns the turn as JSON, and adds to
// the digest.
Json take_turn(Match& match, Rng& rng, GameTime& now, std::uint32_t& sum) {
  auto const seat = some_seat(match, rng);
  auto const pause = rng.below(4) == 0 ? rng.below(4000) : 0;
  auto at = match.timed() ? std::max(now, match.ready_at(seat)) + pause : 0;
  std::string set, events;
  auto const due = match.due();
  if (due && (due->at <= at || rng.below(20) == 0)) {
    now = std::max(now, due->at);
    match.elapse(now, set, events);
    sum = digest(sum, answer_text({}, set, events, match));
    return Json::array({now});
  }
  auto const move = some_move(match, seat, rng);
  auto const played = match.play(seat, move, set, events, at).value();
  now = at;
  sum = digest(sum, answer_text(played, set, events, match));
  return Json::array({seat, at, move});
}

void print_game(GameEntry const& game, std::string_view preset, std::uint64_t seed) {
  Json const options = {{"preset", preset}};
  auto const match = game.start(game.normalise(options).value(), seed).value();
  Rng rng(seed ^ 0x5eed);
  GameTime now = 0;
  std::uint32_t sum = 2166136261u;
  Json turns = Json::array();
  bool const ends = !match->timed();
  while (!match->to_act().empty() && (ends || turns.size() < kMostTurns))
    turns.push_back(take_turn(*match, rng, now, sum));
  Json const line = {{"options", options},
                     {"seed", std::to_string(seed)},
                     {"turns", std::move(turns)},
                     {"digest", sum},
                     {"state", record::state_text(match->hash())}};
  std::puts(line.dump().c_str());
}

}  // namespace

int main(int count, char** arguments) {
  engawa::open_standard_streams();
  if (count != 4) {
    std::fputs("usage: rules_games GAME COUNT SEED\n", stderr);
    return 2;
  }
  auto const* game = games::find_game(arguments[1]);
  if (game == nullptr) {
    std::fprintf(stderr, "there is no game %s\n", arguments[1]);
    return 2;
  }
  auto const games = std::strtoull(arguments[2], nullptr, 10);
  auto const first = std::strtoull(arguments[3], nullptr, 10);
  for (auto const& preset : game->info().presets)
    for (std::uint64_t i = 0; i < games; ++i) print_game(*game, preset.id, first + i);
}
