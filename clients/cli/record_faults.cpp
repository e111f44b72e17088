#include "clients/cli/record_faults.hpp"

#include <array>
#include <nlohmann/json.hpp>

namespace engawa::cli {
namespace {

struct FaultWords {
  std::string_view what, en, ja;
};

// In the order of Fault::Kind.
constexpr std::array<FaultWords, 8> kWords{{
    {"chain", "was changed", "が書き換えられています"},
    {"shape", "is none of a record", "は記録の行ではありません"},
    {"unfinished", "is not the end of a round that is over: it is still being played, or the end was cut off",
     "で終わっています。ラウンドが終わっていないか、末尾が欠けています"},
    {"game", "is of another version", "のゲームまたはルールの版をこのプログラムは知りません"},
    {"commitment", "has a commitment to another seed than the one at the end",
     "のコミットメントが、末尾で公開された種と一致しません"},
    {"input", "is not possible in this position", "の入力はこの局面ではできません"},
    {"state", "does not lead to the position that it names", "のあとの局面が記録と異なります"},
    {"result", "has another result than the game", "の結果が、再生した結果と異なります"},
}};

}  // namespace

int tell_fault(Output const& output, record::Fault const& fault) {
  auto const& words = kWords[static_cast<std::size_t>(fault.kind)];
  auto const& say = output.phrases();
  auto const number = std::to_string(fault.line);
  auto const sentence = say("line " + number + " ", number + "行目") + say(words.en, words.ja) + say(": ", "：") +
                        harmless(clip(fault.detail, 300));
  if (!output.json()) return output.fail({Exit::Other, "bad_record", sentence});
  output.line(Json{{"ok", false}, {"line", fault.line}, {"what", words.what}, {"message", sentence}}.dump(
      -1, ' ', false, Json::error_handler_t::replace));
  return static_cast<int>(Exit::Other);
}

}  // namespace engawa::cli
