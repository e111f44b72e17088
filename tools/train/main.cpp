// engawa-train: makes the weights of reversi's evaluation. games/reversi/TRAINING.md says how.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>

#include "games/core/crc32.hpp"
#include "games/core/info.hpp"
#include "games/reversi/weights.hpp"
#include "tools/train/learner.hpp"
#include "tools/train/match.hpp"

namespace {

using namespace engawa;
using namespace engawa::games;
using namespace engawa::training;

struct Flags {
  std::string variant, out, file, against = "random";
  Options options;
  int level = 1;
  std::uint64_t blocks = 10;
};

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

int fail(std::string const& sentence) {
  std::fprintf(stderr, "engawa-train: %s.\n", sentence.c_str());
  return 1;
}

int train(Flags const& flags, reversi::Variant const& variant) {
  Learner learner(variant, flags.options);
  auto const start = processor_seconds();
  auto const step = flags.options.games / 20;
  auto next = step;
  while (learner.games() < flags.options.games) {
    learner.play_games();
    if (learner.games() < next) continue;
    next += step;
    auto const seconds = processor_seconds() - start;
    std::printf("%llu games, %.0f a second, surprise %.4f\n", static_cast<unsigned long long>(learner.games()),
                static_cast<double>(learner.games()) / seconds, learner.surprise());
    std::fflush(stdout);
  }
  auto const text = reversi::write_weights(learner.model());
  std::ofstream out(flags.out, std::ios::binary);
  out << text;
  out.close();
  if (!out) return fail("cannot write " + flags.out);
  std::printf("%s: %zu bytes, CRC-32 %08x, %.0f s\n", flags.out.c_str(), text.size(),
              static_cast<unsigned>(crc32(std::string_view(text).substr(0, text.size() - 4))),
              processor_seconds() - start);
  return 0;
}

int play(Flags const& flags, reversi::Variant const& variant) {
  std::ifstream in(flags.file, std::ios::binary);
  std::string const text{std::istreambuf_iterator<char>(in), {}};
  if (!in) return fail("cannot read " + flags.file);
  auto const evaluation = reversi::Evaluation::from_file_text(text, variant);
  if (!evaluation) return fail(flags.file + ": " + evaluation.error().message);
  if (auto const bot = find_bot(reversi::info(), flags.against, flags.level); !bot) return fail(bot.error().message);
  auto const start = processor_seconds();
  auto const result = play_blocks(**evaluation, variant, flags.against, flags.level, flags.blocks, flags.options.seed);
  std::printf("%s in %s with one ply against %s %d: %.1f +- %.1f %% of the first places in %llu games, %.0f s\n",
              flags.file.c_str(), flags.variant.c_str(), flags.against.c_str(), flags.level, 100 * result.share,
              100 * result.error, static_cast<unsigned long long>(result.games), processor_seconds() - start);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Flags flags;
  CLI::App app{"engawa-train: learns the weights of reversi's evaluation from games against itself"};
  app.add_option("--variant", flags.variant, "five or seed: a preset of reversi on the diamond")->required();
  app.add_option("--games", flags.options.games, "games to learn from");
  app.add_option("--seed", flags.options.seed, "of the games; the same seed and flags give the same file");
  app.add_option("--rate", flags.options.rate, "how far weights go towards what would have been right, at first");
  app.add_option("--last-rate", flags.options.last_rate, "how much of that in the end");
  app.add_option("--lambda", flags.options.lambda, "how much the outcome counts against the next position's value");
  auto* const out = app.add_option("--out", flags.out, "the file to write");
  auto* const file = app.add_option("--play", flags.file, "play with this file instead of training");
  app.add_option("--against", flags.against, "with --play: a bot of reversi");
  app.add_option("--level", flags.level, "its level");
  app.add_option("--blocks", flags.blocks, "with --play: how often every way to seat the two is played")
      ->check(CLI::Range(1, 1000000));
  out->excludes(file);
  CLI11_PARSE(app, argc, argv);
  auto const* const preset = reversi::find_preset(flags.variant);
  if (!preset || !reversi::find_stride(preset->variant) ||
      !reversi::has_patterns(reversi::make_setup<std::uint64_t>(preset->variant).geometry))
    return fail("there are patterns for the presets five, seed and diamond only, not for \"" + flags.variant + "\"");
  if (!flags.file.empty()) return play(flags, preset->variant);
  if (flags.out.empty() || flags.options.games == 0) return fail("give --games and --out, or --play");
  return train(flags, preset->variant);
}
