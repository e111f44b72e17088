#include "clients/cli/room/past.hpp"

#include <nlohmann/json.hpp>

#include "clients/cli/board/table.hpp"
#include "clients/cli/text/fields.hpp"

namespace engawa::cli {

constexpr std::size_t kMostEntries = 1000;  // more than a server keeps

struct Past::Question {
  std::int64_t after = 0;  // events up to this step are already shown
  std::optional<int> me;
  Json document;  // as it was when the log was requested
  Tell tell;
  std::vector<Json> entries;  // oldest first
  bool cut = false;
};

bool Past::follow(Change const& change, std::optional<int> me, Tell tell) {
  auto known = std::exchange(seq_, change.seq);
  if (change.other_history) known = 0;  // the events shown belong to another history
  if (!change.snapshot || change.seq <= known) return false;
  auto const question = std::make_shared<Question>();
  *question = {known, me, connection_.document(), std::move(tell), {}, false};
  ask(question, change.seq + 1);
  return true;
}

void Past::ask(std::shared_ptr<Question> const& question, std::int64_t before) {
  Json const body{{"type", "log"}, {"before", before}};
  connection_.request(body, [this, question](Failure const* refusal, Json const& answer) {
    auto const& log = at(answer, "log");
    auto const& page = at(log, "entries");
    if (refusal == nullptr && page.is_array() && !page.empty()) {
      question->entries.insert(question->entries.begin(), page.begin(), page.end());
      question->cut = flag(log, "cut");
      auto const first = number(question->entries.front(), "seq");
      if (flag(log, "more") && first > question->after && question->entries.size() < kMostEntries)
        return ask(question, first);
    }
    question->tell(sentences(*question));
  });
}

std::vector<PastLine> Past::sentences(Question const& question) const {
  std::vector<PastLine> lines;
  auto document = question.document;
  auto table = read_table(document);
  if (question.cut && question.after == 0) lines.push_back({0, say_(texts::earlier_is_in_record)});
  for (auto const& entry : question.entries) {
    if (auto const& seats = at(entry, "seats"); seats.is_object()) {
      document["seats"] = seats;
      table = read_table(document);
    }
    auto const seq = number(entry, "seq");
    if (seq <= question.after) continue;
    for (auto& sentence : say_.events(table, at(entry, "events"), question.me))
      lines.push_back({seq, std::move(sentence)});
  }
  return lines;
}

}  // namespace engawa::cli
