// Records of the module's game, checked and rendered as the server does it (games/record/rendering.hpp), in pieces. An
// error in a record is reported as {"fault":{"kind","line","detail"}}.
#include <array>
#include <optional>

#include "base/json_write.hpp"
#include "clients/web/rules/exchange.hpp"
#include "games/record/rendering.hpp"

namespace {

using namespace engawa;
using rules::tell;

// In the order of record::Fault::Kind.
constexpr std::array<std::string_view, 8> kKinds{"chain",      "shape", "unfinished", "game",
                                                 "commitment", "input", "state",      "result"};

std::optional<record::Rendering> rendering;

std::uint32_t tell_fault(record::Fault const& fault) {
  rendering.reset();
  std::string text = R"({"fault":{"kind":")";
  text.append(kKinds[static_cast<std::size_t>(fault.kind)]) += '"';
  json_write::integer_member(text, "line", fault.line);
  json_write::string_member(text, "detail", fault.detail);
  return tell(text += "}}");
}

}  // namespace

// Input: the record's bytes. Answers with the replay, but with the number of its `steps` instead of these, and whether
// there was a commitment.
EXPORT(open_record) std::uint32_t open_record() {
  auto opened = record::Rendering::open(rules::input());
  if (!opened) return tell_fault(opened.error());
  rendering = std::move(*opened);
  std::string text = "{";
  rendering->write_head(text);
  json_write::integer_member(text, "inputs", rendering->replay().inputs());
  json_write::raw_member(text, "committed", rendering->replay().header().commitment.empty() ? "false" : "true");
  return tell(text += '}');
}

// {"steps":[...],"done":false}: the next steps, at most that many; done: there are no more, and the result is right.
// Then `set_back` is the line whose time is earlier than that of the line before it, if there is one.
EXPORT(next_steps) std::uint32_t next_steps(int most) {
  if (!rendering) return tell(refuse("not_started", "open a record first"));
  std::string text = R"({"steps":[)";
  bool done = false;
  for (int i = 0; i < most && !done; ++i) {
    auto const more = rendering->write_step(text);
    if (!more) return tell_fault(more.error());
    done = !*more;
    if (!done) text += ',';
  }
  if (text.back() == ',') text.pop_back();
  text.append(R"(],"done":)").append(done ? "true" : "false");
  if (auto const line = rendering->replay().set_back(); done && line != 0)
    json_write::integer_member(text, "set_back", line);
  text += '}';
  return tell(std::move(text));
}
