#include "server/room/request_cache.hpp"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/json_write.hpp"
#include "server/ops/fail_point.hpp"

namespace engawa::server {

RequestCache::Answer const* RequestCache::find(std::string const& guest, std::string_view request) const {
  if (fail_point::on("bug.no_dedupe")) return nullptr;
  auto const ring = by_guest_.find(guest);
  if (ring == by_guest_.end()) return nullptr;
  auto const& [name, hashes, entries, next] = *ring->second;
  auto const hash = hash_of(request);
  for (auto at = std::find(hashes.begin(), hashes.end(), hash); at != hashes.end();
       at = std::find(at + 1, hashes.end(), hash)) {
    auto const& entry = entries[static_cast<std::size_t>(at - hashes.begin())];
    if (entry.request == request) return &entry.answer;
  }
  return nullptr;
}

std::uint32_t RequestCache::hash_of(std::string_view request) {
  return static_cast<std::uint32_t>(std::hash<std::string_view>{}(request));
}

RequestCache::Ring& RequestCache::ring_of(std::string const& guest) {
  if (auto const known = by_guest_.find(guest); known != by_guest_.end()) {
    rings_.splice(rings_.begin(), rings_, known->second);
  } else {
    rings_.push_front({guest, {}, {}, 0});
    by_guest_.emplace(rings_.front().guest, rings_.begin());
  }
  return rings_.front();
}

void RequestCache::remember(std::string const& guest, std::string_view request, Answer answer) {
  auto& ring = ring_of(guest);
  Entry entry{std::string(request), std::move(answer)};
  if (ring.entries.size() < kKept) {
    ring.hashes.push_back(hash_of(request));
    ring.entries.push_back(std::move(entry));
    ++size_;
  } else {
    auto const oldest = std::exchange(ring.next, (ring.next + 1) % kKept);
    ring.hashes[oldest] = hash_of(request);
    ring.entries[oldest] = std::move(entry);
  }
  while (size_ > kInAll) {
    size_ -= rings_.back().entries.size();
    by_guest_.erase(rings_.back().guest);
    rings_.pop_back();
  }
}

void RequestCache::write_oks(std::string& out) const {
  out += '[';
  for (auto ring = rings_.rbegin(); ring != rings_.rend(); ++ring) {
    if (out.back() != '[') out += ',';
    json_write::string(out += '[', ring->guest);
    out += ",[";
    auto const count = ring->entries.size();
    for (std::size_t i = 0; i < count; ++i) {
      auto const& entry = ring->entries[(ring->next + i) % count];
      if (!entry.answer.error.empty()) continue;
      if (out.back() != '[') out += ',';
      json_write::string(out += '[', entry.request);
      json_write::integer(out += ',', entry.answer.seq);
      json_write::integer(out += ',', entry.answer.content);
      out += ']';
    }
    out += "]]";
  }
  out += ']';
}

void RequestCache::restore(Json const& oks) {
  for (auto const& ring : oks) {
    auto const guest = ring.at(0).get<std::string>();
    for (auto const& entry : ring.at(1))
      remember(guest, entry.at(0).get<std::string>(),
               {entry.at(1).get<std::uint64_t>(), {}, entry.size() > 2 ? entry[2].get<std::uint32_t>() : 0});
  }
}

}  // namespace engawa::server
