// A list with a fixed capacity on the stack: move lists without heap allocation.
#pragma once
#include <array>
#include <cstddef>

#include "base/expect.hpp"

namespace engawa::games {

template <class T, std::size_t Capacity>
class StackList {
 public:
  constexpr void push_back(T const& item) {
    EXPECT(size_ < Capacity, size_, Capacity);
    items_[size_++] = item;
  }
  constexpr T const* begin() const { return items_.data(); }
  constexpr T const* end() const { return items_.data() + size_; }
  constexpr T* begin() { return items_.data(); }
  constexpr T* end() { return items_.data() + size_; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr T const& operator[](std::size_t i) const {
    EXPECT(i < size_, i, size_);
    return items_[i];
  }
  constexpr T& operator[](std::size_t i) {
    EXPECT(i < size_, i, size_);
    return items_[i];
  }

 private:
  std::size_t size_ = 0;
  std::array<T, Capacity> items_;
};

}  // namespace engawa::games
