// Golden transcripts: whole games that a person can read, under tests/data/<game>/*.transcript.
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

namespace engawa::tests {
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

// Rows as a picture, everything else as one line each.
void draw_view(Json const& view, std::ostream& out) {
  if (view.contains("rows"))
    for (std::size_t i = 1; i <= view["rows"].size(); ++i)
      out << "    " << view["rows"]["r" + std::to_string(i)].get<std::string>() << '\n';
  for (auto const& [key, value] : view.items())
    if (key != "rows") out << key << ' ' << value.dump() << '\n';
}

void draw_state(Match const& match, std::ostream& out) {
  Json const document = parse_json([&] {
                          std::string text = "{";
                          match.write_document(text);
                          return text + "}";
                        }())
                            .value();
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

std::string record(Header const& header) {
  auto const* game = games::find_game(header.game);
  REQUIRE(game != nullptr);
  auto const options = game->normalise(header.options).value();
  auto match = game->start(options, header.seed).value();
  std::ostringstream out;
  out << "game " << header.game << "\noptions " << options.dump() << "\nseed " << header.seed << "\n\n";
  draw_state(*match, out);
  games::Rng rng(header.seed);
  while (!match->to_act().empty()) {
    auto const moves = match->moves();
    auto const move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    out << "ply " << match->ply() + 1 << ' ' << seat_name(match->to_act().first()) << ' ' << move.dump() << '\n';
    for (auto const& event : play(*match, move)) out << "event " << event.dump() << '\n';
    draw_state(*match, out);
  }
  draw_outcome(*match, out);
  return out.str();
}

TEST_CASE("recorded games play as they were recorded", "[transcripts]") {
  for (auto const& game : games::catalog()) {
    for (auto const& file :
         std::filesystem::directory_iterator(std::filesystem::path(data_folder()) / game.info().id)) {
      if (file.path().extension() != ".transcript") continue;
      INFO(file.path());
      auto const old = read_data(std::string(game.info().id) + "/" + file.path().filename().string());
      auto const now = record(read_header(old));
      if (std::getenv("ENGAWA_RECORD") != nullptr)
        std::ofstream(file.path()) << now;
      else
        CHECK(now == old);
    }
  }
}

}  // namespace
}  // namespace engawa::tests
