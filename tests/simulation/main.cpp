// simulation [--seed N] [--seconds N] [--for-s N] [--nodes N] [--rooms N] [--lease-ms N] [--think-ms N] [--bug NAME] [--trace] [--twice]
// [--broken]: a cluster in one thread, see README.md. --twice: a second run must give the same result. --broken: each
// broken build must be caught. Exit code 1 if something was wrong.
#include <spdlog/spdlog.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/standard_streams.hpp"
#include "tests/simulation/world.hpp"

using namespace engawa::simulation;

namespace {

struct Outcome {
  std::optional<Complaint> complaint;
  std::uint64_t digest = 0;
};

std::string command(Options const& options) {
  auto text = "build/test/bin/simulation --seed " + std::to_string(options.seed) + " --seconds " +
              std::to_string(options.seconds) + " --nodes " + std::to_string(options.nodes) + " --rooms " +
              std::to_string(options.rooms) + " --lease-ms " + std::to_string(options.lease_ms) + " --think-ms " +
              std::to_string(options.think_ms);
  return options.bug.empty() ? text : text + " --bug " + options.bug;
}

Outcome simulate(Options const& options) {
  World world(options);
  world.run();
  auto const& counts = world.counts();
  std::cout << "simulated " << now() / kSecond << " s, " << counts.faults << " faults, " << counts.acknowledged
            << " acknowledged in " << counts.rooms << " rooms, " << counts.takeovers << " takeovers, "
            << world.scheduler().events() << " events; digest " << std::hex << world.digest() << std::dec << '\n';
  if (auto const& wrong = world.complaint())
    std::cout << wrong->kind << " at " << static_cast<double>(wrong->at) / kSecond << " s: " << wrong->text
              << "\n  again: " << command(options) << '\n';
  std::cout.flush();
  return {world.complaint(), world.digest()};
}

// Each broken build is caught and named, and its seed gives the same result again.
int try_broken(Options options) {
  struct Bug {
    char const* name;
    std::vector<std::string> kinds;
  };
  Bug const bugs[] = {{"no_fence", {"forked", "lost", "doubled"}},
                      {"eager_takeover", {"owner"}},
                      {"two_sweeps", {"owner"}},
                      {"late_splice", {"stuck"}},
                      {"show_former", {"stale"}},
                      {"trust_clock", {"clock"}},
                      {"absent_while_down", {"absence"}}};
  int failed = 0;
  for (auto const& bug : bugs) {
    options.bug = bug.name;
    auto const first = simulate(options), again = simulate(options);
    bool const caught =
        first.complaint && std::find(bug.kinds.begin(), bug.kinds.end(), first.complaint->kind) != bug.kinds.end();
    bool const same = again.complaint && first.digest == again.digest && first.complaint->at == again.complaint->at;
    std::cout << (caught && same ? "caught " : caught ? "NOT THE SAME AGAIN " : "MISSED ") << bug.name << '\n';
    failed += !caught || !same;
  }
  std::cout << std::size(bugs) - static_cast<std::size_t>(failed) << " passed, " << failed << " failed\n";
  return failed == 0 ? 0 : 1;
}

struct Command {
  Options options;
  bool broken = false, twice = false;
};

// nullopt: it was wrong, and an error was printed.
std::optional<Command> read_command(std::vector<std::string> const& words) {
  Command command;
  auto& options = command.options;
  std::map<std::string, bool*> const switches{
      {"--trace", &options.trace}, {"--broken", &command.broken}, {"--twice", &command.twice}};
  std::map<std::string, std::function<void(std::string const&)>> const values{
      {"--bug", [&](auto const& text) { options.bug = text; }},
      {"--seed", [&](auto const& text) { options.seed = std::stoull(text); }},
      {"--seconds", [&](auto const& text) { options.seconds = std::stoll(text); }},
      {"--for-s", [&](auto const& text) { options.for_s = std::stoll(text); }},
      {"--nodes", [&](auto const& text) { options.nodes = std::clamp(std::stoi(text), 1, 9); }},
      {"--rooms", [&](auto const& text) { options.rooms = std::stoi(text); }},
      {"--lease-ms", [&](auto const& text) { options.lease_ms = std::stoll(text); }},
      {"--think-ms", [&](auto const& text) { options.think_ms = std::stoll(text); }}};
  for (auto word = words.begin(); word != words.end(); ++word) {
    auto const wanted = switches.find(*word);
    auto const value = values.find(*word);
    if (wanted != switches.end()) {
      *wanted->second = true;
    } else if (value != values.end() && word + 1 != words.end()) {
      value->second(*++word);
    } else {
      std::cerr << "what does " << *word << " mean?\n";
      return std::nullopt;
    }
  }
  return command;
}

}  // namespace

int main(int argc, char** argv) {
  engawa::open_standard_streams();
  auto const command = read_command({argv + 1, argv + argc});
  if (!command) return 2;
  spdlog::set_level(command->options.trace ? spdlog::level::info : spdlog::level::off);
  if (command->broken) return try_broken(command->options);
  auto const outcome = simulate(command->options);
  if (command->twice && simulate(command->options).digest != outcome.digest) {
    std::cout << "the same seed came to something else\n";
    return 1;
  }
  return outcome.complaint ? 1 : 0;
}
