// `perft`: the number of sequences of that many moves from the start of a game, to compare with other programs of
// the same rules.
#include <nlohmann/json.hpp>

#include "tools/lab/bot_match.hpp"
#include "tools/lab/verbs.hpp"

namespace engawa::lab {

int perft(Options const& options, Console const& output) {
  auto const start = read_start(options);
  if (!start) return output.fail(start.error());
  auto const nodes = start->begin(games::Seed(options.seed))->perft(options.depth);
  output.line(output.json() ? Json{{"depth", options.depth}, {"nodes", nodes}}.dump() : std::to_string(nodes));
  return 0;
}

}  // namespace engawa::lab
