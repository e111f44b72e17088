#include "games/record/digits.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace engawa::record {
namespace {

// The strokes of 0 to 9 and the minus sign, with a blank between two strokes. A stroke goes from point to point, each a
// column from 0 to 6 and a row from 0 (top) to a (ten).
constexpr std::array<std::string_view, 11> kWays{
    "204062684a2a080220",          "12303a",   "02204062640a6a",
    "02204062634525 4567684a2a08", "4a400767", "601005244466684a2a08",
    "62402002082a4a6866442406",    "00602a",   "25030220406263452507082a4a686745",
    "082a4a686240200204264664",    "0565",
};
constexpr double kRows = 10, kColumns = 6, kAdvance = 9;

std::string_view ways_of(char c) {
  if (c == '-') return kWays[10];
  return c >= '0' && c <= '9' ? kWays[static_cast<std::size_t>(c - '0')] : std::string_view();
}

int step_of(char c) { return c == 'a' ? 10 : c - '0'; }

}  // namespace

void draw_digits(Drawing& out, Words const& words) {
  double const unit = 0.72 * words.size / kRows, top = words.y - kRows * unit;
  auto const count = static_cast<double>(
      std::count_if(words.text.begin(), words.text.end(), [](char c) { return !ways_of(c).empty(); }));
  double const width = std::max(0.0, count * kAdvance - (kAdvance - kColumns)) * unit;
  double left = words.x - (words.anchor == Words::Anchor::start ? 0
                           : words.anchor == Words::Anchor::end ? width
                                                                : width / 2);
  for (char const c : words.text) {
    auto const ways = ways_of(c);
    if (ways.empty()) continue;
    for (std::size_t i = 0; i + 3 < ways.size(); i += 2) {
      if (ways[i + 2] == ' ') i += 3;  // the pen is lifted
      out.push_back(Line{left + unit * step_of(ways[i]), top + unit * step_of(ways[i + 1]),
                         left + unit * step_of(ways[i + 2]), top + unit * step_of(ways[i + 3]), words.fill,
                         unit * (words.bold ? 1.9 : 1.3)});
    }
    left += kAdvance * unit;
  }
}

}  // namespace engawa::record
