// room_load: plays many rooms of five at once over real sockets, five people in each, and measures the server.
//
//   room_load --port P [--pid SERVER] [--wire engawa|colyseus|boardgame] [--rooms 200] [--warmup-ms 300]
//             [--closed-ms 1500] [--paced-ms 0] [--rate 2000]... [--spin 0] [--seed 1] [--idle 0] [--through PORT]
//
// Closed loop: the seat to act moves as soon as it has read the step before, so there is always one move under way in
// each room; when a game is over, all accept the rematch. Paced: the same, but the rooms move in turn, at `rate` moves
// per second over all rooms; one window for each --rate. --spin 1 polls without sleeping: then the server never pays
// for waking the generator, which a slow server does more often than a fast one. --idle 1 only opens the connections,
// sends hello on them and reads the server's memory.
//
// --through: WebSockets go to this port, and --port has the rooms: another node of a cluster.
//
// `ok` is the time until the mover has the answer to its move, or its own copy of the step where the wire has no
// answers; `step` is the time until another seat has the step.
//
// Prints one line of JSON. A gap in the numbers, a refusal or a room without a move is counted, printed to stderr, and
// makes the exit code 1. It knows only the wire of each server (room_load_wire.hpp).
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <map>

#include "base/standard_streams.hpp"
#include "tests/bench/room_load_play.hpp"

namespace {

using namespace engawa::bench;

struct Options {
  std::map<std::string, std::uint64_t> values{{"port", 0},         {"pid", 0},      {"rooms", 200}, {"warmup-ms", 300},
                                              {"closed-ms", 1500}, {"paced-ms", 0}, {"spin", 0},    {"seed", 1},
                                              {"idle", 0},         {"through", 0}};
  std::vector<std::uint64_t> rates;
  std::string wire = "engawa";
  std::uint64_t operator[](char const* name) const { return values.at(name); }
};

void print_latencies(char const* name, Latencies& latencies) {
  std::printf("\"%s_p50\":%.0f,\"%s_p99\":%.0f,\"%s_p999\":%.0f,", name, latencies.percentile(.5), name,
              latencies.percentile(.99), name, latencies.percentile(.999));
}

void print(Window& window) {
  auto const count = [](std::uint64_t number) { return static_cast<double>(number); };
  std::printf("\"seconds\":%.3f,\"moves\":%.0f,\"moves_s\":%.0f,", window.seconds, count(window.moves),
              count(window.moves) / window.seconds);
  print_latencies("ok", window.own_answer);
  print_latencies("step", window.others_step);
  std::printf(
      "\"cpu_100k\":%.4f,\"steps_per_move\":%.3f,\"bytes_per_step\":%.0f,\"generator_cpu\":%.2f,\"rss_kib\":%ld}",
      window.cpu_per_100k(), count(window.steps) / count(std::max<std::uint64_t>(1, window.moves)),
      count(window.step_bytes) / count(std::max<std::uint64_t>(1, window.steps)),
      (window.after.own_cpu_s - window.before.own_cpu_s) / window.seconds, window.after.rss_kib);
}

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; i += 2) {
    std::string const name = argv[i];
    auto const known = name.size() > 2 ? options.values.find(name.substr(2)) : options.values.end();
    bool const named = name == "--wire" || name == "--rate";
    if ((known == options.values.end() && !named) || i + 1 == argc)
      give_up("what does " + name + " mean? See the head of room_load.cpp");
    if (name == "--wire")
      options.wire = argv[i + 1];
    else if (name == "--rate")
      options.rates.push_back(std::stoull(argv[i + 1]));
    else
      known->second = std::stoull(argv[i + 1]);
  }
  if (options["port"] == 0 || options["rooms"] == 0) give_up("--port and at least one room are needed");
  if (options.rates.empty()) options.rates = {2000};
  return options;
}

std::unique_ptr<Wire> wire_of(std::string const& name) {
  if (name == "engawa") return engawa_wire();
  if (name == "colyseus") return colyseus_wire();
  if (name == "boardgame") return boardgame_wire();
  give_up("there is no wire " + name);
}

void raise_descriptor_limit() {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

void print_idle(Window const& window, std::uint64_t connections) {
  auto const more = static_cast<double>(window.after.rss_kib - window.before.rss_kib) * 1024;
  std::printf("{\"connections\":%llu,\"bytes_per_connection\":%.0f,\"rss_kib\":%ld,",
              static_cast<unsigned long long>(connections), more / static_cast<double>(connections),
              window.after.rss_kib);
}

void measure(Load& load, Options const& options) {
  load.set_up();
  (void)load.run(options["warmup-ms"], 0);
  auto closed = load.run(options["closed-ms"], 0);
  std::printf("{\"rooms\":%d,\"closed\":{", static_cast<int>(options["rooms"]));
  print(closed);
  std::printf(",\"paced\":[");
  for (std::size_t i = 0; i < options.rates.size() && options["paced-ms"] != 0; ++i) {
    (void)load.run(options["warmup-ms"], options.rates[i]);
    auto paced = load.run(options["paced-ms"], options.rates[i]);
    std::printf("%s{\"rate\":%llu,", i == 0 ? "" : ",", static_cast<unsigned long long>(options.rates[i]));
    print(paced);
  }
  std::printf("],");
  load.count_silent_rooms();
}

}  // namespace

int main(int argc, char** argv) try {
  engawa::open_standard_streams();
  auto const options = read_options(argc, argv);
  raise_descriptor_limit();
  auto const windows = options["closed-ms"] + (options["warmup-ms"] + options["paced-ms"]) * options.rates.size();
  ::alarm(static_cast<unsigned>((options["warmup-ms"] + windows) / 1000 + 120));
  Plan const plan{.port = static_cast<int>(options["port"]),
                  .pid = static_cast<int>(options["pid"]),
                  .rooms = options["rooms"],
                  .seed = options["seed"],
                  .spin = options["spin"] != 0,
                  .through = static_cast<int>(options["through"] != 0 ? options["through"] : options["port"])};
  Load load(plan, wire_of(options.wire));
  if (options["idle"] != 0)
    print_idle(load.set_up_idle(), plan.rooms * kSeats);
  else
    measure(load, options);
  std::printf("\"games\":%llu,\"errors\":%llu}\n", static_cast<unsigned long long>(load.games()),
              static_cast<unsigned long long>(load.errors()));
  return load.errors() == 0 ? 0 : 1;
} catch (std::exception const& error) {
  give_up(error.what());
}
