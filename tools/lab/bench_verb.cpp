// `bench`: how fast the games and their bots are on this machine.
#include <nlohmann/json.hpp>

#include "clients/console/offline.hpp"
#include "tools/lab/bench_figures.hpp"
#include "tools/lab/bot_match.hpp"
#include "tools/lab/verbs.hpp"

namespace engawa::lab {
namespace {

Effort effort_of(Options const& options) {
  Effort effort;
  if (options.brief) effort = {0.02, 3, 5, 2000};
  effort.boards = options.boards.value_or(effort.boards);
  return effort;
}

// Columns of `widths`, all but the first two to the right.
void row(Console const& output, std::vector<std::string> const& cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    int const columns = i < 2 ? 22 : 14;
    int const gap = columns - cli::width(cells[i]);
    auto const space = std::string(static_cast<std::size_t>(gap > 0 ? gap : 1), ' ');
    line += i < 2 ? cells[i] + space : space + cells[i];
  }
  while (line.ends_with(' ')) line.pop_back();
  output.line(line);
}

// Prints each part as soon as it is measured, or keeps it for the JSON.
class Bench {
 public:
  Bench(Options const& options, Console const& output)
      : output_(output),
        say_(output.say()),
        effort_(effort_of(options)),
        only_ends_(options.bench == "ends"),
        brief_(options.brief) {}

  int run() {
    if (only_ends_) {
      ends();
      if (output_.json()) output_.data(report_.dump());
      return 0;
    }
    playouts();
    perft();
    searches();
    ends();
    solver();  // before the bots, which are measured with the tables
    bots();
    shots();
    if (output_.json()) output_.data(report_.dump());
    return 0;
  }

 private:
  void heading(std::string const& text) const {
    if (output_.json()) return;
    output_.line("");
    output_.line(text);
  }
  void figures(std::vector<std::string> const& cells) const {
    if (!output_.json()) row(output_, cells);
  }

  void playouts() {
    heading(say_("Random games per CPU second", "無作為対局／CPU秒"));
    for (auto const& rate : measure_playouts(effort_)) {
      figures({rate.game + " " + rate.preset,
               rate.at_once == 1 ? say_("one at a time", "一局ずつ")
                                 : std::to_string(rate.at_once) + say_(" at once", " 局同時"),
               fixed(rate.per_second, 0)});
      report_["playouts"].push_back(
          {{"game", rate.game}, {"preset", rate.preset}, {"at_once", rate.at_once}, {"per_second", rate.per_second}});
    }
  }

  void perft() {
    heading(say_("Perft of reversi", "リバーシの perft"));
    for (auto const& rate : measure_perft(effort_)) {
      figures({rate.preset, say_("depth ", "深さ ") + std::to_string(rate.depth), std::to_string(rate.nodes),
               fixed(rate.seconds, 3) + " s"});
      report_["perft"].push_back(
          {{"preset", rate.preset}, {"depth", rate.depth}, {"nodes", rate.nodes}, {"seconds", rate.seconds}});
    }
  }

  void searches() {
    heading(say_("Search iterations per CPU second, reversi", "リバーシの探索、反復／CPU秒"));
    for (auto const& rate : measure_searches(effort_)) {
      figures({rate.preset, std::to_string(rate.iterations), fixed(rate.per_second, 0)});
      report_["searches"].push_back(
          {{"preset", rate.preset}, {"iterations", rate.iterations}, {"per_second", rate.per_second}});
    }
  }

  void ends() {
    heading(say_("The exact end of random games of classic, CPU ms: median, p90, longest, mean positions",
                 "classic の無作為な対局の終盤完全読み、CPUミリ秒：中央値、p90、最長、平均局面数"));
    int const empty = brief_ ? 14 : 20;
    auto const cost = measure_ends(empty, brief_ ? 5 : 100);
    figures({std::to_string(empty) + say_(" empty cells", " 空き"), std::to_string(cost.boards),
             fixed(cost.median_ms, 1), fixed(cost.p90_ms, 1), fixed(cost.longest_ms, 1),
             fixed(cost.mean_positions, 0)});
    report_["ends"] = {{"empty", cost.empty},           {"boards", cost.boards},
                       {"median_ms", cost.median_ms},   {"p90_ms", cost.p90_ms},
                       {"longest_ms", cost.longest_ms}, {"mean_positions", cost.mean_positions}};
  }

  void bots() {
    heading(say_("CPU time of a move, microseconds: mean, longest, moves",
                 "一手のCPU時間（マイクロ秒）：平均、最長、手数"));
    for (auto const& cost : measure_bots(effort_)) {
      figures({cost.game + " " + cost.preset, cost.bot + ":" + std::to_string(cost.level), fixed(cost.mean_us, 1),
               fixed(cost.longest_us, 1), std::to_string(cost.moves)});
      report_["bots"].push_back({{"game", cost.game},
                                 {"preset", cost.preset},
                                 {"bot", cost.bot},
                                 {"level", cost.level},
                                 {"moves", cost.moves},
                                 {"mean_us", cost.mean_us},
                                 {"longest_us", cost.longest_us}});
    }
  }

  void shots() {
    auto const cost = measure_shots(effort_);
    heading(say_("Bubbles", "バブル"));
    figures({say_("a flight", "飛行一回"), "", fixed(cost.flight_ns, 0) + " ns"});
    figures({say_("every landing", "全着地点"), "", fixed(cost.sweep_us, 0) + " us"});
    report_["bubbles"] = {{"flight_ns", cost.flight_ns}, {"sweep_us", cost.sweep_us}};
  }

  void solver() {
    auto const cost = measure_solver(effort_, cli::cache_folder());
    heading(say_("15-puzzle, random boards, CPU time", "15パズル、無作為な盤、CPU時間"));
    figures({say_("boards, optimal", "盤、最適"), "", std::to_string(cost.boards), std::to_string(cost.optimal)});
    figures({say_("mean, p99, longest", "平均、p99、最長"), "ms", fixed(cost.mean_ms, 2), fixed(cost.p99_ms, 1),
             fixed(cost.longest_ms, 1)});
    figures({say_("mean length", "平均手数"), "", fixed(cost.mean_length, 2)});
    figures({say_("tables ready after", "表の用意"), "ms", fixed(cost.prepare_ms, 0)});
    report_["fifteen"] = {{"boards", cost.boards},         {"optimal", cost.optimal},
                          {"mean_ms", cost.mean_ms},       {"p99_ms", cost.p99_ms},
                          {"longest_ms", cost.longest_ms}, {"mean_length", cost.mean_length},
                          {"prepare_ms", cost.prepare_ms}};
  }

  Console const& output_;
  Tongue const& say_;
  Effort effort_;
  bool only_ends_, brief_;
  Json report_;
};

}  // namespace

int bench(Options const& options, Console const& output) { return Bench(options, output).run(); }

}  // namespace engawa::lab
