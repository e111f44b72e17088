// A cache of finished records. A finished record never changes, so it is created once and kept while there is room. The
// least recently requested one is dropped first. One thread at a time.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include "server/http/resource.hpp"

namespace engawa::server {

class KeptRecords {
 public:
  using Record = std::shared_ptr<Resource const>;

  // nullptr: not in the cache.
  Record find(std::string const& id) {
    auto const found = kept_.find(id);
    if (found == kept_.end()) return nullptr;
    found->second.asked = ++questions_;
    return found->second.record;
  }

  void keep(std::string const& id, Record record) {
    auto const bytes = record->bytes();
    if (!kept_.try_emplace(id, Kept{std::move(record), ++questions_}).second) return;
    bytes_ += bytes;
    while (kept_.size() > kMostRecords || bytes_ > kMostBytes) drop_oldest();
  }

  void clear() {
    kept_.clear();
    bytes_ = 0;
  }

 private:
  static constexpr std::size_t kMostRecords = 1000;
  static constexpr std::size_t kMostBytes = 1 << 25;

  struct Kept {
    Record record;
    std::uint64_t asked = 0;
  };

  void drop_oldest() {
    auto const oldest = std::min_element(kept_.begin(), kept_.end(),
                                         [](auto const& a, auto const& b) { return a.second.asked < b.second.asked; });
    bytes_ -= oldest->second.record->bytes();
    kept_.erase(oldest);
  }

  std::unordered_map<std::string, Kept> kept_;
  std::uint64_t questions_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace engawa::server
