// `verify`: verifies a record by replaying it, and prints the first wrong line.
#include <nlohmann/json.hpp>

#include "clients/cli/verbs/record_faults.hpp"
#include "clients/cli/verbs/record_source.hpp"
#include "clients/cli/verbs/verbs.hpp"

namespace engawa::cli {
namespace {

struct Facts {
  std::string id, game;
  std::size_t inputs = 0;
  bool committed = false;
  std::size_t set_back = 0;  // the line whose time goes backwards; 0: none
};

record::Checked<Facts> check(std::string_view text) {
  auto replay = record::Replay::open(text);
  if (!replay) return replay.error();
  record::Replay::Step step;
  for (;;) {
    auto const more = replay->next(step);
    if (!more) return more.error();
    if (!*more) break;
  }
  return Facts{replay->header().id, replay->header().game, replay->inputs(), !replay->header().commitment.empty(),
               replay->set_back()};
}

void tell(Output const& output, Facts const& facts) {
  if (output.json()) {
    Json answer{{"ok", true},
                {"record", facts.id},
                {"game", facts.game},
                {"inputs", facts.inputs},
                {"committed", facts.committed}};
    if (facts.set_back != 0) answer["set_back"] = facts.set_back;
    return output.data(answer.dump());
  }
  auto const& say = output.phrases();
  output.line(
      say(texts::verified,
          {{"record", facts.id}, {"game", say.game(read_table({{"game", facts.game}}))}, {"inputs", facts.inputs}}));
  output.line(say(facts.committed ? texts::committed : texts::not_committed));
  if (facts.set_back != 0) output.line(say(texts::set_back, {{"line", facts.set_back}}));
}

}  // namespace

int verify(Options const& options, Output const& output) {
  auto const text = read_record(options);
  if (!text) return output.fail(text.error());
  auto const facts = check(*text);
  if (!facts) return tell_fault(output, facts.error());
  tell(output, *facts);
  return 0;
}

}  // namespace engawa::cli
