// What addresses spend of their rations, told from node to node: totals, so that whoever misses a text loses nothing by
// it. One thread at a time.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace engawa::server {

class Spending {
 public:
  static constexpr std::int64_t kForgetMs = 120000;  // a ration by the minute is whole again by then
  static constexpr std::size_t kTold = 200;          // names in a text: those that have spent the most

  // `ration` and `name` have neither spaces nor line breaks. `now`: ms of any one clock.
  void add(std::string const& ration, std::string const& name, std::int64_t now);
  // Lines `@RATION NAME TOTAL`, of those who have spent anything lately; in an order of their own.
  std::string text(std::int64_t now);

  struct Spent {
    std::string ration, name;
    std::int64_t count = 0;
    bool operator==(Spent const&) const = default;
  };
  // What is new in another node's text, compared with those before. The first text of a node says nothing, since nobody
  // knows when that was spent; nor does the next one when there have been too many names. Other lines are passed over.
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
