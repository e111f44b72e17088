// Reversi against the reference data: whole games ply by ply, single positions, perft.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/fnv.hpp"
#include "games/reversi/bots.hpp"
#include "games/reversi/wire.hpp"
#include "tests/catch.hpp"
#include "tests/games/reference.hpp"

namespace engawa::tests::reversi_data_test {
namespace {

using games::reversi::Reversi;

#ifdef NDEBUG
constexpr std::uint64_t kMostLeaves = 100'000'000;
#else
constexpr std::uint64_t kMostLeaves = 400'000;  // a debug build counts slowly
#endif

// Both compilers accept comparing strings only with strings.
std::string text_of(Json const& json) { return json.get<std::string>(); }

std::string hex(std::uint64_t value) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
  return text;
}

std::string letter_to_act(games::Match const& match, Json const& view) {
  return view["colors"][games::seat_name(match.to_act().first())].get<std::string>();
}

std::vector<int> legal_indices(games::Match const& match) {
  std::vector<int> list;
  for (auto const& move : match.moves()) list.push_back(index_of_cell(move["cell"]));
  return list;
}

int bot_index(games::Match const& match, char const* bot) {
  return index_of_cell(match.choose(match.to_act().first(), bot, 1, {}, 1, {}).value()["cell"]);
}

void check_put(Json const& put, Json const& ply) {
  std::vector<int> flipped;
  std::set<int> flippers;
  for (auto const& line : put["lines"]) {
    for (int const index : indices_of_cells(line["flip"])) flipped.push_back(index);
    flippers.insert(index_of_cell(line["to"]));
  }
  std::sort(flipped.begin(), flipped.end());
  CHECK(flipped == ply["flipped"].get<std::vector<int>>());
  CHECK(std::vector<int>(flippers.begin(), flippers.end()) == ply["flippers"].get<std::vector<int>>());
  CHECK(put.value("boom", false) == ply["erased"].get<bool>());
}

// Checks the position and its bots, plays the move, checks its effect. Returns the letters of the players who pass
// before the next ply.
std::string check_ply(games::Match& match, Json const& ply) {
  auto const view = match.view();
  auto const board = ringed_board(view);
  CHECK(match.ply() + 1 == ply["ply"].get<unsigned>());
  CHECK(board == text_of(ply["board"]));
  CHECK(letter_to_act(match, view) == text_of(ply["turn"]));
  CHECK(legal_indices(match) == ply["legal"].get<std::vector<int>>());
  CHECK(bot_index(match, "minimum") == ply["min_move"]);
  CHECK(bot_index(match, "maximum") == ply["max_move"]);
  CHECK(games::reversi::mcs_playouts(static_cast<int>(std::count(board.begin(), board.end(), '.'))) ==
        ply["mcs_playouts"]);
  auto const events = play(match, {{"cell", cell_of_index(ply["move"])}});
  check_put(events[0], ply);
  CHECK(ringed_board(match.view()) == text_of(ply["board_after"]));
  std::string passed;
  for (std::size_t i = 1; i < events.size(); ++i)
    if (events[i]["kind"] == "pass") passed += view["colors"][events[i]["seat"].get<std::string>()].get<std::string>();
  return passed;
}

void check_end(games::Match const& match, Json const& end) {
  auto const outcome = match.outcome();
  REQUIRE(outcome);
  CHECK(outcome->reason == end["reason"].get<std::string>());
  CHECK(match.ply() == end["plies"].get<unsigned>());
  auto const view = match.view();
  CHECK(ringed_board(view) == text_of(end["board"]));
  for (auto const& [seat, color] : view["colors"].items())
    CHECK(view["score"][seat] == end["scores"][color.get<std::string>()]);
  bool const tie = outcome->places[1].rank == 1;
  auto const winner =
      tie ? std::string("draw") : view["colors"][games::seat_name(outcome->places[0].seat)].get<std::string>();
  CHECK(winner == text_of(end["winner"]));
}

TEST_CASE("every ply of the article's example games", "[reversi-data]") {
  std::map<std::string, std::string> const known = {{"ex00", "0717daa4ee26c04b"}, {"ex16", "d319022dadb0413d"}};
  std::unique_ptr<games::Match> match;
  std::string passed;
  Fnv fnv;
  int ends = 0;
  for (auto const& ply : read_json_lines("reversi/examples.jsonl")) {
    auto const game = ply["game"].get<std::string>();
    INFO(game << " ply " << ply.value("ply", 0));
    if (ply.contains("end")) {
      check_end(*match, ply);
      if (known.count(game) == 1) CHECK(hex(fnv.value()) == known.at(game));
      match = nullptr;
      ++ends;
      continue;
    }
    if (!match) {
      match = play_indices("seed", {});
      fnv = Fnv().add(ringed_board(match->view()));
      passed.clear();
    }
    CHECK(passed == text_of(ply["passed"]));
    passed = check_ply(*match, ply);
    fnv.add(ringed_board(match->view()));
  }
  CHECK(ends == 20);
}

TEST_CASE("the example games of five", "[reversi-data]") {
  auto const games_played = read_json_lines("reversi/five_examples.jsonl");
  CHECK(games_played.size() == 20);
  for (auto const& game : games_played) {
    INFO(game["id"]);
    auto match = play_indices("five", {});
    auto view = match->view();
    Fnv fnv;
    fnv.add(ringed_board(view));
    std::string turns;
    for (int const index : game["moves"].get<std::vector<int>>()) {
      turns += letter_to_act(*match, view);
      play(*match, {{"cell", cell_of_index(index)}});
      view = match->view();
      fnv.add(ringed_board(view));
    }
    CHECK(turns == text_of(game["turns"]));
    CHECK(match->outcome());
    CHECK(ringed_board(view) == text_of(game["final"]));
    CHECK(hex(fnv.value()) == text_of(game["fnv1a64"]));
    for (auto const& [seat, color] : view["colors"].items())
      CHECK(view["score"][seat] == game["scores"][color.get<std::string>()]);
  }
}

games::reversi::Variant variant_of(Json const& position) {
  games::reversi::Variant variant;
  auto const board = position["board"].get<std::string>();
  for (std::size_t row = 0; row < 12; ++row) variant.rows.push_back(board.substr(12 * row, 12));
  auto const turn = position["turn"].get<std::string>();
  variant.rotation = turn + (turn == "W" ? "B" : "W");
  variant.compete = variant.rotation;
  variant.permanent = "GCY";
  variant.first = turn[0];
  return variant;
}

template <class Word>
void check_position(Json const& position) {
  using Game = Reversi<Word>;
  using Wire = games::Wire<Game>;
  auto const start = Game::start(variant_of(position));
  auto const mover = start.setup->seat_of[games::reversi::kDiscs.find(position["turn"].get<std::string>())];
  std::vector<int> legal;
  for (auto const move : Game::moves(start, mover))
    legal.push_back(12 * games::reversi::row_of(move.cell) + games::reversi::column_of(move.cell));
  CHECK(legal == position["legal"].get<std::vector<int>>());
  for (auto const& result : position["results"]) {
    int const index = result["m"];
    games::reversi::Move const move{games::reversi::cell_at(index % 12, index / 12)};
    auto after = start;
    CHECK(Game::flanked(start, move) == static_cast<int>(result["f"].size()));
    Game::apply(after, mover, move);
    std::string view, board;
    Wire::write_view(after, view);
    auto const rows = Json::parse(view)["rows"];
    for (int row = 1; row <= 12; ++row) board += rows["r" + std::to_string(row)].template get<std::string>();
    CHECK(board == text_of(result["after"]));
  }
}

TEST_CASE("the one-purpose positions", "[reversi-data]") {
  auto const positions = read_json_lines("reversi/micro.jsonl");
  CHECK(positions.size() == 25);
  for (auto const& position : positions) {
    INFO(position["name"]);
    check_position<std::uint64_t>(position);
    check_position<games::Word256>(position);
  }
}

void check_leaves(games::Match const& match, std::vector<std::uint64_t> const& leaves) {
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    if (leaves[i] > kMostLeaves) continue;
    INFO("depth " << i + 1);
    CHECK(match.perft(static_cast<int>(i) + 1) == leaves[i]);
  }
}

TEST_CASE("perft of the article's game and of its mid-game roots", "[reversi-perft]") {
  auto const data = Json::parse(read_data("reversi/perft.json"));
  for (auto const& root : data["roots"]) {
    INFO(root["name"]);
    auto const match = play_indices("seed", root["moves"].get<std::vector<int>>());
    CHECK(ringed_board(match->view()) == text_of(root["board"]));
    CHECK(match->ply() + 1 == root["next_ply"].get<unsigned>());
    check_leaves(*match, root["leaf"].get<std::vector<std::uint64_t>>());
  }
}

TEST_CASE("perft and boards of the article's series", "[reversi-perft]") {
  char const* const presets[] = {"classic", "octagon", "octagon-three", "octagon-wild", "diamond", "seed"};
  auto const data = Json::parse(read_data("reversi/variants.json"));
  REQUIRE(data["variants"].size() == std::size(presets));
  for (std::size_t i = 0; i < std::size(presets); ++i) {
    auto const& expected = data["variants"][i];
    INFO(presets[i]);
    auto const match = play_indices(presets[i], {});
    auto const rows = match->view()["rows"];
    for (std::size_t row = 1; row <= rows.size(); ++row) {
      auto const ringed = expected["rows"][row].get<std::string>();
      CHECK(rows["r" + std::to_string(row)] == ringed.substr(1, ringed.size() - 2));
    }
    CHECK(rows.size() == expected["rows"].size() - 2);
    check_leaves(*match, expected["perft"].get<std::vector<std::uint64_t>>());
  }
}

TEST_CASE("perft of five and of classic", "[reversi-perft]") {
  check_leaves(*play_indices("five", {}), {16, 208, 3082, 24780, 224360, 2931952});
  check_leaves(*play_indices("classic", {}), {4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005320});
  CHECK(play_indices("five", {})->perft(0) == 1);
}

}  // namespace
}  // namespace engawa::tests::reversi_data_test
