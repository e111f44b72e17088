// A cluster in one thread: see README.md of tests.
#include <spdlog/spdlog.h>

#include <cstring>
#include <iostream>
#include <string>
#include <vector>

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
            << " acknowledged in " << counts.rooms << " rooms, " << counts.takeovers << " takeovers, " << counts.stale
            << " stale states, " << world.scheduler().events() << " events; digest " << std::hex << world.digest()
            << std::dec << '\n';
  if (auto const& wrong = world.complaint())
    std::cout << wrong->kind << " at " << static_cast<double>(wrong->at) / kSecond << " s: " << wrong->text
              << "\n  again: " << command(options) << '\n';
  std::cout.flush();
  return {world.complaint(), world.digest()};
}

// Each broken build is caught by its name, and its seed shows the same again.
int try_broken(Options options) {
  struct Bug {
    char const* name;
    std::vector<std::string> kinds;
  };
  Bug const bugs[] = {{"no_fence", {"forked", "lost", "doubled"}},
                      {"eager_takeover", {"owner"}},
                      {"two_sweeps", {"owner"}},
                      {"late_splice", {"stuck"}}};
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

}  // namespace

int main(int argc, char** argv) {
  Options options;
  bool broken = false, twice = false;
  for (int i = 1; i < argc; ++i) {
    std::string const flag = argv[i];
    if (flag == "--trace")
      options.trace = true;
    else if (flag == "--broken")
      broken = true;
    else if (flag == "--twice")
      twice = true;
    else if (i + 1 == argc)
      return std::cerr << "no value for " << flag << '\n', 2;
    else if (flag == "--bug")
      options.bug = argv[++i];
    else {
      auto const value = std::stoll(argv[++i]);
      if (flag == "--seed")
        options.seed = static_cast<std::uint64_t>(value);
      else if (flag == "--seconds")
        options.seconds = value;
      else if (flag == "--nodes")
        options.nodes = static_cast<int>(value);
      else if (flag == "--rooms")
        options.rooms = static_cast<int>(value);
      else if (flag == "--lease-ms")
        options.lease_ms = value;
      else if (flag == "--think-ms")
        options.think_ms = value;
      else
        return std::cerr << "there is no " << flag << '\n', 2;
    }
  }
  spdlog::set_level(options.trace ? spdlog::level::info : spdlog::level::off);
  if (broken) return try_broken(options);
  auto const outcome = simulate(options);
  if (twice && simulate(options).digest != outcome.digest)
    return std::cout << "the same seed came to something else\n", 1;
  return outcome.complaint ? 1 : 0;
}
