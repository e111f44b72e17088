#include "server/net/outbox.hpp"

#include <algorithm>

namespace engawa::server {

Outbox::Verdict Outbox::push(Item item, bool writing) {
  bytes_ += item.frame->size();
  items_.push_back(std::move(item));
  if (!over()) return Verdict::queued;
  if (collapsed_) return Verdict::hopeless;
  drop_steps(writing);
  collapsed_ = true;
  return over() ? Verdict::hopeless : Verdict::overflow;
}

void Outbox::pop() {
  if (items_.front().kind == FrameKind::state) collapsed_ = false;
  bytes_ -= items_.front().frame->size();
  items_.pop_front();
}

void Outbox::clear(bool writing) {
  items_.erase(items_.begin() + (writing ? 1 : 0), items_.end());
  bytes_ = writing ? items_.front().frame->size() : 0;
}

void Outbox::drop_steps(bool writing) {
  auto const first = items_.begin() + (writing ? 1 : 0);
  items_.erase(std::remove_if(first, items_.end(), [](Item const& item) { return item.kind != FrameKind::answer; }),
               items_.end());
  bytes_ = 0;
  for (auto const& item : items_) bytes_ += item.frame->size();
}

}  // namespace engawa::server
