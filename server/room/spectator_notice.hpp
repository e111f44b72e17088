// When everybody in a room is told how many people look on without a seat. Most of those who come sit down at once, so
// it happens a moment later; and a person who comes and goes all the time does not fill the journal. Room time, ms.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace engawa::server {

class SpectatorNotice {
 public:
  // `here`: the spectators who are connected. `told`: the number that everybody knows.
  void note(std::size_t here, std::size_t told, std::int64_t now) {
    if (here == told)
      due_ = 0;
    else if (due_ == 0)
      due_ = std::max(now + kAfter, told_at_ + kEvery);
  }
  // 0: everybody knows.
  std::int64_t due() const { return due_; }
  // Whether it is time to tell them; then the next notice is not due before kEvery has passed.
  bool take(std::int64_t now) {
    if (due_ == 0 || due_ > now) return false;
    due_ = 0;
    told_at_ = now;
    return true;
  }

 private:
  static constexpr std::int64_t kAfter = 500, kEvery = 3000;

  std::int64_t due_ = 0;
  std::int64_t told_at_ = 0;
};

}  // namespace engawa::server
