// A thread-local object pool for objects that are expensive to create: taken on first use, returned at the end, and
// reused.
#pragma once
#include <memory>
#include <utility>
#include <vector>

#include "base/expect.hpp"

namespace engawa::games {

// One T from the pool of the thread that first uses it; returned to the pool of the thread that destroys this object. T
// is default constructible and has `void clear()`, which keeps its memory, and `std::size_t bytes() const`, the size of
// that memory.
template <class T>
class Spare {
 public:
  Spare() = default;
  Spare(Spare&&) noexcept = default;
  Spare& operator=(Spare&&) = delete;
  ~Spare() {
    if (item_) give_back(std::move(item_));
  }

  T* operator->() {
    if (!item_) item_ = take();
    return item_.get();
  }
  // Only after its first use.
  T const* operator->() const {
    EXPECT(item_ != nullptr);
    return item_.get();
  }

 private:
  static constexpr std::size_t kMostBytes = 64 << 20;  // limit of the pool of one thread

  struct Shelf {
    std::vector<std::unique_ptr<T>> items;
    std::size_t bytes = 0;
  };
  static Shelf& shelf() {
    thread_local Shelf own;
    return own;
  }

  static std::unique_ptr<T> take() {
    auto& [items, bytes] = shelf();
    if (items.empty()) return std::make_unique<T>();
    auto item = std::move(items.back());
    items.pop_back();
    bytes -= item->bytes();
    return item;
  }

  static void give_back(std::unique_ptr<T> item) {
    item->clear();
    auto& [items, bytes] = shelf();
    if (bytes + item->bytes() > kMostBytes) return;
    bytes += item->bytes();
    items.push_back(std::move(item));
  }

  std::unique_ptr<T> item_;
};

}  // namespace engawa::games
