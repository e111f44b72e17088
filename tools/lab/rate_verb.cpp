// `rate`: ratings of many bots from many games.
#include <algorithm>
#include <atomic>
#include <nlohmann/json.hpp>
#include <numeric>

#include "games/arena/plackett_luce.hpp"
#include "tools/lab/bot_match.hpp"
#include "tools/lab/verbs.hpp"

namespace engawa::lab {
namespace {

constexpr int kTables = 100;
constexpr std::string_view kAnchor = "random";

class League {
 public:
  League(Options const& options, Console const& output, BotMatch match)
      : options_(options),
        output_(output),
        match_(std::move(match)),
        model_(static_cast<int>(match_.contenders.size())),
        tallies_(match_.contenders.size()) {
    for (std::size_t i = 0; i < match_.contenders.size(); ++i)
      if (match_.contenders[i].bot == kAnchor) anchor_ = static_cast<int>(i);
  }

  int run() {
    auto const seatings = [this](int block) {
      games::Rng rng(arena::block_seed(match_.setting.seed + 1, block));
      return arena::rotations(arena::draw(static_cast<int>(tallies_.size()), match_.seats, rng));
    };
    bool const whole = play(seatings);
    tell_faults(output_, match_, tallies_);
    {
      auto const progress = watch(options_, "ratings", "レートを計算中");
      ratings_ = arena::rate(model_, model_.blocks() < 2 ? 0 : options_.samples, anchor_, match_.setting.seed);
    }
    if (output_.json()) {
      output_.data(json().dump(-1, ' ', false, Json::error_handler_t::replace));
    } else {
      print();
    }
    return static_cast<int>(whole ? Exit::Ok : Exit::Interrupted);
  }

 private:
  // Whether it was not interrupted.
  bool play(arena::Seatings const& seatings) {
    int const count = options_.blocks.value_or(kTables);
    std::atomic<std::size_t> done = 0;
    auto const progress =
        watch(options_, "games", "対局中", [&] { return share_of(done, static_cast<std::size_t>(count)); });
    return play_bot_match(match_, seatings, count, [&](arena::Block const& block) {
      ++done;
      return take(block);
    });
  }

  bool take(arena::Block const& block) {
    arena::count(block, tallies_);
    model_.begin_block();
    for (std::size_t game = 0; game < block.games.size(); ++game)
      model_.add(order_of(block.seatings[game], block.games[game].ranking));
    games_ += block.games.size();
    output_.detail(std::to_string(model_.blocks()) + "/" + std::to_string(options_.blocks.value_or(kTables)));
    return true;
  }

  // Places that share a rank are one group; in a game that all lost, all share it.
  static arena::PlackettLuce::Order order_of(arena::Seating const& seating, games::Ranking const& ranking) {
    arena::PlackettLuce::Order order;
    int rank = 0;
    for (auto const& place : ranking.places) {
      if (order.empty() || (place.rank != rank && !ranking.lost)) order.emplace_back();
      rank = place.rank;
      order.back().push_back(seating[place.seat]);
    }
    return order;
  }

  // Contenders, the strongest first.
  std::vector<std::size_t> by_strength() const {
    std::vector<std::size_t> order(ratings_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [this](auto a, auto b) {
      return ratings_[a].points != ratings_[b].points ? ratings_[a].points > ratings_[b].points : a < b;
    });
    return order;
  }

  void print() const {
    auto const& say = output_.say();
    output_.line(
        match_.title + say(": ", "：") + std::to_string(games_) + say(" games in ", " 局・") +
        std::to_string(model_.blocks()) + say(" blocks, ", " ブロック、") + std::to_string(match_.setting.opening) +
        say(" random moves first, seed ", " 手の無作為な序盤、種 ") + std::to_string(match_.setting.seed) +
        (anchor_ < 0 ? say("; the mean is 1500", "。平均を1500とする") : say("; random is 0", "。randomを0とする")));
    auto const order = by_strength();
    auto sorted = match_;
    std::vector<arena::Tally> tallies;
    for (std::size_t i = 0; i < order.size(); ++i) {
      sorted.contenders[i] = match_.contenders[order[i]];
      tallies.push_back(tallies_[order[i]]);
    }
    auto const points = [&](double arena::Rating::* part) {
      return [this, &order, part](std::size_t i) { return fixed(ratings_[order[i]].*part, 0); };
    };
    std::vector<Column> columns = {{say("rating", "レート"), points(&arena::Rating::points)},
                                   {say("from", "下限"), points(&arena::Rating::low)},
                                   {say("to", "上限"), points(&arena::Rating::high)}};
    for (auto& column : effort_columns(say, sorted, tallies)) columns.push_back(std::move(column));
    print_contenders(output_, sorted, columns);
    output_.line(
        say("400 points are ten times the strength; from, to: 95 % of ", "400点で強さ10倍。下限と上限：再標本 ") +
        std::to_string(options_.samples) +
        say(" bootstrap samples of blocks", " 回の95 %（ブロック単位のブートストラップ）"));
  }

  Json json() const {
    Json list = Json::array();
    for (auto const i : by_strength())
      list.push_back({{"bot", match_.contenders[i].name},
                      {"rating", ratings_[i].points},
                      {"low", ratings_[i].low},
                      {"high", ratings_[i].high},
                      {"seats", tallies_[i].seats},
                      {"firsts", tallies_[i].firsts},
                      {"faults", tallies_[i].faults}});
    return {{"game", match_.game},
            {"options", parse_json(match_.options).value()},
            {"seed", std::to_string(match_.setting.seed)},
            {"opening", match_.setting.opening},
            {"blocks", model_.blocks()},
            {"games", games_},
            {"samples", options_.samples},
            {"anchor", anchor_ < 0 ? "mean 1500" : "random 0"},
            {"ratings", std::move(list)}};
  }

  Options const& options_;
  Console const& output_;
  BotMatch match_;
  arena::PlackettLuce model_;
  std::vector<arena::Tally> tallies_;
  std::vector<arena::Rating> ratings_;
  std::size_t games_ = 0;
  int anchor_ = -1;
};

}  // namespace

int rate(Options const& options, Console const& output) {
  auto match = read_bot_match(options);
  if (!match) return output.fail(match.error());
  if (match->contenders.size() < 2) return output.fail(cli::misuse("ratings need two bots or more"));
  return League(options, output, std::move(*match)).run();
}

}  // namespace engawa::lab
