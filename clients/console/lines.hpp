// Lines from a file descriptor, one for each time one is asked for: a script on stdin is not read ahead of what the
// game can take. Runs on the loop; does not own the descriptor.
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "clients/console/loop.hpp"

namespace engawa::cli {

class Lines {
 public:
  // nullopt at the end of the input, again for every further call.
  using LineHandler = std::function<void(std::optional<std::string>)>;

  Lines(Loop& loop, int descriptor) : loop_(loop), descriptor_(descriptor), readable_(loop, descriptor) {}

  // Calls `handler` once, later, with the next line without its line feed. A last line without one counts.
  // REQUIRES: no earlier call is pending.
  void next(LineHandler handler);
  // There is more to read at once.
  bool more() const;

 private:
  void look();
  void read_more();
  void deliver(std::optional<std::string> line);

  Loop& loop_;
  int descriptor_;
  Readable readable_;
  std::string buffer_;
  std::size_t searched_ = 0;  // no line feed before this
  bool ended_ = false;
  LineHandler handler_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  // a posted look() must not outlive us
};

}  // namespace engawa::cli
