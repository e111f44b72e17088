// The records of unfinished rounds, each in the state of its last request: if nothing has happened in the room since,
// it need not be made again. The least recently requested one is dropped first. One thread at a time.
#pragma once
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <utility>

#include "server/http/resource.hpp"

namespace engawa::server {

struct RunningRecord {
  std::string id;
  std::uint64_t inputs = 0;  // of the room
  std::string last;          // the last of these
  std::shared_ptr<Resource const> record;
};

class RunningRecords {
 public:
  // nullptr: not here. Valid until the next call.
  RunningRecord const* find(std::string const& id) {
    for (auto kept = kept_.begin(); kept != kept_.end(); ++kept)
      if (kept->id == id) {
        kept_.splice(kept_.begin(), kept_, kept);
        return &kept_.front();
      }
    return nullptr;
  }

  void keep(RunningRecord record) {
    drop(record.id);
    bytes_ += record.record->bytes();
    kept_.push_front(std::move(record));
    while (kept_.size() > kMostRecords || bytes_ > kMostBytes) drop(kept_.back().id);
  }

  void drop(std::string const& id) {
    for (auto kept = kept_.begin(); kept != kept_.end(); ++kept)
      if (kept->id == id) {
        bytes_ -= kept->record->bytes();
        kept_.erase(kept);
        return;
      }
  }

 private:
  static constexpr std::size_t kMostRecords = 100;
  static constexpr std::size_t kMostBytes = 1 << 24;

  std::list<RunningRecord> kept_;  // most recently requested first
  std::size_t bytes_ = 0;
};

}  // namespace engawa::server
