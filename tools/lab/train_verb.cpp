// `train`: computes the weights of reversi's evaluation, as described in docs/develop/training.md.
#include <atomic>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>

#include "base/progress.hpp"
#include "games/core/crc32.hpp"
#include "games/core/info.hpp"
#include "games/reversi/many/weights.hpp"
#include "tools/lab/duel_learner.hpp"
#include "tools/lab/one_ply_match.hpp"
#include "tools/lab/verbs.hpp"

namespace engawa::lab {
namespace {

using namespace games;
using training::Learner;

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

Failure file_failure(std::string message) { return {Exit::Other, "file", std::move(message)}; }

// Plays all games, and prints the progress now and then.
template <class AnyLearner>
void learn_all(AnyLearner& learner, std::uint64_t games, double start) {
  auto const step = games / 20;
  auto next = step;
  std::atomic<std::size_t> done = 0;
  Progress progress("learning", [&] { return share_of(done, games); });
  while (learner.games() < games) {
    learner.play_games();
    done = learner.games();
    if (learner.games() < next) continue;
    next += step;
    auto const seconds = processor_seconds() - start;
    progress.apart([&] {
      std::printf("%llu games, %.0f a second, surprise %.4f\n", static_cast<unsigned long long>(learner.games()),
                  static_cast<double>(learner.games()) / seconds, learner.surprise());
      std::fflush(stdout);
    });
  }
}

std::string learned(Training const& flags, reversi::Variant const& variant, double start) {
  if (!reversi::duel::patterns_for(variant.preset).empty()) {
    training::DuelLearner learner(variant, flags.learner);
    learn_all(learner, flags.learner.games, start);
    return reversi::duel::write_weights(learner.evaluation(), variant);
  }
  Learner learner(variant, flags.learner);
  learn_all(learner, flags.learner.games, start);
  return reversi::write_weights(learner.model());
}

int learn(Training const& flags, reversi::Variant const& variant, Console const& output) {
  auto const start = processor_seconds();
  auto const text = learned(flags, variant, start);
  std::ofstream out(flags.out, std::ios::binary);
  out << text;
  out.close();
  if (!out) return output.fail(file_failure("cannot write " + flags.out));
  std::printf("%s: %zu bytes, CRC-32 %08x, %.0f s\n", flags.out.c_str(), text.size(),
              static_cast<unsigned>(crc32(std::string_view(text).substr(0, text.size() - 4))),
              processor_seconds() - start);
  return 0;
}

int play(Training const& flags, reversi::Variant const& variant, Console const& output) {
  std::ifstream in(flags.file, std::ios::binary);
  std::string const text{std::istreambuf_iterator<char>(in), {}};
  if (!in) return output.fail(file_failure("cannot read " + flags.file));
  auto const evaluation = reversi::Evaluation::from_file_text(text, variant);
  if (!evaluation) return output.fail(file_failure(flags.file + ": " + evaluation.error().message));
  if (auto const bot = find_bot(reversi::info(), flags.against, flags.level); !bot)
    return output.fail(cli::misuse(bot.error().message));
  auto const start = processor_seconds();
  auto const result = [&] {
    Progress const progress("games");
    return training::play_blocks(**evaluation, variant, flags.against, flags.level, flags.blocks, flags.learner.seed);
  }();
  std::printf("%s in %s with one ply against %s %d: %.1f +- %.1f %% of the first places in %llu games, %.0f s\n",
              flags.file.c_str(), flags.variant.c_str(), flags.against.c_str(), flags.level, 100 * result.share,
              100 * result.error, static_cast<unsigned long long>(result.games), processor_seconds() - start);
  return 0;
}

}  // namespace

int train(Training const& flags, Console const& output) {
  auto const* const preset = reversi::find_preset(flags.variant);
  bool const two = preset && !reversi::duel::patterns_for(flags.variant).empty();
  if (!two && (!preset || !reversi::find_stride(preset->variant) ||
               !reversi::has_patterns(reversi::make_setup<std::uint64_t>(preset->variant).geometry)))
    return output.fail(cli::misuse("there is no preset \"" + flags.variant + "\" with patterns"));
  if (!flags.file.empty() && two)
    return output.fail(
        cli::misuse("--play is for more than two players: put the file where `engawad --bot-weights` "
                    "finds it, or build with it, and play with `arena`"));
  if (!flags.file.empty()) return play(flags, preset->variant, output);
  if (flags.out.empty() || flags.learner.games == 0)
    return output.fail(cli::misuse("give --games and --out, or --play"));
  return learn(flags, preset->variant, output);
}

}  // namespace engawa::lab
