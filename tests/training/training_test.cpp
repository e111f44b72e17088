// Training: a tiny training run, and the committed weights.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "games/core/crc32.hpp"
#include "games/reversi/many/weights.hpp"
#include "games/reversi/weights/embedded.hpp"
#include "tests/catch.hpp"
#include "tools/lab/duel_learner.hpp"
#include "tools/lab/learner.hpp"
#include "tools/lab/one_ply_match.hpp"

namespace engawa::tests::training_test {
namespace {

using namespace engawa::games::reversi;
using namespace engawa::training;

// The weights file after this many games.
std::string trained(char const* preset, std::uint64_t games, std::uint64_t seed) {
  Options options;
  options.games = games;
  options.seed = seed;
  if (auto const& variant = find_preset(preset)->variant; !duel::patterns_for(preset).empty()) {
    DuelLearner learner(variant, options);
    while (learner.games() < games) learner.play_games();
    return duel::write_weights(learner.evaluation(), variant);
  }
  Learner learner(find_preset(preset)->variant, options);
  while (learner.games() < games) learner.play_games();
  return write_weights(learner.model());
}

}  // namespace

TEST_CASE("a tiny training beats random play, and the same training gives the same file", "[reversi]") {
  constexpr std::uint64_t kGames = kSanitized ? 320 : 1000;
  for (auto const* preset : {"five", "seed", "octagon-three"}) {
    auto const text = trained(preset, kGames, 1);
    CHECK((trained(preset, kGames, 1) == text));
    CHECK((trained(preset, kGames, 2) != text));
    auto const& variant = find_preset(preset)->variant;
    auto const evaluation = Evaluation::from_file_text(text, variant);
    REQUIRE(evaluation);
    auto const result = play_blocks(**evaluation, variant, "random", 1, kSanitized ? 4 : 8, 1);
    INFO(preset << ": " << 100 * result.share << " %");
    CHECK(result.share > 0.6);  // equally strong: 0.5
  }
}

TEST_CASE("a tiny training for two makes the same file again", "[reversi]") {
  constexpr std::uint64_t kGames = kSanitized ? 64 : 320;
  for (auto const* preset : {"classic", "octagon"}) {
    auto const text = trained(preset, kGames, 1);
    CHECK(duel::read_weights(text, find_preset(preset)->variant));
    CHECK((trained(preset, kGames, 1) == text));
    CHECK((trained(preset, kGames, 2) != text));
  }
}

TEST_CASE("the files in the program are those that docs/develop/training.md describes", "[reversi]") {
  std::ifstream in(ENGAWA_DOCS "/training.md");
  std::string const document{std::istreambuf_iterator<char>(in), {}};
  std::size_t bytes = 0;
  for (auto const& [preset, text] :
       {std::pair("five", embedded_five()), std::pair("seed", embedded_seed()),
        std::pair("diamond", embedded_diamond()), std::pair("octagon-three", embedded_octagon_three()),
        std::pair("octagon-wild", embedded_octagon_wild()), std::pair("classic", embedded_classic()),
        std::pair("octagon", embedded_octagon())}) {
    auto const& variant = find_preset(preset)->variant;
    CHECK((duel::patterns_for(preset).empty() ? bool(read_weights(text, variant))
                                              : bool(duel::read_weights(text, variant))));
    bytes += text.size();
    CHECK(bytes <= 3'000'000);
    char line[80];
    std::snprintf(line, sizeof line, "| `%s.weights` | %zu | `%08x` |", preset, text.size(),
                  games::crc32(text.substr(0, text.size() - 4)));
    INFO(line);
    CHECK(document.find(line) != document.npos);
  }
}

}  // namespace engawa::tests::training_test
