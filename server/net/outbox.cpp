#include "server/net/outbox.hpp"

#include <algorithm>

namespace engawa::server {

Outbox::Verdict Outbox::push(Item item, std::size_t writing) {
  bytes_ += item.frame.size();
  items_.push_back(std::move(item));
  if (!over()) return Verdict::queued;
  if (collapsed_) return Verdict::hopeless;
  drop_steps(writing);
  collapsed_ = true;
  return over() ? Verdict::hopeless : Verdict::overflow;
}

std::size_t Outbox::memory() const {
  std::size_t bytes = 0;
  for (auto const& item : items_) bytes += item.frame.memory();
  return bytes;
}

void Outbox::pop(std::size_t count) {
  auto const end = items_.begin() + static_cast<std::ptrdiff_t>(count);
  for (auto item = items_.begin(); item != end; ++item) {
    if (item->kind == FrameKind::state) collapsed_ = false;
    bytes_ -= item->frame.size();
  }
  items_.erase(items_.begin(), end);
}

void Outbox::clear(std::size_t writing) {
  items_.resize(writing);
  count_bytes();
}

void Outbox::drop_steps(std::size_t writing) {
  auto const first = items_.begin() + static_cast<std::ptrdiff_t>(writing);
  items_.erase(std::remove_if(first, items_.end(), [](Item const& item) { return item.kind != FrameKind::answer; }),
               items_.end());
  count_bytes();
}

void Outbox::count_bytes() {
  bytes_ = 0;
  for (auto const& item : items_) bytes_ += item.frame.size();
}

}  // namespace engawa::server
