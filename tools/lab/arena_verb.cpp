// `arena`: a match between two bots.
#include <atomic>
#include <cmath>
#include <nlohmann/json.hpp>

#include "games/arena/statistics.hpp"
#include "tools/lab/bot_match.hpp"
#include "tools/lab/verbs.hpp"

namespace engawa::lab {
namespace {

using arena::Sprt;

constexpr int kBlocks = 10;
constexpr int kMostBlocks = 100'000;  // with a test that ends the match

// Two contenders, A and B, and A's share of each block.
class Duel {
 public:
  Duel(Options const& options, Console const& output, BotMatch match)
      : options_(options),
        output_(output),
        match_(std::move(match)),
        seatings_(options.one ? arena::one_among(match_.seats) : arena::two_kinds(match_.seats)),
        equal_(options.one ? 1.0 / match_.seats : 0.5),
        tallies_(2) {
    if (options.sprt.size() != 2) return;
    sprt_ = Sprt{equal_ + options.sprt[0] / 100, equal_ + options.sprt[1] / 100,
                 0.25 / static_cast<double>(seatings_.size())};
  }

  int run() {
    bool const whole = play();
    tell_faults(output_, match_, tallies_);
    if (output_.json()) {
      output_.data(json().dump(-1, ' ', false, Json::error_handler_t::replace));
    } else if (!shares_.empty()) {
      print();
    }
    return static_cast<int>(whole ? Exit::Ok : Exit::Interrupted);
  }

 private:
  // Whether it was not interrupted.
  bool play() {
    int const count = options_.blocks.value_or(sprt_ ? kMostBlocks : kBlocks);
    std::atomic<std::size_t> done = 0;
    // With a test, the end of the match is unknown.
    bool const known = !sprt_ || options_.blocks;
    auto const share = [&] { return known ? share_of(done, static_cast<std::size_t>(count)) : -1; };
    auto const progress = watch(options_, "games", "対局中", share);
    return play_bot_match(
        match_, [this](int) { return seatings_; }, count,
        [&](arena::Block const& block) {
          ++done;
          return take(block);
        });
  }

  bool take(arena::Block const& block) {
    arena::count(block, tallies_);
    shares_.push_back(arena::share_of_block(block, 0));
    if (options_.verbose)
      output_.detail(std::to_string(shares_.size()) + ": " + percent(shares_.back()) + ", " + interval());
    return !sprt_ || sprt_->test(shares_).verdict == Sprt::Verdict::open;
  }

  static std::string percent(double share) { return fixed(100 * share, 1) + " %"; }

  std::string interval() const {
    auto const found = arena::estimate(shares_);
    return percent(found.mean) + (found.error ? " ± " + fixed(100 * *found.error, 1) : "");
  }

  void print() const {
    auto const& say = output_.say();
    auto const blocks = std::to_string(shares_.size());
    output_.line(match_.title + say(": ", "：") + blocks + say(" blocks of ", " ブロック × ") +
                 std::to_string(seatings_.size()) + say(" games, ", " 局、") + std::to_string(match_.setting.opening) +
                 say(" random moves first, seed ", " 手の無作為な序盤、種 ") + std::to_string(match_.setting.seed));
    print_contenders(output_, match_, effort_columns(say, match_, tallies_));
    output_.line(cli::harmless(match_.contenders[0].name) + say(" has ", "：1位の ") + interval() +
                 say(" of the first places (95 %; equals: ", "（95 % 区間。互角なら ") + percent(equal_) +
                 say(")", "）"));
    if (sprt_) output_.line(verdict());
  }

  std::string verdict() const {
    auto const& say = output_.say();
    auto const state = sprt_->test(shares_);
    auto line = "SPRT " + percent(sprt_->low) + say(" against ", " 対 ") + percent(sprt_->high) +
                say(": LLR ", "：LLR ") + fixed(state.ratio, 2) + " (" + fixed(-Sprt::bound(), 2) + ", " +
                fixed(Sprt::bound(), 2) + "), ";
    if (state.verdict == Sprt::Verdict::high) return line + say("the higher share is accepted", "高いほうを採択");
    if (state.verdict == Sprt::Verdict::low) return line + say("the lower share is accepted", "低いほうを採択");
    return line + say("open", "未決");
  }

  Json json() const {
    Json report = {{"game", match_.game},
                   {"options", parse_json(match_.options).value()},
                   {"form", options_.one ? "one" : "two"},
                   {"a", match_.contenders[0].name},
                   {"b", match_.contenders[1].name},
                   {"seed", std::to_string(match_.setting.seed)},
                   {"opening", match_.setting.opening},
                   {"games_per_block", seatings_.size()},
                   {"games", shares_.size() * seatings_.size()},
                   {"blocks", shares_},
                   {"equal", equal_},
                   {"moves", {{"a", tallies_[0].effort.moves}, {"b", tallies_[1].effort.moves}}},
                   {"faults", {{"a", tallies_[0].faults}, {"b", tallies_[1].faults}}}};
    if (!shares_.empty()) {
      auto const found = arena::estimate(shares_);
      report["share"] = found.mean;
      if (found.error) report["error"] = *found.error;
    }
    if (sprt_) report["sprt"] = sprt_json();
    return report;
  }

  Json sprt_json() const {
    auto const state = sprt_->test(shares_);
    static constexpr char const* names[] = {"open", "low", "high"};
    return {{"low", sprt_->low},
            {"high", sprt_->high},
            {"llr", state.ratio},
            {"bound", Sprt::bound()},
            {"verdict", names[static_cast<int>(state.verdict)]}};
  }

  Options const& options_;
  Console const& output_;
  BotMatch match_;
  std::vector<arena::Seating> seatings_;
  double equal_;
  std::optional<Sprt> sprt_;
  std::vector<double> shares_;
  std::vector<arena::Tally> tallies_;
};

std::optional<Failure> misuse_of(Options const& options) {
  if (options.bots.size() + options.programs.size() + options.engines.size() != 2)
    return cli::misuse("a match is between two: name two bots, or one and --exec or --gtp, or two of these");
  if (options.sprt.empty() || options.sprt[0] < options.sprt[1]) return std::nullopt;
  return cli::misuse("--sprt takes two shares in percent above equal, the lower first, such as 0,2");
}

}  // namespace

int arena(Options const& options, Console const& output) {
  if (auto const failure = misuse_of(options)) return output.fail(*failure);
  auto match = read_bot_match(options);
  if (!match) return output.fail(match.error());
  return Duel(options, output, std::move(*match)).run();
}

}  // namespace engawa::lab
