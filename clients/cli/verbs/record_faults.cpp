#include "clients/cli/verbs/record_faults.hpp"

#include <nlohmann/json.hpp>

namespace engawa::cli {

int tell_fault(Output const& output, record::Fault const& fault) {
  auto const& [what, words] = texts::record_faults[static_cast<std::size_t>(fault.kind)];
  auto const& say = output.phrases();
  auto const sentence =
      say(texts::record_fault, {{"line", fault.line}, {"fault", say(words)}, {"detail", shorten(fault.detail, 300)}});
  if (!output.json()) return output.fail({Exit::Other, "bad_record", sentence});
  output.data(Json{{"ok", false}, {"line", fault.line}, {"what", what}, {"message", sentence}}.dump(
      -1, ' ', false, Json::error_handler_t::replace));
  return static_cast<int>(Exit::Other);
}

}  // namespace engawa::cli
