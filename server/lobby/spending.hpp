// What addresses have spent of their rate limits, exchanged between nodes. The numbers are totals, so that a node that
// misses a text loses nothing. One thread at a time.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace engawa::server {

class Spending {
 public:
  static constexpr std::int64_t kForgetMs = 120000;  // by then a limit per minute is full again
  static constexpr std::size_t kTold = 200;          // names per text: those that have spent the most

  // `ration` and `name` contain neither spaces nor line breaks. `now`: ms of any one clock.
  void add(std::string const& ration, std::string const& name, std::int64_t now);
  // Lines `@RATION NAME TOTAL` for names that have spent something recently, in no particular order.
  std::string text(std::int64_t now);

  struct Spent {
    std::string ration, name;
    std::int64_t count = 0;
    bool operator==(Spent const&) const = default;
  };
  // The new spending in another node's text, compared with its earlier texts. The first text of a node counts as
  // nothing, because the time of its spending is unknown; so does the next text after there were too many names. Other
  // lines are skipped.
  std::vector<Spent> news(std::string const& node, std::string_view text);

 private:
  struct Total {
    std::int64_t count = 0, at = 0;
  };
  using Key = std::string;  // RATION NAME
  std::unordered_map<Key, Total> own_;
  std::unordered_map<std::string, std::unordered_map<Key, std::int64_t>> told_;  // by node
};

}  // namespace engawa::server
