#include "clients/cli/options.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>

namespace engawa::cli {
namespace {

std::string_view environment(char const* name) {
  char const* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

// In one write: a bot program may be writing to the same place.
void complain(std::string_view text) {
  auto const line = "engawa: " + std::string(text) + "\n";
  std::cerr << line << std::flush;
}

}  // namespace

Lang Options::language() const {
  auto wanted = std::string_view(lang);
  for (auto const* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
    if (wanted.empty()) wanted = environment(name);
  return wanted.starts_with("ja") ? Lang::Ja : Lang::En;
}

bool wants_color(Options const& options, int descriptor) {
  if (options.no_color || !environment("NO_COLOR").empty() || environment("TERM") == "dumb") return false;
  return ::isatty(descriptor) == 1;
}

Output::Output(Options const& options)
    : json_(options.json),
      quiet_(options.quiet),
      verbose_(options.verbose),
      interactive_(::isatty(0) == 1 && ::isatty(1) == 1),
      color_(wants_color(options, 1)),
      phrases_(options.language(), color_) {}

void Output::line(std::string_view text) const { std::cout << text << '\n' << std::flush; }

void Output::note(std::string_view text) const {
  if (!quiet_) complain(text);
}

void Output::detail(std::string_view text) const {
  if (verbose_) complain(text);
}

void Output::problem(Failure const& failure) const {
  complain(phrases_.failure(failure) + " [" + failure.code + "]");
  if (!json_) return;
  Json const report{{"error", {{"code", failure.code}, {"message", failure.message}}}};
  line(report.dump(-1, ' ', false, Json::error_handler_t::replace));
}

int Output::fail(Failure const& failure) const {
  problem(failure);
  return static_cast<int>(failure.exit);
}

int Output::columns() const {
  winsize size{};
  return ::isatty(1) == 1 && ::ioctl(1, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void Output::prompt() const {
  if (interactive_ && !json_) std::cout << "> " << std::flush;
}

}  // namespace engawa::cli
