// Golden transcripts: whole games that a person can read, games/<game>/transcripts/*.transcript.
//
// The first lines of a transcript say which game, options and seed; the seed also picks the moves. The rest is
// compared: the first state as a whole, the changes of each later one, and its hash. To record all of them again
// after an intended change (or a new one, from a file with only the first three lines):   ENGAWA_RECORD=1
// games_tests "[transcripts]"
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/games/reference.hpp"

namespace engawa::tests::transcript_test {
namespace {

using games::Match;
using games::seat_name;

struct Header {
  std::string game;
  Json options;
  std::uint64_t seed = 0;
};

Header read_header(std::string const& text) {
  std::istringstream lines(text);
  Header header;
  std::string key, options;
  lines >> key >> header.game >> key >> std::ws;
  std::getline(lines, options);
  header.options = parse_json(options).value();
  lines >> key >> header.seed;
  return header;
}

// The members r0 or r1 and so on, top to bottom. A field with `shift` has rows of hexagons: every second one is
// indented.
void draw_rows(Json const& board, std::ostream& out) {
  auto const& rows = board["rows"];
  std::size_t const first = rows.contains("r0") ? 0 : 1;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    bool const set_in = board.contains("shift") && (i + board["shift"].get<std::size_t>()) % 2 == 1;
    out << "    " << (set_in ? " " : "");
    for (char const letter : rows["r" + std::to_string(first + i)].get<std::string>())
      out << letter << (board.contains("shift") ? " " : "");
    out << '\n';
  }
}

// Numbers in a square; the hole (0) is left blank.
void draw_tiles(std::string const& tiles, std::ostream& out) {
  auto const numbers = words(tiles);
  std::size_t side = 1;
  while (side * side < numbers.size()) ++side;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    auto const number = numbers[i] == "0" ? "" : numbers[i];
    out << (i % side == 0 ? "    " : " ") << std::string(2 - number.size(), ' ') << number;
    if (i % side == side - 1) out << '\n';
  }
}

bool is_picture(Json const& value) { return value.is_object() && (value.contains("rows") || value.contains("tiles")); }

// The changed members; null for a removed one.
Json changed(Json const& now, Json const& before) {
  Json found = Json::object();
  for (auto const& [key, value] : before.items())
    if (!now.contains(key)) found[key] = nullptr;
  for (auto const& [key, value] : now.items())
    if (!before.contains(key) || before[key] != value) found[key] = value;
  return found;
}

// The changes of a seat's own board, under its name: the picture, and everything else in one line.
void draw_board(std::string const& name, Json const& board, Json const& before, std::ostream& out) {
  auto rest = changed(board, before);
  out << "  " << name << '\n';
  if (board.contains("tiles") && rest.contains("tiles")) draw_tiles(board["tiles"].get<std::string>(), out);
  if (board.contains("rows") && (rest.contains("rows") || rest.contains("shift"))) draw_rows(board, out);
  rest.erase("tiles");
  rest.erase("rows");
  if (rest.empty()) return;
  out << "   ";
  for (auto const& [key, value] : rest.items()) out << ' ' << key << ' ' << value.dump();
  out << '\n';
}

// The changes: boards as pictures, everything else as one line each.
void draw_view(Json const& view, Json const& before, std::ostream& out) {
  auto const news = changed(view, before);
  bool const square = view.contains("rows") && view["rows"].is_object();
  if (square && news.contains("rows")) draw_rows(view, out);
  for (auto const& [key, value] : news.items()) {
    bool const boards = value.is_object() && !value.empty() && is_picture(*value.begin());
    if (boards) {
      auto const old = before.value(key, Json::object());
      auto const other = changed(value, old);
      for (auto const& [name, board] : other.items()) draw_board(name, board, old.value(name, Json::object()), out);
    } else if (!(key == "rows" && square)) {
      out << key << ' ' << value.dump() << '\n';
    }
  }
}

// Writes a game down: the changes of each state, so that a person sees the effect of a move.
class Scribe {
 public:
  void state(Match const& match) {
    std::string text = "{";
    match.write_document(text);
    auto document = parse_json(text + "}").value();
    draw_view(document["view"], shown_["view"], out);
    if (document["legal"] != shown_["legal"]) out << "legal " << document["legal"].get<std::string>() << '\n';
    out << "hash " << std::hex << match.hash() << std::dec << "\n\n";
    shown_ = std::move(document);
  }

  void events(std::string const& events) {
    for (auto const& event : parse_json("[" + events + "]").value()) out << "event " << event.dump() << '\n';
  }

  std::ostringstream out;

 private:
  Json shown_ = {{"view", Json::object()}, {"legal", nullptr}};
};

void draw_outcome(Match const& match, std::ostream& out) {
  auto const outcome = match.outcome();
  out << "over " << outcome->reason << '\n';
  for (auto const& place : outcome->places)
    out << place.rank << ". " << seat_name(place.seat) << ' ' << place.score << '\n';
}

// The solver's result that the game receives while it is played.
void learn(Match& match, Scribe& scribe) {
  std::string set, events;
  REQUIRE(match.learn(match.solve({}, {}).value(), set, events));
  scribe.out << "learns\n";
  scribe.events(events);
  scribe.state(match);
}

// Applies all events that are due by `at`.
void wait(Match& match, games::GameTime at, Scribe& scribe) {
  while (match.due() && match.due()->at <= at) {
    auto const due = *match.due();
    std::string set, events;
    match.elapse(due.at, set, events);
    scribe.out << "due " << seat_name(due.seat) << " at " << due.at << " ms\n";
    scribe.events(events);
    scribe.state(match);
  }
}

// The seat that a listed move names, else the only one to act.
games::Seat seat_of(Match const& match, Json const& move) {
  if (!move.contains("seat")) return match.to_act().first();
  return static_cast<games::Seat>(std::stoi(move["seat"].get<std::string>().substr(1)));
}

void move(Match& match, Json move, games::GameTime at, Scribe& scribe) {
  auto const seat = seat_of(match, move);
  move.erase("seat");
  scribe.out << "ply " << match.ply() + 1 << ' ' << seat_name(seat) << ' ' << move.dump();
  if (match.timed()) scribe.out << " at " << at << " ms";
  scribe.out << '\n';
  std::string set, events;
  REQUIRE(match.play(seat, move, set, events, at));
  scribe.events(events);
  scribe.state(match);
}

// Random moves; in games with time, each at most a second after it became possible.
void play_on(Match& match, games::Rng& rng, Scribe& scribe) {
  games::GameTime now = 0;
  while (!match.to_act().empty()) {
    if (match.awaits_solution()) learn(match, scribe);
    auto const moves = match.moves();
    auto const chosen = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    if (match.timed()) {
      auto const at = std::max(now, match.ready_at(seat_of(match, chosen))) + rng.below(1000);
      if (match.due() && match.due()->at <= at) {
        wait(match, at, scribe);
        now = at;
        continue;  // the event may have made the move illegal
      }
      now = at;
    }
    move(match, chosen, now, scribe);
  }
}

std::string record(Header const& header) {
  auto const* game = games::find_game(header.game);
  REQUIRE(game != nullptr);
  auto const options = game->normalise(header.options).value();
  auto match = game->start(options, header.seed).value();
  Scribe scribe;
  scribe.out << "game " << header.game << "\noptions " << options.dump() << "\nseed " << header.seed << "\n\n";
  scribe.state(*match);
  games::Rng rng(header.seed);
  play_on(*match, rng, scribe);
  draw_outcome(*match, scribe.out);
  return scribe.out.str();
}

TEST_CASE("recorded games play as they were recorded", "[transcripts]") {
  prepare_games();
  for (auto const& game : games::catalog()) {
    for (auto const& file : std::filesystem::directory_iterator(transcripts_of(game.info().id))) {
      if (file.path().extension() != ".transcript") continue;
      INFO(file.path());
      auto const old = read_file(file.path());
      auto const now = record(read_header(old));
      if (std::getenv("ENGAWA_RECORD") != nullptr)
        std::ofstream(file.path()) << now;
      else
        CHECK(now == old);
    }
  }
}

}  // namespace
}  // namespace engawa::tests::transcript_test
