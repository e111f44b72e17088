// A serialised frame, ready to be sent: the header that a WebSocket needs before a text (RFC 6455, 5.2: unmasked,
// final, text), and the text. Its receivers and the room's history share the bytes: copying a frame copies a reference.
// One allocation of the exact size, because every step is a frame and rooms keep many. Immutable; any thread.
#pragma once
#include <cstddef>
#include <memory>
#include <string_view>

#include "base/expect.hpp"
#include "base/held_memory.hpp"

namespace engawa::server {

class Frame {
 public:
  Frame() = default;  // empty
  explicit Frame(std::string_view text)
      : bytes_(std::make_shared_for_overwrite<char[]>(head_size(text.size()) + text.size())), size_(text.size()) {
    write_head();
    text.copy(bytes_.get() + head_size(size_), size_);
  }

  std::string_view operator*() const {
    if (!bytes_) return {};
    return {bytes_.get() + head_size(size_), size_};
  }
  // Of the text.
  std::size_t size() const { return size_; }
  // One reference's share of the memory, so that the shares of all references add up to it.
  std::size_t memory() const {
    if (!bytes_) return 0;
    return held::block(held::kShared + sizeof size_ + head_size(size_) + size_) /
           static_cast<std::size_t>(bytes_.use_count());
  }
  // Header and text. REQUIRES: the frame is not empty.
  std::string_view wire() const {
    EXPECT(bytes_ != nullptr);
    return {bytes_.get(), head_size(size_) + size_};
  }

 private:
  static std::size_t head_size(std::size_t size) { return size < 126 ? 2 : size < 65536 ? 4 : 10; }

  void write_head() {
    auto* const head = bytes_.get();
    head[0] = static_cast<char>(0x81);
    auto const digits = head_size(size_) - 2;
    head[1] = static_cast<char>(digits == 0 ? size_ : digits == 2 ? 126 : 127);
    for (std::size_t i = 0; i < digits; ++i) head[2 + i] = static_cast<char>(size_ >> 8 * (digits - 1 - i));
  }

  std::shared_ptr<char[]> bytes_;
  std::size_t size_ = 0;
};

}  // namespace engawa::server
