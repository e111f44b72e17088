// How far a long work is, for a person who waits for it at a terminal.
#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace engawa {

// The line without what erases the one before it: `checking: 34 %, about 2 min left`. `share` is what is done of all, from 0 to 1; below 0 it is not
// known, and the line says how long it has taken. What is left is said when there is something to judge it by.
std::string progress_line(std::string_view what, double share, double seconds, bool japanese);

// From its making to its end, one line on stderr that is written anew twice a second by a thread of its own, and is gone afterwards. Where stderr is no
// terminal, or one that cannot erase (TERM=dumb), it does nothing and has no thread.
class Progress {
 public:
  // `share` is called on that thread and must be quick; it may be empty: not known. Nothing may write to the terminal meanwhile but by `apart`.
  explicit Progress(std::string what, std::function<double()> share = {}, bool japanese = false);
  ~Progress();
  Progress(Progress&&) noexcept;
  Progress& operator=(Progress&&) = delete;

  // Runs what writes to the terminal itself, with the line away.
  void apart(std::function<void()> const& write);

 private:
  class Line;
  std::unique_ptr<Line> line_;
};

// `done` of `all`, for `share`.
double share_of(std::size_t done, std::size_t all);

}  // namespace engawa
