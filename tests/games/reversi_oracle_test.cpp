// The bit boards of both widths compared with the slow engine, over random games on the presets and on random boards.
#include <nlohmann/json.hpp>

#include "games/reversi/options.hpp"
#include "games/reversi/wire.hpp"
#include "tests/catch.hpp"
#include "tests/games/oracle.hpp"

namespace engawa::tests::reversi_oracle_test {
namespace {

using games::Rng;
using games::reversi::Variant;

char letter(Rng& rng, std::string_view letters) {
  return letters[rng.below(static_cast<std::uint32_t>(letters.size()))];
}

std::string some_players(Rng& rng, std::size_t at_least) {
  std::string players;
  while (players.size() < at_least || rng.below(2) == 0) {
    char const player = letter(rng, games::reversi::kPlayers);
    if (players.find(player) == players.npos) players += player;
    if (players.size() == 5) break;
  }
  return players;
}

Variant random_variant(Rng& rng) {
  Variant variant;
  std::uint32_t const largest = rng.below(4) == 0 ? 16 : 9;
  auto const rows = 1 + rng.below(largest), columns = 1 + rng.below(largest);
  // More letters of a kind make more of it; H and R are rare on most boards.
  std::string const letters = rng.below(2) == 0 ? "....BBWWAACYG" : ".......BWACYGRHH";
  for (std::uint32_t row = 0; row < rows; ++row) {
    variant.rows.emplace_back();
    for (std::uint32_t column = 0; column < columns; ++column) variant.rows.back() += letter(rng, letters);
  }
  variant.rows[0][0] = '.';
  variant.rotation = some_players(rng, 2);
  variant.compete = games::reversi::in_order(variant.rotation, games::reversi::kPlayers);
  variant.permanent = rng.below(2) == 0 ? "G" : "GCY";
  for (std::uint32_t i = rng.below(4); i > 0; --i)
    variant.cut_ins[static_cast<int>(1 + rng.below(20))] = letter(rng, games::reversi::kPlayers);
  variant.skip_stuck_cut_in = rng.below(2) == 0;
  variant.first = letter(rng, variant.rotation);
  return variant;
}

template <class Word>
struct Side {
  using Game = games::reversi::Reversi<Word>;
  using State = typename Game::State;

  static std::vector<std::string> rows(State const& state) {
    std::string text;
    games::Wire<Game>::write_view(state, text);
    auto const drawn = Json::parse(text)["rows"];
    std::vector<std::string> list;
    for (std::size_t i = 1; i <= drawn.size(); ++i) list.push_back(drawn["r" + std::to_string(i)]);
    return list;
  }

  // True if everything agrees.
  static bool same(State const& state, Oracle const& oracle) {
    auto const& position = state.position;
    char const turn = position.turn == games::reversi::kNobody ? '-' : games::reversi::kDiscs[position.turn];
    if (turn != oracle.turn() || static_cast<int>(position.ply) != oracle.ply()) return false;
    if ((position.end == games::reversi::End::kCutInStuck) != oracle.stuck()) return false;
    return rows(state) == oracle.rows() && same_moves(state, oracle);
  }

  static bool same_moves(State const& state, Oracle const& oracle) {
    auto const acting = Game::to_act(state);
    if (acting.empty()) return true;
    auto const moves = Game::moves(state, acting.first());
    auto const expected = oracle.moves(oracle.turn());
    if (moves.size() != expected.size()) return false;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (games::reversi::cell_at(expected[i].second, expected[i].first) != moves[i].cell) return false;
      if (Game::flanked(state, moves[i]) != static_cast<int>(oracle.capture(oracle.turn(), expected[i]).flanked.size()))
        return false;
    }
    return true;
  }

  static void compare(Variant const& variant, Rng rng) {
    auto state = Game::start(variant);
    Oracle oracle(variant);
    REQUIRE(same(state, oracle));
    while (oracle.turn() != '-') {
      auto const moves = oracle.moves(oracle.turn());
      auto const at = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
      oracle.play(at);
      Game::apply(state, Game::to_act(state).first(), {games::reversi::cell_at(at.second, at.first)});
      INFO("ply " << oracle.ply());
      REQUIRE(same(state, oracle));
    }
  }
};

// True if the board fits 64 bits.
bool compare(Variant const& variant, Rng rng) {
  INFO(games::reversi::options_json(variant).dump());
  Side<games::Word256>::compare(variant, rng);
  bool const narrow = games::reversi::find_stride(variant).has_value();
  if (narrow) Side<std::uint64_t>::compare(variant, rng);
  return narrow;
}

TEST_CASE("both kernels play the presets like the slow engine", "[reversi-oracle]") {
  for (auto const& preset : games::reversi::presets())
    for (std::uint64_t seed = 0; seed < (kSanitized ? 2 : 8); ++seed) CHECK(compare(preset.variant, Rng(seed)));
}

TEST_CASE("a stuck cut-in that is skipped", "[reversi-oracle]") {
  auto variant = games::reversi::find_preset("seed")->variant;
  variant.skip_stuck_cut_in = true;
  variant.cut_ins = {{2, 'C'}, {5, 'Y'}, {9, 'Y'}, {14, 'C'}, {15, 'C'}, {20, 'Y'}, {25, 'B'}, {33, 'C'}, {34, 'Y'}};
  for (std::uint64_t seed = 0; seed < (kSanitized ? 5 : 20); ++seed) compare(variant, Rng(seed));
}

TEST_CASE("both kernels play random boards like the slow engine", "[reversi-oracle]") {
  Rng rng(20221112);
  int narrow = 0, wide = 0;
  constexpr int kBoards = kSanitized ? 45 : 150;
  for (int i = 0; i < kBoards; ++i) ++(compare(random_variant(rng), Rng(rng.next())) ? narrow : wide);
  CHECK(narrow > kBoards / 3);
  CHECK(wide > kBoards / 15);
}

TEST_CASE("the strides of the known boards", "[reversi-oracle]") {
  CHECK(games::reversi::find_stride(games::reversi::find_preset("classic")->variant) == 8);
  CHECK(games::reversi::find_stride(games::reversi::find_preset("five")->variant) == 14);
}

}  // namespace
}  // namespace engawa::tests::reversi_oracle_test
