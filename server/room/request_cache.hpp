// The answers that a room has given, by guest and request id: what makes a repeated request harmless.
//
// The last 256 of each guest are kept, and 16384 in all: beyond that the guest who has asked for nothing the longest is
// forgotten whole. An `ok` is rebuilt from the journal after a restart; a refusal is not: it changed nothing. Room's shard only.
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
  static constexpr std::size_t kKept = 256;     // of a guest
  static constexpr std::size_t kInAll = 16384;  // of all guests

  struct Answer {
    std::uint64_t seq = 0;  // an ok, when error is empty
    std::string error;      // the whole error frame
  };

  RequestCache() = default;
  RequestCache(RequestCache const&) = delete;
  RequestCache& operator=(RequestCache const&) = delete;

  // nullptr when the request was not seen, or too long ago. Valid until the next remember().
  Answer const* find(std::string const& guest, std::string_view request) const;
  void remember(std::string const& guest, std::string_view request, Answer answer);
  std::size_t size() const { return size_; }

  // The oks as JSON; restore() in an empty object remembers them just so. Throws std::exception when it is something else.
  Json oks() const;
  void restore(Json const& oks);

 private:
  struct Entry {
    std::size_t hash = 0;
    std::string request;
    Answer answer;
  };
  struct Ring {
    std::string guest;
    std::vector<Entry> entries;
    std::size_t next = 0;  // the oldest, once the ring is full
  };

  Ring& ring_of(std::string const& guest);

  std::list<Ring> rings_;                                                     // who asked last comes first
  std::unordered_map<std::string_view, std::list<Ring>::iterator> by_guest_;  // keys lie in the rings
  std::size_t size_ = 0;
};

}  // namespace engawa::server
