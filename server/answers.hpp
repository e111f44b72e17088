// The answers that a room has given, by guest and request id: what makes a repeated request harmless.
// The last 256 of each guest are kept. Room's shard only.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace engawa::server {

class Answers {
 public:
  static constexpr std::size_t kKept = 256;

  struct Answer {
    std::uint64_t seq = 0;  // an ok, when error is empty
    std::string error;      // the whole error frame
  };

  // nullptr when the request was not seen, or too long ago.
  Answer const* find(std::string const& guest, std::string_view request) const;
  void remember(std::string const& guest, std::string_view request, Answer answer);

 private:
  struct Entry {
    std::size_t hash = 0;
    std::string request;
    Answer answer;
  };
  struct Ring {
    std::vector<Entry> entries;
    std::size_t next = 0;
  };
  std::unordered_map<std::string, Ring> by_guest_;
};

}  // namespace engawa::server
