// Frames of an outbox as they leave: a WebSocket header before each text (RFC 6455, 5.2: unmasked, final, text), several
// in one write. Holds the headers; the texts belong to the outbox.
#pragma once
#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace engawa::server {

class FrameBuffers {
 public:
  static constexpr std::size_t kMost = 8;  // frames in one write

  // A sequence of buffers as Asio takes it.
  struct Sequence {
    using value_type = boost::asio::const_buffer;
    using const_iterator = value_type const*;
    const_iterator first, last;
    const_iterator begin() const { return first; }
    const_iterator end() const { return last; }
  };

  void clear() { count_ = 0; }
  std::size_t size() const { return count_; }
  // REQUIRES: size() < kMost; the text stays where it is until the write is done.
  void add(std::string_view text) {
    auto& header = headers_[count_];
    buffers_[2 * count_] = boost::asio::buffer(header.data(), write_header(header, text.size()));
    buffers_[2 * count_ + 1] = boost::asio::const_buffer(text.data(), text.size());
    ++count_;
  }
  Sequence sequence() const { return {buffers_.data(), buffers_.data() + 2 * count_}; }

 private:
  using Header = std::array<std::uint8_t, 10>;

  // Returns the number of bytes.
  static std::size_t write_header(Header& header, std::size_t size) {
    header[0] = 0x81;  // final, text
    if (size < 126) {
      header[1] = static_cast<std::uint8_t>(size);
      return 2;
    }
    std::size_t const bytes = size < 65536 ? 2 : 8;
    header[1] = bytes == 2 ? 126 : 127;
    for (std::size_t i = 0; i < bytes; ++i) header[2 + i] = static_cast<std::uint8_t>(size >> 8 * (bytes - 1 - i));
    return 2 + bytes;
  }

  std::array<Header, kMost> headers_;
  std::array<boost::asio::const_buffer, 2 * kMost> buffers_;
  std::size_t count_ = 0;
};

}  // namespace engawa::server
