// The room's answers by guest and request id (an idempotency cache): makes repeated requests harmless.
//
// The last 256 of each guest are kept, and 16384 in total: beyond that, all answers of the least recently active guest
// are dropped. An `ok` is rebuilt from the journal after a restart; a refusal is not: it changed nothing. Each answer
// is stored with the content of its request: the same id with different content is a different request. Room's shard
// only.
#pragma once
#include <cstdint>
#include <list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/json_read.hpp"

namespace engawa::server {

class RequestCache {
 public:
  static constexpr std::size_t kKept = 256;     // per guest
  static constexpr std::size_t kInAll = 16384;  // for all guests together

  struct Answer {
    std::uint64_t seq = 0;      // for an ok: `error` is empty
    std::string error;          // the whole error frame
    std::uint32_t content = 0;  // of the request (protocol/content.hpp); 0: unknown

    bool is_for(std::uint32_t other) const { return content == 0 || content == other; }
  };

  RequestCache() = default;
  RequestCache(RequestCache const&) = delete;
  RequestCache& operator=(RequestCache const&) = delete;

  // nullptr if the request is unknown or too old. Valid until the next remember().
  Answer const* find(std::string const& guest, std::string_view request) const;
  void remember(std::string const& guest, std::string_view request, Answer answer);
  std::size_t size() const { return size_; }
  // Bytes on the heap, estimated.
  std::size_t memory() const;

  // Appends the oks as JSON; restore() into an empty object recreates them. Throws std::exception on invalid data.
  void write_oks(std::string& out) const;
  void restore(Json const& oks);

 private:
  struct Entry {
    std::string request;
    Answer answer;
  };
  struct Ring {
    std::string guest;
    std::vector<std::uint32_t> hashes;  // hashes of the requests: every move searches them, and a new one finds none
    std::vector<Entry> entries;
    std::size_t next = 0;  // the oldest entry, once the ring is full
  };

  static std::uint32_t hash_of(std::string_view request);
  Ring& ring_of(std::string const& guest);

  std::list<Ring> rings_;                                                     // most recently active guest first
  std::unordered_map<std::string_view, std::list<Ring>::iterator> by_guest_;  // the keys point into the rings
  std::size_t size_ = 0;
};

}  // namespace engawa::server
