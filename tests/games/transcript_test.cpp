// Golden transcripts: whole games that a person can read, games/<game>/transcripts/*.transcript.
//
// The first lines of a transcript say which game, options and seed; the seed also picks the moves. The rest is
// compared. To record all of them anew after an intended change (or a new one, from a file with only the first three
// lines):
//   ENGAWA_RECORD=1 games_tests "[transcripts]"
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

// The members r0 or r1 and so on, top to bottom. A field with `shift` has rows of hexagons: every second one is set in.
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

void draw_view(Json const& view, std::ostream& out);

// A board of one seat's own, under its name.
void draw_board(std::string const& name, Json board, std::ostream& out) {
  out << "  " << name << '\n';
  if (board.contains("tiles")) draw_tiles(board["tiles"].get<std::string>(), out);
  board.erase("tiles");
  draw_view(board, out);
}

// Boards as pictures, everything else as one line each.
void draw_view(Json const& view, std::ostream& out) {
  bool const square = view.contains("rows") && view["rows"].is_object();
  if (square) draw_rows(view, out);
  for (auto const& [key, value] : view.items()) {
    bool const boards = value.is_object() && !value.empty() && is_picture(*value.begin());
    if (boards)
      for (auto const& [name, board] : value.items()) draw_board(name, board, out);
    else if (!(key == "rows" && square))
      out << key << ' ' << value.dump() << '\n';
  }
}

void draw_state(Match const& match, std::ostream& out) {
  std::string text = "{";
  match.write_document(text);
  auto const document = parse_json(text + "}").value();
  draw_view(document["view"], out);
  out << "legal " << document["legal"].get<std::string>() << '\n';
  out << "hash " << std::hex << match.hash() << std::dec << "\n\n";
}

void draw_outcome(Match const& match, std::ostream& out) {
  auto const outcome = match.outcome();
  out << "over " << outcome->reason << '\n';
  for (auto const& place : outcome->places)
    out << place.rank << ". " << seat_name(place.seat) << ' ' << place.score << '\n';
}

void draw_events(std::string const& events, std::ostream& out) {
  for (auto const& event : parse_json("[" + events + "]").value()) out << "event " << event.dump() << '\n';
}

// What the game learns of its solver while it is played.
void learn(Match& match, std::ostream& out) {
  std::string set, events;
  REQUIRE(match.learn(match.solve({}, {}).value(), set, events));
  out << "learns\n";
  draw_events(events, out);
  draw_state(match, out);
}

// Lets everything happen that is due by `at`.
void wait(Match& match, games::GameTime at, std::ostream& out) {
  while (match.due() && match.due()->at <= at) {
    auto const due = *match.due();
    std::string set, events;
    match.elapse(due.at, set, events);
    out << "due " << seat_name(due.seat) << " at " << due.at << " ms\n";
    draw_events(events, out);
    draw_state(match, out);
  }
}

// The seat that a listed move names, else the only one to act.
games::Seat seat_of(Match const& match, Json const& move) {
  if (!move.contains("seat")) return match.to_act().first();
  return static_cast<games::Seat>(std::stoi(move["seat"].get<std::string>().substr(1)));
}

void move(Match& match, Json move, games::GameTime at, std::ostream& out) {
  auto const seat = seat_of(match, move);
  move.erase("seat");
  out << "ply " << match.ply() + 1 << ' ' << seat_name(seat) << ' ' << move.dump();
  if (match.timed()) out << " at " << at << " ms";
  out << '\n';
  std::string set, events;
  REQUIRE(match.play(seat, move, set, events, at));
  draw_events(events, out);
  draw_state(match, out);
}

// Random moves; where time matters, each at most a second after the mover could make it.
void play_on(Match& match, games::Rng& rng, std::ostream& out) {
  games::GameTime now = 0;
  while (!match.to_act().empty()) {
    if (match.awaits_solution()) learn(match, out);
    auto const moves = match.moves();
    auto const chosen = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    if (match.timed()) {
      auto const at = std::max(now, match.ready_at(seat_of(match, chosen))) + rng.below(1000);
      if (match.due() && match.due()->at <= at) {
        wait(match, at, out);
        now = at;
        continue;  // what happened may have taken the move away
      }
      now = at;
    }
    move(match, chosen, now, out);
  }
}

std::string record(Header const& header) {
  auto const* game = games::find_game(header.game);
  REQUIRE(game != nullptr);
  auto const options = game->normalise(header.options).value();
  auto match = game->start(options, header.seed).value();
  std::ostringstream out;
  out << "game " << header.game << "\noptions " << options.dump() << "\nseed " << header.seed << "\n\n";
  draw_state(*match, out);
  games::Rng rng(header.seed);
  play_on(*match, rng, out);
  draw_outcome(*match, out);
  return out.str();
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
