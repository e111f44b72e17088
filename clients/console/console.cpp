#include "clients/console/console.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/json_read.hpp"
#include "clients/console/door.hpp"

namespace engawa::cli {
namespace {

std::string_view environment(char const* name) {
  char const* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

}  // namespace

Lang Manner::language() const {
  if (lang.empty()) return language_of_environment();
  return lang.starts_with("ja") ? Lang::Ja : Lang::En;
}

void add_output_flags(CLI::App& verb, Manner& manner, Tongue const& say) {
  verb.add_option("--lang", manner.lang,
                  say("ja or en; otherwise as LANG says", "表示の言語。jaまたはen。指定がなければ、LANGに従う"))
      ->check(CLI::IsMember({"ja", "en"}));
  verb.add_flag("--json", manner.json,
                say("one JSON object a line on stdout", "標準出力に、1行に1つのJSONオブジェクトを書く"));
  verb.add_flag("-q,--quiet", manner.quiet, say("fewer messages", "メッセージを減らす"));
  verb.add_flag("-v,--verbose", manner.verbose, say("more messages", "メッセージを増やす"));
}

bool wants_color(Manner const& manner, int descriptor) {
  if (manner.no_color || !environment("NO_COLOR").empty() || environment("TERM") == "dumb") return false;
  return ::isatty(descriptor) == 1;
}

Console::Console(std::string_view program, Manner const& manner)
    : program_(program),
      json_(manner.json),
      quiet_(manner.quiet),
      verbose_(manner.verbose),
      interactive_(::isatty(0) == 1 && ::isatty(1) == 1),
      color_(wants_color(manner, 1)),
      say_{manner.language()} {}

// In one write, because a bot program may be writing to the same place.
void Console::complain(std::string_view text) const { print_error(shown(program_ + ": " + std::string(text)) + "\n"); }

void Console::line(std::string_view text) const { print(shown(text, color_) + "\n"); }

void Console::data(std::string_view json) const { print(as_data(json) + "\n"); }

void Console::note(std::string_view text) const {
  if (!quiet_) complain(text);
}

void Console::detail(std::string_view text) const {
  if (verbose_) complain(text);
}

void Console::problem(Failure const& failure) const {
  complain(sentence(failure) + " [" + failure.code + "]");
  if (!json_) return;
  Json const report{{"error", {{"code", failure.code}, {"message", failure.message}}}};
  data(report.dump(-1, ' ', false, Json::error_handler_t::replace));
}

int Console::fail(Failure const& failure) const {
  problem(failure);
  return static_cast<int>(failure.exit);
}

int Console::columns() const {
  winsize size{};
  return ::isatty(1) == 1 && ::ioctl(1, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void Console::prompt() const {
  if (interactive_ && !json_) print("> ");
}

}  // namespace engawa::cli
