#include "clients/console/lines.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "base/expect.hpp"

namespace engawa::cli {

void Lines::next(LineHandler handler) {
  EXPECT(!handler_);
  handler_ = std::move(handler);
  loop_.post([this, alive = std::weak_ptr<bool>(alive_)] {
    if (!alive.expired()) look();
  });
}

bool Lines::more() const {
  pollfd input{descriptor_, POLLIN, 0};
  return !buffer_.empty() || ::poll(&input, 1, 0) > 0;
}

void Lines::look() {
  if (auto const end = buffer_.find('\n', searched_); end != std::string::npos) {
    auto line = buffer_.substr(0, end);
    buffer_.erase(0, end + 1);
    searched_ = 0;
    return deliver(std::move(line));
  }
  searched_ = buffer_.size();
  if (!ended_) return readable_.wait([this] { read_more(); });
  if (buffer_.empty()) return deliver(std::nullopt);
  searched_ = 0;
  deliver(std::exchange(buffer_, {}));
}

void Lines::read_more() {
  char chunk[16384];
  auto const got = ::read(descriptor_, chunk, sizeof chunk);
  if (got > 0) buffer_.append(chunk, static_cast<std::size_t>(got));
  if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) ended_ = true;
  look();
}

void Lines::deliver(std::optional<std::string> line) {
  auto const handler = std::exchange(handler_, nullptr);
  if (handler) handler(std::move(line));
}

}  // namespace engawa::cli
