#include "games/bubbles/sweep.hpp"

#include <algorithm>

namespace engawa::games::bubbles {
namespace {

class Sweep {
 public:
  Sweep(Sky const& sky, Resolution resolution) : sky_(sky), resolution_(resolution) { known_.fill(-1); }

  Targets run() {
    int angle = first_ = -kMaxAngle;
    auto landing = sky_.fly(angle);
    while (angle < kMaxAngle) {
      int const next = std::min(angle + resolution_.stride, kMaxAngle);
      auto const there = sky_.fly(next);
      look_between(angle, landing, next, there);
      angle = next;
      landing = there;
    }
    close(landing.cell, kMaxAngle);
    return targets_;
  }

 private:
  void look_between(int low, Landing const& at_low, int high, Landing const& at_high) {
    if (at_low.cell == at_high.cell && at_low.bounces == at_high.bounces) return;
    if (high - low <= resolution_.closest) {
      if (at_low.cell == at_high.cell) return;
      close(at_low.cell, low);
      first_ = high;
      return;
    }
    int const middle = (low + high) / 2;
    auto const at_middle = sky_.fly(middle);
    look_between(low, at_low, middle, at_middle);
    look_between(middle, at_middle, high, at_high);
  }

  // An interval of angles, first_..last, that lead to `cell`.
  void close(Cell cell, int last) {
    int const middle = (first_ + last) / 2;
    auto const there = sky_.fly(middle).cell;
    if (there == cell) return keep({cell, middle, last - first_ + 1});
    keep({there, middle, 1});  // the sweep had missed it
    keep({cell, first_, 1});
  }

  void keep(Target const& target) {
    auto& known = known_[static_cast<std::size_t>(target.cell.row * kColumns + target.cell.column)];
    if (known < 0) {
      known = static_cast<std::int16_t>(targets_.size());
      targets_.push_back(target);
    } else if (auto& old = targets_[static_cast<std::size_t>(known)]; old.width < target.width) {
      old = target;
    }
  }

  Sky const& sky_;
  Resolution resolution_;
  Targets targets_;
  std::array<std::int16_t, (kLoseRow + 1) * kColumns> known_;  // the index of a cell in targets_, or -1
  int first_ = 0;
};

}  // namespace

Targets sweep(Sky const& sky, Resolution resolution) { return Sweep(sky, resolution).run(); }

}  // namespace engawa::games::bubbles
