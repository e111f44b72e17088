#include "server/lobby/spending.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace engawa::server {
namespace {

constexpr std::size_t kMaxSpenders = 20000;

}  // namespace

void Spending::add(std::string const& ration, std::string const& name, std::int64_t now) {
  auto const key = ration + ' ' + name;
  if (own_.size() >= kMaxSpenders && !own_.contains(key)) return;
  auto& total = own_[key];
  ++total.count;
  total.at = now;
}

std::string Spending::text(std::int64_t now) {
  std::erase_if(own_, [now](auto const& entry) { return now - entry.second.at > kForgetMs; });
  std::vector<std::pair<std::int64_t, std::string>> most;
  most.reserve(own_.size());
  for (auto const& [key, total] : own_) most.emplace_back(-total.count, key);
  auto const told = std::min(most.size(), kTold);
  std::partial_sort(most.begin(), most.begin() + static_cast<std::ptrdiff_t>(told), most.end());
  std::string text;
  for (std::size_t i = 0; i < told; ++i) text += '@' + most[i].second + ' ' + std::to_string(-most[i].first) + '\n';
  return text;
}

std::vector<Spending::Spent> Spending::news(std::string const& node, std::string_view text) {
  auto const [told, is_new] = told_.try_emplace(node);
  auto& totals = told->second;
  bool const first = is_new || totals.size() > kMaxSpenders;
  if (first) totals.clear();
  std::vector<Spent> spent;
  while (!text.empty()) {
    auto const line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    auto const middle = line.find(' '), last = line.rfind(' ');
    if (!line.starts_with('@') || middle == last) continue;
    std::int64_t total = 0;
    std::from_chars(line.data() + last + 1, line.data() + line.size(), total);
    auto const key = std::string(line.substr(1, last - 1));
    auto const known = std::exchange(totals[key], total);
    // Less than before: it was forgotten in between, or the node has restarted.
    auto const count = known > total ? total : total - known;
    if (!first && count > 0) spent.push_back({key.substr(0, middle - 1), key.substr(middle), count});
  }
  return spent;
}

}  // namespace engawa::server
