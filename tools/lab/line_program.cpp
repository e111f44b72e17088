#include "tools/lab/line_program.hpp"

#include "clients/console/text.hpp"

namespace engawa::lab {
namespace {

constexpr cli::Millis kTimeToEnd{2000};

}  // namespace

LineProgram::LineProgram(std::string const& command, cli::Millis limit, Blank blank)
    : limit_(limit),
      blank_(blank),
      child_(loop_, command, [this](std::optional<std::string> line) { heard(std::move(line)); }),
      timer_(loop_) {}

Result<void> LineProgram::tell(std::string const& line) {
  if (!child_.tell(line)) return refuse("bot_ended", "the program does not read its input");
  return {};
}

Result<std::string> LineProgram::next(std::stop_token const& stop) {
  wait(stop);
  if (stop.stop_requested()) return refuse("stopped", "the match was stopped");
  if (late_) return refuse("timeout", "the program gave no answer in " + std::to_string(limit_.count()) + " ms");
  if (lines_.empty()) return refuse("bot_ended", "the program ended before the game did");
  auto line = std::move(lines_.front());
  lines_.pop_front();
  return line;
}

void LineProgram::finish(std::string const& line) {
  (void)child_.tell(line);
  bool gone = false;
  child_.finish(kTimeToEnd, [this, &gone] {
    gone = true;
    loop_.stop(0);
  });
  while (!gone) loop_.run();
}

void LineProgram::heard(std::optional<std::string> line) {
  if (!line) {
    ended_ = true;
  } else if (blank_ == Blank::ignored && cli::trim(*line).empty()) {
    return;
  } else {
    lines_.push_back(std::move(*line));
  }
  loop_.stop(0);
}

void LineProgram::wait(std::stop_token const& stop) {
  late_ = false;
  std::stop_callback const wake(stop, [this] { loop_.post([this] { loop_.stop(0); }); });
  timer_.start(limit_, [this] {
    late_ = true;
    loop_.stop(0);
  });
  while (lines_.empty() && !ended_ && !late_ && !stop.stop_requested()) loop_.run();
  timer_.cancel();
}

}  // namespace engawa::lab
