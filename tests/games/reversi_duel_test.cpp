// The search of reversi for two: its boards compared with the game's rules, its two builds with each other, its
// endgames with a plain search, and its file of weights.
#include <algorithm>

#include "games/bots/random.hpp"
#include "games/core/crc32.hpp"
#include "games/reversi/bots.hpp"
#include "games/reversi/two/near_wide.hpp"
#include "games/reversi/two/search.hpp"
#include "games/reversi/two/study.hpp"
#include "games/reversi/weights/embedded.hpp"
#include "tests/catch.hpp"

namespace engawa::tests::reversi_duel_test {
namespace {

using namespace games::reversi::duel;
using games::Rng;
using games::Thinking;
using games::reversi::find_preset;
using games::reversi::Variant;
using Game = games::reversi::Reversi<std::uint64_t>;

Variant board(std::vector<std::string> rows) {
  Variant variant;
  variant.rows = std::move(rows);
  variant.rotation = variant.compete = "BW";
  return variant;
}

// Random moves until that many cells are empty; empty if the game ends before.
std::optional<Game::State> with_empty(Variant const& variant, int empty, Rng& rng) {
  auto state = Game::start(variant);
  while (!Game::to_act(state).empty() && games::bits::count(state.position.empty()) > empty) {
    auto const seat = Game::to_act(state).first();
    Game::apply(state, seat, games::bots::random_move<Game>(state, seat, rng));
  }
  if (Game::to_act(state).empty()) return std::nullopt;
  return state;
}

Evaluation random_evaluation(char const* preset, Rng& rng) {
  auto evaluation = make_evaluation(find_preset(preset)->variant);
  auto const& patterns = evaluation.patterns;
  for (std::size_t i = 0; i < evaluation.weights.size(); ++i) {
    auto const at = static_cast<std::uint32_t>(i % patterns.entries);
    auto const twin = patterns.twin[at];
    if (at + 1 == patterns.entries) continue;
    evaluation.weights[i] = twin < at ? evaluation.weights[i - at + twin]
                                      : static_cast<std::int16_t>(static_cast<int>(rng.below(101)) - 50);
  }
  return evaluation;
}

TEST_CASE("boards for two are those that the search can play", "[reversi-duel]") {
  CHECK(field_of(find_preset("classic")->variant) == ~Bits{0});
  CHECK(std::popcount(*field_of(find_preset("octagon")->variant)) == 52);
  for (auto const* preset : {"five", "seed", "octagon-three", "octagon-wild", "diamond"})
    CHECK(!field_of(find_preset(preset)->variant));
  CHECK(field_of(board({"....", ".WB.", ".BW.", "...."})));
  CHECK(!field_of(board({"....", ".WB.", ".BG.", "...."})));
  CHECK(!field_of(board({"....", ".WB.", ".BA.", "...."})));
  CHECK(!field_of(board(std::vector<std::string>(9, "...."))));
  auto one = board({"....", ".WB.", ".BW.", "...."});
  one.compete = "B";
  CHECK(!field_of(one));
  one.compete = "BW";
  one.permanent = "GB";
  CHECK(!field_of(one));
}

TEST_CASE("moves and flips are the game's", "[reversi-duel]") {
  Rng rng(1);
  for (auto const& variant : {find_preset("classic")->variant, find_preset("octagon")->variant,
                              board({"......", "......", "..WB..", "..BWH.", "......", "......"})}) {
    for (int game = 0; game < 40; ++game) {
      auto state = Game::start(variant);
      while (!Game::to_act(state).empty()) {
        auto const seat = Game::to_act(state).first();
        auto const now = board_of(state);
        Bits const empty = *field_of(variant) & ~(now.own | now.other);
        Bits legal = 0;
        for (auto const move : Game::moves(state, seat)) legal |= bit_of(move.cell);
        REQUIRE(legal_moves(now, empty) == legal);
        auto const move = games::bots::random_move<Game>(state, seat, rng);
        auto next = after(now, bit_of(move.cell), flips_of(now, bit_of(move.cell)));
        auto const mover = state.position.turn;
        Game::apply(state, seat, move);
        if (state.position.turn == games::reversi::kNobody) break;
        if (state.position.turn == mover) next = swapped(next);
        REQUIRE(board_of(state) == next);
      }
    }
  }
}

TEST_CASE("the lines of a position are kept up to date", "[reversi-duel]") {
  Rng rng(2);
  for (auto const* preset : {"classic", "octagon"}) {
    auto const evaluation = random_evaluation(preset, rng);
    auto const first = with_empty(find_preset(preset)->variant, 40, rng);
    REQUIRE(first);
    auto const start = board_of(*first);
    for (bool const second : {false, true}) {
      Node node{start, second, evaluation.patterns.lines_of(start, second)};
      for (;;) {
        Bits const legal = legal_moves(node.board, evaluation.patterns.field & ~(node.board.own | node.board.other));
        if (legal == 0) break;
        Bits const at = games::bits::nth(legal, rng.below(static_cast<std::uint32_t>(std::popcount(legal))));
        auto const next = near().after(evaluation, node, at, flips_of(node.board, at));
        REQUIRE(next.lines == evaluation.patterns.lines_of(next.board, next.second));
        Node const seen_by_second{node.board, !node.second, evaluation.patterns.lines_of(node.board, !node.second)};
        REQUIRE(near().evaluate(evaluation, node) == near().evaluate(evaluation, seen_by_second));
        node = next;
      }
    }
  }
}

Bits mirrored(Bits bits) {  // along the diagonal
  Bits out = 0;
  for (int cell = 0; cell < 64; ++cell)
    if ((bits >> cell & 1) != 0) out |= Bits{1} << (cell / 8 + 8 * (cell % 8));
  return out;
}
Bits turned(Bits bits) {
  Bits out = 0;
  for (int cell = 0; cell < 64; ++cell)
    if ((bits >> cell & 1) != 0) out |= Bits{1} << (63 - cell);
  return out;
}

TEST_CASE("a board and its images have one value", "[reversi-duel]") {
  Rng rng(3);
  for (auto const* preset : {"classic", "octagon"}) {
    auto const evaluation = random_evaluation(preset, rng);
    auto const value = [&](Board const& at) {
      return near().evaluate(evaluation, {at, false, evaluation.patterns.lines_of(at, false)});
    };
    for (int i = 0; i < 20; ++i) {
      auto const state = with_empty(find_preset(preset)->variant, 10 + i, rng);
      if (!state) continue;
      auto const now = board_of(*state);
      CHECK(value(now) == value({mirrored(now.own), mirrored(now.other)}));
      CHECK(value(now) == value({turned(now.own), turned(now.other)}));
    }
  }
}

TEST_CASE("both builds find the same, by the same way", "[reversi-duel]") {
  if (wide_near() == nullptr) return;
  Rng rng(4);
  auto const evaluation = random_evaluation("classic", rng);
  for (int i = 0; i < 200; ++i) {
    auto const state = with_empty(find_preset("classic")->variant, 1 + i % 50, rng);
    if (!state) continue;
    auto const now = board_of(*state);
    Node const node{now, false, evaluation.patterns.lines_of(now, false)};
    std::uint64_t nodes = 0, wide_nodes = 0;
    for (int depth = 0; depth <= kNearDepth; ++depth)
      CHECK(portable_near().look(evaluation, node, depth, -500, 700, nodes) ==
            wide_near()->look(evaluation, node, depth, -500, 700, wide_nodes));
    Bits const empty = ~(now.own | now.other);
    if (std::popcount(empty) <= kNearEmpty)
      CHECK(portable_near().play_out(now, empty, -64, 64, nodes) ==
            wide_near()->play_out(now, empty, -64, 64, wide_nodes));
    CHECK(nodes == wide_nodes);
  }
}

// The mover's lead at the end by the rules of the game alone, with only the alpha-beta window.
int plain_end(Game::State const& state, int alpha, int beta) {
  auto const mover = state.position.turn;
  auto const seat = Game::to_act(state).first();
  int best = -65;
  for (auto const move : Game::moves(state, seat)) {
    auto next = state;
    Game::apply(next, seat, move);
    int const low = std::max(alpha, best);
    int value = 0;
    if (next.position.turn == games::reversi::kNobody) {
      value = Game::score(next, seat) - Game::score(next, static_cast<games::Seat>(1 - seat));
    } else if (next.position.turn == mover) {
      value = plain_end(next, low, beta);
    } else {
      value = -plain_end(next, -beta, -low);
    }
    best = std::max(best, value);
    if (best >= beta) break;
  }
  return best;
}

TEST_CASE("the last cells are played as a plain search plays them, passes too", "[reversi-duel]") {
  Rng rng(9);
  int passes = 0;
  for (auto const* preset : {"classic", "octagon"}) {
    Bits const field = *field_of(find_preset(preset)->variant);
    for (int i = 0; i < 300; ++i) {
      auto const state = with_empty(find_preset(preset)->variant, 1 + i % 6, rng);
      if (!state) continue;
      auto const now = board_of(*state);
      Bits const empty = field & ~(now.own | now.other);
      int const truth = plain_end(*state, -64, 64);
      CAPTURE(preset, i);
      std::uint64_t nodes = 0;
      for (auto const* build : {&portable_near(), &near()}) {
        CHECK(build->play_out(now, empty, -64, 64, nodes) == truth);
        CHECK((build->play_out(now, empty, truth - 1, truth, nodes) >= truth));
        CHECK((build->play_out(now, empty, truth, truth + 1, nodes) <= truth));
        if (legal_moves(swapped(now), empty) != 0) continue;
        CHECK(build->play_out(swapped(now), empty, -64, 64, nodes) == -truth);
        ++passes;
      }
    }
  }
  CHECK(passes > 50);
}

TEST_CASE("the end is played as a plain search plays it", "[reversi-duel]") {
  Rng rng(5);
  int solved_ends = 0;
  for (auto const* preset : {"classic", "octagon"}) {
    auto const evaluation = random_evaluation(preset, rng);
    for (int i = 0; i < (kSanitized ? 4 : 20); ++i) {
      int const empty = i % 5 == 0 ? (kSanitized ? 10 : 12) : 4 + i % 7;
      auto const state = with_empty(find_preset(preset)->variant, empty, rng);
      if (!state) continue;
      CAPTURE(preset, i, empty);
      auto const now = board_of(*state);
      int const truth = plain_end(*state, -64, 64);
      for (bool const weigh_all : {false, true}) {
        Search search(evaluation, now, {weigh_all, 0});
        Thinking thinking({}, 1, {});
        REQUIRE(search.think(thinking, ~std::uint64_t{0}));
        bool const only = search.candidates().size() == 1 && !weigh_all;
        CHECK(search.exact() == !only);
        if (only) continue;
        CHECK(search.candidates()[0].value == truth * kUnit);
        if (!weigh_all) continue;
        for (auto const& item : search.candidates()) {
          auto next = *state;
          auto const seat = Game::to_act(next).first();
          Game::apply(next, seat, {cell_of(std::countr_zero(item.at))});
          int value = Game::score(next, seat) - Game::score(next, static_cast<games::Seat>(1 - seat));
          if (!Game::to_act(next).empty())
            value = Game::to_act(next).has(seat) ? plain_end(next, -64, 64) : -plain_end(next, -64, 64);
          CHECK(item.value == value * kUnit);
        }
      }
      ++solved_ends;
    }
  }
  CHECK(solved_ends >= (kSanitized ? 4 : 30));
}

TEST_CASE("a limit of positions is kept, and there is always a move", "[reversi-duel]") {
  Rng rng(6);
  auto const evaluation = random_evaluation("classic", rng);
  for (int i = 0; i < 30; ++i) {
    auto const state = with_empty(find_preset("classic")->variant, 4 + 2 * i % 56, rng);
    if (!state) continue;
    for (std::uint64_t const most : {std::uint64_t{1}, std::uint64_t{100}, std::uint64_t{5000}}) {
      Search search(evaluation, board_of(*state), {});
      Thinking thinking({}, 1, {});
      REQUIRE(search.think(thinking, most));
      CHECK(search.nodes() < most + 10'000);
      REQUIRE(search.candidates().size() == static_cast<std::size_t>(games::bits::count(state->position.legal)));
      CHECK((search.candidates()[0].at & legal_moves(board_of(*state), ~Bits{0})) != 0);
    }
  }
}

TEST_CASE("a stopped search still has a move", "[reversi-duel]") {
  Rng rng(7);
  auto const evaluation = random_evaluation("classic", rng);
  auto const state = with_empty(find_preset("classic")->variant, 40, rng);
  REQUIRE(state);
  std::stop_source stop;
  stop.request_stop();
  Thinking thinking({}, 1, stop.get_token());
  Search search(evaluation, board_of(*state), {});
  CHECK(search.think(thinking, ~std::uint64_t{0}));
  CHECK(!search.candidates().empty());
}

// Earlier searches do not affect an answer.
TEST_CASE("the same question has the same answer", "[reversi-duel]") {
  Rng rng(8);
  auto const evaluation = random_evaluation("classic", rng);
  auto const one = with_empty(find_preset("classic")->variant, 44, rng),
             other = with_empty(find_preset("classic")->variant, 30, rng);
  REQUIRE((one && other));
  auto const ask = [&](Game::State const& state) {
    Search search(evaluation, board_of(state), {false, kUnit});
    Thinking thinking({}, 9, {});
    (void)search.think(thinking, 60'000);
    return std::tuple(search.candidates()[0].at, search.candidates()[0].value, search.nodes());
  };
  auto const first = ask(*one);
  for (int i = 0; i < 3; ++i) {
    (void)ask(*other);
    CHECK(ask(*one) == first);
  }
}

std::string fault_of(std::string const& text, char const* preset = "octagon") {
  auto const read = read_weights(text, find_preset(preset)->variant);
  return read ? "" : read.error().message;
}

TEST_CASE("a file of weights for two is read as it was written, or refused", "[reversi-duel]") {
  auto evaluation = make_evaluation(find_preset("octagon")->variant);
  for (std::uint32_t at = 0; at < 200; ++at)
    evaluation.weights[at] = evaluation.weights[evaluation.patterns.twin[at]] = static_cast<std::int16_t>(at * 37);
  evaluation.by_empty[40] = -77;
  auto const text = write_weights(evaluation, find_preset("octagon")->variant);
  auto const read = read_weights(text, find_preset("octagon")->variant);
  REQUIRE(read);
  CHECK((*read)->weights == evaluation.weights);
  CHECK((*read)->by_empty == evaluation.by_empty);
  CHECK(fault_of("") == "this is no file of weights");
  CHECK(fault_of(std::string(games::reversi::embedded_five())) == "this is no file of weights");
  CHECK(fault_of(text, "classic") == "the weights are those of another variant");
  auto damaged = text;
  for (std::size_t at = 0; at < text.size(); at += 7) {
    damaged[at] = static_cast<char>(text[at] ^ 16);
    REQUIRE(fault_of(damaged) != "");
    damaged[at] = text[at];
  }
  for (std::size_t size = 0; size < text.size(); size += 11) REQUIRE(fault_of(text.substr(0, size)) != "");
}

TEST_CASE("every board of the same cells has the weights of classic", "[reversi-duel]") {
  auto const* const classic = evaluation_for(find_preset("classic")->variant);
  REQUIRE(classic != nullptr);
  auto own = find_preset("classic")->variant;
  own.preset = "";
  own.rows[3] = "...BB...";
  own.rows[4] = "...WW...";
  own.rotation = own.compete = "WA";
  CHECK(evaluation_for(own) == nullptr);  // black has discs, but no seat
  own.rotation = own.compete = "BW";
  CHECK(evaluation_for(own) == classic);
  CHECK(evaluation_for(find_preset("octagon")->variant) != nullptr);
  CHECK(evaluation_for(find_preset("octagon")->variant) != classic);
  CHECK(evaluation_for(find_preset("octagon-three")->variant) == nullptr);
  CHECK(evaluation_for(board({"....", ".WB.", ".BW.", "...."})) == nullptr);
}

// The share of `a` over pairs of games from one opening.
double share(char const* preset, std::pair<char const*, int> a, std::pair<char const*, int> b, int pairs) {
  Rng rng(20261122);
  double won = 0;
  for (int pair = 0; pair < pairs; ++pair) {
    auto const start =
        with_empty(find_preset(preset)->variant,
                   games::bits::count(Game::start(find_preset(preset)->variant).position.empty()) - 8, rng);
    if (!start) continue;
    for (games::Seat const seat_of_a : {games::Seat{0}, games::Seat{1}}) {
      auto state = *start;
      Thinking thinking({}, rng.next(), {});
      while (!Game::to_act(state).empty()) {
        auto const seat = Game::to_act(state).first();
        auto const& [bot, level] = seat == seat_of_a ? a : b;
        Game::apply(state, seat, games::Bots<Game>::choose(state, seat, bot, level, thinking));
      }
      int const lead = Game::score(state, seat_of_a) - Game::score(state, static_cast<games::Seat>(1 - seat_of_a));
      won += lead > 0 ? 1 : lead == 0 ? 0.5 : 0;
    }
  }
  return won / (2 * pairs);
}

// A short form; the figures are in docs/reference/bots.md.
TEST_CASE("each level for two beats the one below", "[reversi-duel]") {
  for (auto const* preset : {"classic", "octagon"}) {
    CAPTURE(preset);
    CHECK(share(preset, {"suzume", 1}, {"random", 1}, 40) > 0.55);
    CHECK(share(preset, {"beginner", 1}, {"suzume", 1}, 40) > 0.5);
    CHECK(share(preset, {"suzume", 2}, {"suzume", 1}, 40) > 0.55);
    CHECK(share(preset, {"tanuki", 3}, {"suzume", 2}, 40) > 0.55);
#ifdef NDEBUG
    if (!kSanitized) CHECK(share(preset, {"kitsune", 4}, {"tanuki", 3}, 20) > 0.6);
    if (!kSanitized) CHECK(share(preset, {"kitsune", 4}, {"mcs", 3}, 5) > 0.8);
#endif
  }
}

}  // namespace
}  // namespace engawa::tests::reversi_duel_test
