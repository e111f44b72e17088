// `verify`: plays a record again and says whether it is true, or in which line it is not.
#include <nlohmann/json.hpp>

#include "clients/cli/record_faults.hpp"
#include "clients/cli/record_source.hpp"
#include "clients/cli/verbs.hpp"

namespace engawa::cli {
namespace {

struct Facts {
  std::string id, game;
  std::size_t inputs = 0;
  bool committed = false;
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
  return Facts{replay->header().id, replay->header().game, replay->inputs(), !replay->header().commitment.empty()};
}

void tell(Output const& output, Facts const& facts) {
  if (output.json())
    return output.line(Json{
        {"ok", true},
        {"record", facts.id},
        {"game", facts.game},
        {"inputs", facts.inputs},
        {"committed",
         facts.committed}}.dump());
  auto const& say = output.phrases();
  output.line(harmless(facts.id) + ": " + facts.game + say(", ", "、") + std::to_string(facts.inputs) +
              say(" inputs played again; chain, positions and result are right",
                  "件の入力を再生。ハッシュ、局面、結果はすべて一致"));
  output.line(facts.committed ? say("The seed is the one that was committed to when the round began.",
                                    "種は、ラウンド開始時の約束（コミットメント）と一致します。")
                              : say("The room is older than commitments: what the seed was is not proved.",
                                    "コミットメント以前の部屋のため、種が事前に決まっていたことは確かめられません。"));
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
