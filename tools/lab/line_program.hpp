// A program that exchanges lines with us. The event loop runs only while a line is awaited. The destructor ends the
// program at once. One thread.
#pragma once
#include <deque>
#include <stop_token>
#include <string>

#include "base/result.hpp"
#include "clients/console/child.hpp"

namespace engawa::lab {

class LineProgram {
 public:
  enum class Blank { heard, ignored };

  // `limit`: for each line. `blank`: the treatment of blank lines.
  LineProgram(std::string const& command, cli::Millis limit, Blank blank);

  cli::Millis limit() const { return limit_; }
  // Refuses with `bot_ended`.
  Result<void> tell(std::string const& line);
  // The program's next line. Refuses with `stopped`, `timeout` or `bot_ended`.
  Result<std::string> next(std::stop_token const& stop);
  // Sends it the last line. It then has two seconds to end.
  void finish(std::string const& line);

 private:
  void heard(std::optional<std::string> line);
  // Waits until there is a line, or none will come.
  void wait(std::stop_token const& stop);

  cli::Millis limit_;
  Blank blank_;
  cli::Loop loop_;
  std::deque<std::string> lines_;
  bool ended_ = false;
  bool late_ = false;
  cli::Child child_;
  cli::Timer timer_;
};

}  // namespace engawa::lab
