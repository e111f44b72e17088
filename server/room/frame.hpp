// A serialised frame. Its receivers and the room's history share the text: copying a frame copies a reference. One
// allocation of the exact size, since every step is a frame and rooms keep many. Immutable; any thread.
#pragma once
#include <cstddef>
#include <memory>
#include <string_view>

namespace engawa::server {

class Frame {
 public:
  Frame() = default;  // empty
  explicit Frame(std::string_view text)
      : text_(std::make_shared_for_overwrite<char[]>(text.size())), size_(text.size()) {
    text.copy(text_.get(), size_);
  }

  std::string_view operator*() const { return {text_.get(), size_}; }
  std::size_t size() const { return size_; }

 private:
  std::shared_ptr<char[]> text_;
  std::size_t size_ = 0;
};

}  // namespace engawa::server
