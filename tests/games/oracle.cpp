#include "tests/games/oracle.hpp"

#include <algorithm>

namespace engawa::tests {

Oracle::Oracle(games::reversi::Variant variant) : variant_(std::move(variant)), rows_(variant_.rows) {
  next_ = variant_.rotation.find(variant_.first);
  find_turn();
}

bool Oracle::inside(At at) const {
  auto const [row, column] = at;
  if (row < 0 || column < 0 || row >= static_cast<int>(rows_.size()) || column >= variant_.columns()) return false;
  return letter(at) != 'H';
}

// Rules 3-5.
void Oracle::capture_line(char color, At at, int down, int right, Capture& all) const {
  std::vector<At> run;
  At here{at.first + down, at.second + right};
  while (inside(here) && letter(here) != '.' && letter(here) != color) {
    run.push_back(here);
    here = {here.first + down, here.second + right};
  }
  bool const own = inside(here) && letter(here) == color;
  if (!own) {
    while (!run.empty() && letter(run.back()) != 'G') run.pop_back();
    if (run.empty()) return;
    here = run.back();
    run.pop_back();
  }
  if (run.empty()) return;
  all.flanked.insert(all.flanked.end(), run.begin(), run.end());
  all.flankers.push_back(here);
}

Oracle::Capture Oracle::capture(char color, At at) const {
  Capture all;
  for (int down = -1; down <= 1; ++down)
    for (int right = -1; right <= 1; ++right)
      if (down != 0 || right != 0) capture_line(color, at, down, right, all);
  return all;
}

std::vector<Oracle::At> Oracle::moves(char color) const {
  std::vector<At> list;
  for (int row = 0; row < static_cast<int>(rows_.size()); ++row)
    for (int column = 0; column < variant_.columns(); ++column)
      if (letter({row, column}) == '.' && !capture(color, {row, column}).flanked.empty()) list.push_back({row, column});
  return list;
}

// Rules 7-9.
void Oracle::play(At at) {
  auto const all = capture(turn_, at);
  bool const bomb = std::any_of(all.flanked.begin(), all.flanked.end(), [&](At cell) { return letter(cell) == 'R'; });
  if (bomb) {
    for (auto const& cell : all.flanked) letter(cell) = '.';
    for (auto const& cell : all.flankers) letter(cell) = '.';
  } else {
    for (auto const& cell : all.flanked)
      if (variant_.permanent.find(letter(cell)) == std::string::npos) letter(cell) = turn_;
    letter(at) = turn_;
  }
  if (!cut_in_) next_ = (next_ + 1) % variant_.rotation.size();
  ++ply_;
  find_turn();
}

// Rules 11-14.
void Oracle::find_turn() {
  auto const cut_in = variant_.cut_ins.find(ply_ + 1);
  cut_in_ = cut_in != variant_.cut_ins.end();
  if (cut_in_) {
    turn_ = cut_in->second;
    if (!moves(turn_).empty()) return;
    if (!variant_.skip_stuck_cut_in) {
      turn_ = '-';
      stuck_ = true;
      return;
    }
    cut_in_ = false;
  }
  for (std::size_t tries = 0; tries < variant_.rotation.size(); ++tries) {
    turn_ = variant_.rotation[next_];
    if (!moves(turn_).empty()) return;
    next_ = (next_ + 1) % variant_.rotation.size();
  }
  turn_ = '-';
}

int Oracle::score(char color) const {
  int total = 0;
  for (auto const& row : rows_) total += static_cast<int>(std::count(row.begin(), row.end(), color));
  return total;
}

}  // namespace engawa::tests
