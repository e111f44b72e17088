// The frames of an outbox that are being sent, several in one write. Their bytes belong to the outbox.
#pragma once
#include <array>
#include <boost/asio/buffer.hpp>
#include <cstddef>
#include <string_view>

#include "base/expect.hpp"

namespace engawa::server {

class FrameBuffers {
 public:
  static constexpr std::size_t kMost = 8;  // frames in one write

  // A buffer sequence for Asio.
  struct Sequence {
    using value_type = boost::asio::const_buffer;
    using const_iterator = value_type const*;
    const_iterator first, last;
    const_iterator begin() const { return first; }
    const_iterator end() const { return last; }
  };

  void clear() { count_ = 0; }
  std::size_t size() const { return count_; }
  // REQUIRES: size() < kMost; the bytes stay where they are until the write is done.
  void add(std::string_view bytes) {
    EXPECT(count_ < kMost, count_);
    buffers_[count_++] = boost::asio::const_buffer(bytes.data(), bytes.size());
  }
  Sequence all() const { return {buffers_.data(), buffers_.data() + count_}; }
  // Removes this many written bytes. Once before clear(), because the first buffer may be cut.
  Sequence rest(std::size_t written) {
    std::size_t first = 0;
    while (first < count_ && written >= buffers_[first].size()) written -= buffers_[first++].size();
    if (first < count_) buffers_[first] += written;
    return {buffers_.data() + first, buffers_.data() + count_};
  }

 private:
  std::array<boost::asio::const_buffer, kMost> buffers_;
  std::size_t count_ = 0;
};

}  // namespace engawa::server
