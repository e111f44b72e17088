#include "server/answers.hpp"

#include <functional>

#include "server/fail_point.hpp"

namespace engawa::server {

Answers::Answer const* Answers::find(std::string const& guest, std::string_view request) const {
  if (fail_point::on("bug.no_dedupe")) return nullptr;
  auto const ring = by_guest_.find(guest);
  if (ring == by_guest_.end()) return nullptr;
  auto const hash = std::hash<std::string_view>{}(request);
  for (auto const& entry : ring->second.entries)
    if (entry.hash == hash && entry.request == request) return &entry.answer;
  return nullptr;
}

void Answers::remember(std::string const& guest, std::string_view request, Answer answer) {
  auto& ring = by_guest_[guest];
  Entry entry{std::hash<std::string_view>{}(request), std::string(request), std::move(answer)};
  if (ring.entries.size() < kKept) {
    ring.entries.push_back(std::move(entry));
    return;
  }
  ring.entries[ring.next] = std::move(entry);
  ring.next = (ring.next + 1) % kKept;
}

}  // namespace engawa::server
