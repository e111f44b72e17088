// A foreign program, run by /bin/sh -c, with which we exchange lines over its stdin and stdout; its stderr is ours.
// Runs on the loop. Destroying it ends the program and everything it started.
#pragma once
#include <sys/types.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "clients/console/lines.hpp"
#include "clients/console/loop.hpp"

namespace engawa::cli {

class Child {
 public:
  // `on_line` gets each line of its stdout, and nullopt once when that has ended.
  Child(Loop& loop, std::string const& command, std::function<void(std::optional<std::string>)> on_line);
  ~Child();
  Child(Child const&) = delete;

  bool started() const { return pid_ > 0; }
  // False if it does not read its stdin (any more).
  bool tell(std::string_view line);
  // Closes its stdin. Calls `gone` once it has exited, or was killed after `limit`.
  void finish(Millis limit, Handler gone);

 private:
  void spawn(std::string const& command, int input, int output);
  void read_next();
  void look_for_exit(Millis left, Handler gone);
  void end();

  Loop& loop_;
  std::function<void(std::optional<std::string>)> on_line_;
  pid_t pid_ = -1;
  int to_ = -1;
  int from_ = -1;
  std::unique_ptr<Lines> lines_;
  Timer timer_;
};

}  // namespace engawa::cli
