// Lines from a file descriptor, one per request, so that a script on stdin is not read faster than the game can use it.
// Runs on the loop; does not own the descriptor.
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "clients/console/loop.hpp"

namespace engawa::cli {

class Lines {
 public:
  // nullopt at the end of the input, and for every later call.
  using LineHandler = std::function<void(std::optional<std::string>)>;

  Lines(Loop& loop, int descriptor) : loop_(loop), descriptor_(descriptor), readable_(loop, descriptor) {}

  // Calls `handler` once, later, with the next line without its line feed. A last line without a line feed counts, too.
  // REQUIRES: no earlier call is pending.
  void next(LineHandler handler);
  // More can be read at once.
  bool more() const;

 private:
  void look();
  void read_more();
  void deliver(std::optional<std::string> line);

  Loop& loop_;
  int descriptor_;
  Readable readable_;
  std::string buffer_;
  std::size_t searched_ = 0;  // position before which there is no line feed
  bool ended_ = false;
  LineHandler handler_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  // a posted look() must not outlive this object
};

}  // namespace engawa::cli
