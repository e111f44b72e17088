#include "base/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <utility>

namespace engawa {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kPause = std::chrono::milliseconds(500);
// Earlier the remaining time would be a guess, and most tasks are finished by then.
constexpr double kJudgedAfter = 2;
constexpr double kMinutesFrom = 90;

bool can_rewrite() {
  char const* const term = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && term != nullptr && std::string_view(term) != "dumb";
}

void write(std::string_view text) {
  // If the terminal does not accept it, only this line is lost, and the next one would have replaced it anyway.
  [[maybe_unused]] auto const written = ::write(STDERR_FILENO, text.data(), text.size());
}

std::string span(double seconds, bool japanese) {
  auto const whole = [](double number) { return std::to_string(std::llround(number)); };
  if (seconds >= kMinutesFrom) return whole(seconds / 60) + (japanese ? "分" : " min");
  return whole(seconds) + (japanese ? "秒" : " s");
}

}  // namespace

std::string progress_line(std::string_view what, double share, double seconds, bool japanese) {
  std::string line(what);
  line += japanese ? "：" : ": ";
  if (share < 0) return line + span(seconds, japanese);
  share = std::min(share, 1.0);
  line += std::to_string(static_cast<int>(share * 100)) + " %";
  if (seconds < kJudgedAfter || share <= 0 || share >= 1) return line;
  auto const left = span(seconds * (1 - share) / share, japanese);
  return line + (japanese ? "、残り約" + left : ", about " + left + " left");
}

double share_of(std::size_t done, std::size_t all) {
  return all == 0 ? 1 : static_cast<double>(done) / static_cast<double>(all);
}

class Progress::Line {
 public:
  Line(std::string what, std::function<double()> share, bool japanese)
      : what_(std::move(what)), share_(std::move(share)), japanese_(japanese), thread_([this] { run(); }) {}
  ~Line() {
    {
      std::scoped_lock const lock(mutex_);
      over_ = true;
    }
    ended_.notify_one();
    thread_.join();
  }
  void apart(std::function<void()> const& write_more) {
    std::scoped_lock const lock(mutex_);
    erase();
    write_more();
  }
  Line(Line const&) = delete;
  Line& operator=(Line const&) = delete;

 private:
  void erase() {
    if (std::exchange(shown_, false)) write("\r\x1b[K");
  }
  void run() {
    std::unique_lock lock(mutex_);
    // A task that ends at once shows nothing.
    while (!ended_.wait_for(lock, kPause, [this] { return over_; })) {
      std::chrono::duration<double> const seconds = Clock::now() - begun_;
      write("\r\x1b[K" + progress_line(what_, share_ ? share_() : -1, seconds.count(), japanese_));
      shown_ = true;
    }
    erase();
  }

  std::string const what_;
  std::function<double()> const share_;
  bool const japanese_;
  Clock::time_point const begun_ = Clock::now();
  std::mutex mutex_;
  std::condition_variable ended_;
  bool over_ = false, shown_ = false;
  std::thread thread_;  // declared last: it uses the other members
};

Progress::Progress(std::string what, std::function<double()> share, bool japanese) {
  if (can_rewrite()) line_ = std::make_unique<Line>(std::move(what), std::move(share), japanese);
}
Progress::Progress(Progress&&) noexcept = default;

void Progress::apart(std::function<void()> const& write) {
  if (line_) {
    line_->apart(write);
  } else {
    write();
  }
}
Progress::~Progress() = default;

}  // namespace engawa
