// How much memory values hold on the heap, in bytes: an estimate from what glibc's malloc takes for a block. Pure
// functions; any thread.
#pragma once
#include <algorithm>
#include <cstddef>
#include <deque>
#include <string>
#include <vector>

namespace engawa::held {

// A block of this size, with malloc's head, rounded up. 0: there is none.
constexpr std::size_t block(std::size_t bytes) {
  constexpr std::size_t head = sizeof(std::size_t), step = 2 * head;
  return bytes == 0 ? 0 : std::max(2 * step, (bytes + head + step - 1) / step * step);
}

// What std::make_shared adds to an object.
inline constexpr std::size_t kShared = 16;

// Short texts are inside the object.
inline std::size_t text(std::string const& text) {
  return text.capacity() < sizeof(std::string) / 2 ? 0 : block(text.capacity() + 1);
}

template <class... Texts>
std::size_t texts(Texts const&... all) {
  return (text(all) + ...);
}

// What the items themselves hold comes on top of that.
template <class T>
std::size_t items(std::vector<T> const& list) {
  return block(list.capacity() * sizeof(T));
}

// libstdc++: an index of eight places, and nodes of 512 bytes, one of them even if it is empty.
template <class T>
std::size_t items(std::deque<T> const& list) {
  constexpr std::size_t node = 512, in_node = std::max<std::size_t>(1, node / sizeof(T));
  auto const nodes = list.size() / in_node + 1;
  return block(std::max<std::size_t>(8, nodes + 2) * sizeof(void*)) + nodes * block(in_node * sizeof(T));
}

// `of`: what an item holds.
template <class List, class Of>
std::size_t list(List const& list, Of const& of) {
  auto bytes = items(list);
  for (auto const& item : list) bytes += of(item);
  return bytes;
}

// A node of std::map or std::unordered_map, which need the same.
template <class Key, class Value>
constexpr std::size_t map_node() {
  return block(4 * sizeof(void*) + sizeof(Key) + sizeof(Value));
}

}  // namespace engawa::held
