// A slow, obvious reversi: letters in a grid, one step at a time. The bit boards are compared with it.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "games/reversi/variant.hpp"

namespace engawa::tests {

class Oracle {
 public:
  using At = std::pair<int, int>;  // row, column

  explicit Oracle(games::reversi::Variant variant);

  struct Capture {
    std::vector<At> flanked;
    std::vector<At> flankers;
  };

  std::vector<At> moves(char color) const;
  Capture capture(char color, At at) const;
  void play(At at);

  std::vector<std::string> const& rows() const { return rows_; }
  char turn() const { return turn_; }  // '-' when the game is over
  bool stuck() const { return stuck_; }
  int ply() const { return ply_; }
  int score(char color) const;

 private:
  bool inside(At at) const;
  char& letter(At at) { return rows_[static_cast<std::size_t>(at.first)][static_cast<std::size_t>(at.second)]; }
  char letter(At at) const { return rows_[static_cast<std::size_t>(at.first)][static_cast<std::size_t>(at.second)]; }
  void capture_line(char color, At at, int down, int right, Capture& all) const;
  void find_turn();

  games::reversi::Variant variant_;
  std::vector<std::string> rows_;
  std::size_t next_ = 0;  // the next player of the rotation
  char turn_ = '-';
  bool cut_in_ = false;
  bool stuck_ = false;
  int ply_ = 0;
};

}  // namespace engawa::tests
