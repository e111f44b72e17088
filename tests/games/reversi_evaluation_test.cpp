// The learned evaluation: compared with a slow computation, under the symmetries of the board, per child and per
// position; and the file of its weights.
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <tuple>

#include "games/core/crc32.hpp"
#include "games/reversi/many/evaluation.hpp"
#include "games/reversi/many/weights.hpp"
#include "games/reversi/rules.hpp"
#include "games/reversi/two/evaluation.hpp"
#include "games/reversi/weights/embedded.hpp"
#include "tests/catch.hpp"

namespace engawa::tests::reversi_evaluation_test {
namespace {

using namespace engawa::games;
using namespace engawa::games::reversi;
using Game = Reversi<std::uint64_t>;

Variant const& variant_of(char const* preset) { return find_preset(preset)->variant; }

// Calls `look` with positions of random games, each game from its first position to its end.
template <class Look>
void each_position(char const* preset, int games, std::uint64_t seed, Look look) {
  auto const start = Game::start(variant_of(preset));
  Rng rng(seed);
  for (int i = 0; i < games; ++i) {
    auto state = start;
    for (;;) {
      look(state);
      if (state.position.turn == kNobody) break;
      auto const seat = state.setup->seat_of[state.position.turn];
      auto const moves = Game::moves(state, seat);
      Game::apply(state, seat, moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
}

constexpr char const* kPresets[] = {"five", "seed", "diamond", "octagon-three", "octagon-wild"};

std::string_view embedded(std::string_view preset) {
  if (preset == "seed") return embedded_seed();
  if (preset == "diamond") return embedded_diamond();
  if (preset == "octagon-three") return embedded_octagon_three();
  if (preset == "octagon-wild") return embedded_octagon_wild();
  return embedded_five();
}

Model const& weights_of(char const* preset) {
  static std::map<std::string, std::unique_ptr<Model const>> read;
  auto& model = read[preset];
  if (!model) model = read_weights(embedded(preset), variant_of(preset)).value();
  return *model;
}

// A cell from the view of `player`, as the header defines it.
unsigned sight(Game::State const& state, Cell cell, Disc player) {
  auto const bit = bits::single<std::uint64_t>(state.setup->geometry.bit_of[cell]);
  if (state.position.planes[player] & bit) return kSeesOwn;
  if (state.position.empty() & bit) return kSeesEmpty;
  for (Disc other = 0; other < 5; ++other)
    if (state.position.planes[other] & bit && state.setup->permanent[other] == 0) return kSeesOther;
  return kSeesFixed;
}

// The sum of the weights of all patterns for a player, cell by cell.
int slow_sum(Model const& model, Game::State const& state, Disc player, std::size_t phase) {
  int sum = 0;
  for (auto const& placement : model.patterns.placements) {
    unsigned index = 0;
    for (std::size_t i = 0; i < placement.cells.size(); ++i)
      index |= sight(state, placement.cells[i], player) << (2 * i);
    sum += model.lines_of(phase)[model.patterns.patterns[placement.pattern].offset + index];
  }
  return sum;
}

// Chances by the documented formula in double precision.
std::array<double, 5> slow_value(Model const& model, Game::State const& state) {
  auto const& position = state.position;
  auto const phase = phase_of(bits::count(position.empty()));
  std::array<std::uint64_t, 5> legal{};
  for (Disc const player : state.setup->rotation) {
    Fills<std::uint64_t> fills;
    legal[player] = legal_for<AnyShape>(*state.setup, position, player, fills);
  }
  auto const facts = facts_of(*state.setup, position.planes, legal, position.turn, position.next);
  std::array<double, 5> value{};
  double total = 0;
  for (Disc const player : state.setup->compete) {
    int sum = slow_sum(model, state, player, phase);
    for (auto const fact : facts[player]) sum += model.facts_of(phase)[fact];
    total += value[player] = std::exp(sum / 64.0);
  }
  for (auto& chance : value) chance /= total;
  return value;
}

Cell image(Cell cell, int side, int symmetry) {
  int column = column_of(cell), row = row_of(cell);
  if (symmetry & 1) std::swap(column, row);
  if (symmetry & 2) column = side - 1 - column;
  if (symmetry & 4) row = side - 1 - row;
  return cell_at(column, row);
}

// The position mirrored or rotated.
Game::State image(Game::State const& state, int symmetry) {
  auto out = state;
  auto const& geometry = state.setup->geometry;
  int const side = static_cast<int>(state.setup->variant.rows.size());
  auto const turned = [&](std::uint64_t plane) {
    std::uint64_t made = 0;
    for (Cell const cell : geometry.cells)
      if (plane & bits::single<std::uint64_t>(geometry.bit_of[cell]))
        made |= bits::single<std::uint64_t>(geometry.bit_of[image(cell, side, symmetry)]);
    return made;
  };
  for (auto& plane : out.position.planes) plane = turned(plane);
  out.position.legal = turned(state.position.legal);
  return out;
}

}  // namespace

TEST_CASE("every cell is on lines in all directions, and placements are the images of their patterns",
          "[reversi-evaluation]") {
  for (auto const& [preset, count, tips, edges] :
       {std::tuple("five", 50u, 8, 12), std::tuple("octagon-three", 46u, 8, 12)}) {
    auto const setup = make_setup<std::uint64_t>(variant_of(preset));
    REQUIRE(has_patterns(setup.geometry));
    auto const patterns = make_patterns(setup.geometry);
    CHECK(patterns.placements.size() == count);
    CHECK(bits::count(setup.geometry.tips) == tips);
    CHECK(bits::count(setup.geometry.edges) == edges);
    for (Cell const cell : setup.geometry.cells)
      CHECK(bits::count(patterns.lanes_of[setup.geometry.bit_of[cell]]) >= 4);
    std::set<std::set<Cell>> different;
    for (auto const& placement : patterns.placements)
      different.insert({placement.cells.begin(), placement.cells.end()});
    CHECK(different.size() == count);
  }
  CHECK_FALSE(has_patterns(make_setup<std::uint64_t>(variant_of("classic")).geometry));
}

TEST_CASE("a value is the softmax of what the weights say of every placement", "[reversi-evaluation]") {
  for (auto const* preset : kPresets) {
    auto const& model = weights_of(preset);
    auto const* const evaluation = evaluation_for(*Game::start(variant_of(preset)).setup);
    REQUIRE(evaluation);
    each_position(preset, 4, 1, [&](Game::State const& state) {
      if (state.position.turn == kNobody) return;
      auto const value = evaluation->value(state.position);
      auto const slow = slow_value(model, state);
      for (Disc const player : state.setup->compete) REQUIRE(std::abs(value[player] - slow[player]) < 1e-4);
    });
  }
}

TEST_CASE("a position in the mirror has the same value", "[reversi-evaluation]") {
  for (auto const* preset : kPresets) {
    auto const* const evaluation = evaluation_for(*Game::start(variant_of(preset)).setup);
    each_position(preset, 3, 2, [&](Game::State const& state) {
      for (int symmetry = 1; symmetry < 8; ++symmetry)
        REQUIRE(evaluation->value(state.position) == evaluation->value(image(state, symmetry).position));
    });
  }
}

TEST_CASE("children are worth what their positions are", "[reversi-evaluation]") {
  for (auto const* preset : kPresets) {
    auto const* const evaluation = evaluation_for(*Game::start(variant_of(preset)).setup);
    std::array<Child, kMostMoves> room;
    int over = 0;
    each_position(preset, kSanitized ? 4 : 20, 3, [&](Game::State const& state) {
      if (state.position.turn == kNobody) return;
      auto const children = evaluation->children(state.position, room);
      REQUIRE(children.size() == static_cast<std::size_t>(bits::count(state.position.legal)));
      auto rest = state.position.legal;
      for (std::size_t i = 0; i < children.size(); ++i, bits::drop_lowest(rest)) {
        auto const& child = children[i];
        REQUIRE(child.at == bits::single<std::uint64_t>(bits::lowest(rest)));
        auto next = state;
        auto const cell = state.setup->geometry.cell_of[static_cast<std::size_t>(bits::lowest(rest))];
        Game::apply(next, state.setup->seat_of[state.position.turn], {cell});
        REQUIRE(child.turn == next.position.turn);
        REQUIRE(child.value == evaluation->value(next.position));
        over += child.turn == kNobody;
      }
    });
    CHECK(over > 0);
  }
}

TEST_CASE("a finished game is worth its outcome: shared first places are divided, who cannot win has his discs",
          "[reversi-evaluation]") {
  for (auto const* preset : kPresets) {
    auto const* const evaluation = evaluation_for(*Game::start(variant_of(preset)).setup);
    each_position(preset, 30, 4, [&](Game::State const& state) {
      if (state.position.turn != kNobody) return;
      auto const value = evaluation->value(state.position);
      auto const ranking = Game::standing(state);
      auto const leaders = std::count_if(ranking.places.begin(), ranking.places.end(),
                                         [](auto const& place) { return place.rank == 1; });
      float sum = 0;
      for (auto const& place : ranking.places) {
        auto const chance = value[state.setup->color_of[place.seat]];
        CHECK(chance == (place.rank == 1 ? 1 / static_cast<float>(leaders) : 0));
        sum += chance;
      }
      CHECK(std::abs(sum - 1) < 1e-6);
      if (preset == std::string("seed")) CHECK(value[3] == static_cast<float>(Game::score(state, 3)) / 60);
    });
  }
}

TEST_CASE("there are evaluations for the presets of three and more, whatever they are called, and for nothing else",
          "[reversi-evaluation]") {
  auto own = variant_of("five");
  own.preset = "";
  CHECK(evaluation_for(make_setup<std::uint64_t>(own)) ==
        evaluation_for(make_setup<std::uint64_t>(variant_of("five"))));
  own.rows[1][5] = '.';
  CHECK(evaluation_for(make_setup<std::uint64_t>(own)) == nullptr);
  for (auto const* preset : kPresets) CHECK(evaluation_for(make_setup<std::uint64_t>(variant_of(preset))));
  CHECK(evaluation_for(make_setup<std::uint64_t>(variant_of("classic"))) == nullptr);
}

namespace {

// A small file: few weights are not 0.
std::string small_file() {
  auto model = make_model<Model>(variant_of("five"));
  Rng rng(7);
  for (std::size_t i = 0; i < model.facts.size(); ++i)
    model.facts[i] = static_cast<std::int16_t>(static_cast<int>(rng.below(65535)) - 32767);
  auto const& pattern = model.patterns.patterns[0];
  for (std::uint32_t i = 0; i < pattern.entries(); ++i)
    model.lines[pattern.offset + i] = model.lines[pattern.offset + pattern.mirrored(i)] =
        static_cast<std::int8_t>(i % 255 - 127);
  return write_weights(model);
}

// The same text with a checksum that fits.
std::string resealed(std::string text) {
  text.resize(text.size() - 4);
  auto const sum = crc32(text);
  for (int i = 0; i < 4; ++i) text += static_cast<char>(sum >> (8 * i) & 0xff);
  return text;
}

std::string fault_of(std::string const& text, char const* preset = "five") {
  auto const read = read_weights(text, variant_of(preset));
  return read ? "" : read.error().message;
}

}  // namespace

TEST_CASE("a file of weights says the same when it is read and written again", "[reversi-evaluation]") {
  auto const text = small_file();
  CHECK((write_weights(*read_weights(text, variant_of("five")).value()) == text));
  CHECK((write_weights(weights_of("seed")) == embedded_seed()));
}

TEST_CASE("no damaged file of weights is taken for a good one", "[reversi-evaluation]") {
  auto const good = small_file();
  REQUIRE(fault_of(good) == "");
  auto text = good;
  constexpr std::size_t kStep = kSanitized ? 37 : 1;
  for (std::size_t bit = 0; bit < 8 * good.size(); bit += kStep) {
    text[bit / 8] = static_cast<char>(good[bit / 8] ^ 1 << bit % 8);
    REQUIRE(fault_of(text) != "");
    text[bit / 8] = good[bit / 8];
  }
  for (std::size_t size = 0; size < good.size(); size += kStep) REQUIRE(fault_of(good.substr(0, size)) != "");
  REQUIRE(fault_of(good + '\0') != "");
}

TEST_CASE("a file of weights is refused for what is wrong with it", "[reversi-evaluation]") {
  auto const good = small_file();
  CHECK(fault_of("") == "this is no file of weights");
  CHECK(fault_of(good.substr(0, 10)) == "the file of weights is cut short");
  CHECK(fault_of(good, "seed") == "the weights are those of another variant");
  auto text = good;
  text[8] = 9;
  CHECK(fault_of(text) == "the file of weights has version 9, not 1");
  text = good;
  text[100] ^= 1;
  CHECK(fault_of(text) == "the file of weights is damaged: its checksum does not fit");
  text = good;
  text[30] ^= 1;
  CHECK(fault_of(resealed(text)) == "the weights belong to other patterns than this program's");
  CHECK(fault_of(resealed(good + "more")) == "the file of weights has another length than it says");
}

TEST_CASE("any body with a checksum that fits is read to its end or refused", "[reversi-evaluation]") {
  auto const good = small_file();
  Rng rng(11);
  for (int i = 0; i < 10; ++i) {
    auto text = good;
    for (std::size_t at = good.size() - 400; at < good.size() - 4; at += 1 + rng.below(40))
      text[at] = static_cast<char>(rng.next());
    auto const fault = fault_of(resealed(text));
    CHECK((fault.empty() || fault == "the weights do not end where they should"));
  }
}

TEST_CASE("weights from a folder take the place of those in the program", "[reversi-evaluation]") {
  auto const folder = std::filesystem::temp_directory_path() / ("engawa-weights-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  auto const setup = make_setup<std::uint64_t>(variant_of("five"));
  auto const seed_setup = make_setup<std::uint64_t>(variant_of("seed"));
  CHECK(use_weights("") == "");
  auto const* const own = evaluation_for(setup);
  REQUIRE(own);
  for (auto const* preset : {"diamond", "octagon-three", "octagon-wild"})
    std::ofstream(folder / (std::string(preset) + ".weights"), std::ios::binary) << embedded(preset);
  std::ofstream(folder / "classic.weights", std::ios::binary) << embedded_classic();
  std::ofstream(folder / "octagon.weights", std::ios::binary) << embedded_octagon();
  std::ofstream(folder / "five.weights", std::ios::binary) << small_file();
  auto fault = use_weights(folder);
  CHECK(fault == (folder / "seed.weights").string() + " cannot be read, so bots of seed think without learned weights");
  REQUIRE(evaluation_for(setup));
  CHECK(evaluation_for(setup)->value(setup.start) != own->value(setup.start));
  CHECK(evaluation_for(seed_setup) == nullptr);
  std::ofstream(folder / "seed.weights", std::ios::binary) << small_file();
  std::ofstream(folder / "five.weights", std::ios::binary) << "x";
  fault = use_weights(folder);
  CHECK(fault == (folder / "five.weights").string() +
                     ": this is no file of weights, so bots of five think without learned weights; " +
                     (folder / "seed.weights").string() +
                     ": the weights are those of another variant, so bots of seed think without learned weights");
  CHECK(evaluation_for(setup) == nullptr);
  std::filesystem::remove(folder / "classic.weights");
  CHECK(use_weights(folder).ends_with(
      "classic.weights cannot be read, so bots of classic think without learned weights"));
  CHECK(duel::evaluation_for(variant_of("classic")) == nullptr);
  CHECK(use_weights("") == "");
  CHECK(duel::evaluation_for(variant_of("classic")) != nullptr);
  REQUIRE(evaluation_for(setup));
  CHECK(evaluation_for(setup)->value(setup.start) == own->value(setup.start));
  std::filesystem::remove_all(folder);
}

}  // namespace engawa::tests::reversi_evaluation_test
