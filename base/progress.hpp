// The progress of a long task, for a person who waits for it at a terminal.
#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace engawa {

// The line without the sequence that erases the previous one: `checking: 34 %, about 2 min left`. `share` is the
// completed part, from 0 to 1; below 0 it is unknown, and the line shows the elapsed time. The remaining time is shown
// once there is enough to estimate it from.
std::string progress_line(std::string_view what, double share, double seconds, bool japanese);

// While this object exists, its thread rewrites one line on stderr twice a second; the destructor erases the line. If
// stderr is not a terminal, or one that cannot erase (TERM=dumb), it does nothing and has no thread.
class Progress {
 public:
  // `share` is called on that thread and must be quick; it may be empty (progress unknown). Meanwhile nothing else may
  // write to the terminal except through `apart`.
  explicit Progress(std::string what, std::function<double()> share = {}, bool japanese = false);
  ~Progress();
  Progress(Progress&&) noexcept;
  Progress& operator=(Progress&&) = delete;

  // Runs a function that writes to the terminal itself, with the line erased.
  void apart(std::function<void()> const& write);

 private:
  class Line;
  std::unique_ptr<Line> line_;
};

// `done` out of `all`, for `share`.
double share_of(std::size_t done, std::size_t all);

}  // namespace engawa
