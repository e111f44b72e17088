#include "games/bubbles/bots.hpp"

#include <algorithm>
#include <array>

#include "games/bots/random.hpp"
#include "games/bubbles/evaluation.hpp"

namespace engawa::games::bubbles {
namespace {

// The levels of `awa` (bots.md 5.4.6).
struct Skill {
  int aim_error;      // standard deviation of the angle, hundredths of a degree
  int slips;          // percent of shots at any target
  int bubbles_ahead;  // how many of now, next and an unknown third one are thought of
};
constexpr std::array<Skill, kAwaLevels> kSkills = {{{200, 20, 1}, {115, 10, 1}, {57, 5, 2}, {23, 0, 2}, {0, 0, 3}}};

// Thought of deeper: so many of the best shots of `now`, and of each so many of `next`.
constexpr std::size_t kFirstShots = 8;
constexpr std::size_t kSecondShots = 2;
constexpr std::size_t kFirstShotsOfThree = 4;

using ShotList = StackList<Option, (kLoseRow + 1) * kColumns>;

bool is_better(Option const& a, Option const& b) {
  return a.value != b.value ? a.value > b.value : a.target.angle < b.target.angle;
}

// Every shot of one bubble, the `best` best first; none when the field is lost.
ShotList list_shots(Outlook const& outlook, Color color, Resolution resolution, std::size_t best) {
  ShotList list;
  if (depth(outlook.grid) > kLoseRow) return list;
  for (auto const& target : sweep(Sky(outlook.grid), resolution)) list.push_back(try_shot(outlook, target, color));
  std::partial_sort(list.begin(), list.begin() + std::min(best, list.size()), list.end(), is_better);
  return list;
}

// What is to be had from `outlook` on with a bubble whose colour is not known yet: the mean over all colours.
double mean_of_third(Outlook const& outlook, unsigned colors) {
  if (depth(outlook.grid) > kLoseRow || depth(outlook.grid) == 0) return value_of(outlook);
  auto const targets = sweep(Sky(outlook.grid), kSketch);
  double total = 0;
  int count = 0;
  for (Color color = 1; color <= kMaxColors; ++color) {
    if ((colors >> (color - 1) & 1) == 0) continue;
    double best = -1e9;
    for (auto const& target : targets) best = std::max(best, try_shot(outlook, target, color).value);
    total += best;
    ++count;
  }
  return total / count;
}

class Planner {
 public:
  Planner(Settings const& settings, Field const& field, Thinking& thinking)
      : colors_((1u << settings.colors) - 1), next_(field.next), thinking_(thinking) {
    shots_ = list_shots(outlook_of(settings, field), field.now, kAimable, kFirstShots);
  }

  // The best shot with so many bubbles in mind; what could not be looked at in time is not preferred. At least one flight lands
  // somewhere, so there always is a shot.
  Option const& best(int bubbles_ahead) {
    if (bubbles_ahead >= 2) deepen(kFirstShots, [this](Option const& shot) { return value_with_next(shot.after); });
    if (bubbles_ahead >= 3)
      deepen(kFirstShotsOfThree, [this](Option const& shot) { return value_with_third(shot.after); });
    return shots_[0];
  }
  Option const& any() { return shots_[thinking_.rng.below(static_cast<std::uint32_t>(shots_.size()))]; }

 private:
  // Values the first `count` shots by what follows them, and sorts these.
  template <class Follow>
  void deepen(std::size_t count, Follow follow) {
    auto const size = std::min(count, shots_.size());
    std::array<double, kFirstShots> values{};
    for (std::size_t i = 0; i < size; ++i) {
      if (thinking_.over()) return;
      values[i] = shots_[i].gain + follow(shots_[i]);
    }
    for (std::size_t i = 0; i < size; ++i) shots_[i].value = values[i];
    std::sort(shots_.begin(), shots_.begin() + size, is_better);
  }

  double value_with_next(Outlook const& outlook) const {
    auto const shots = list_shots(outlook, next_, kSketch, 1);
    return shots.empty() ? value_of(outlook) : shots[0].value;
  }

  double value_with_third(Outlook const& outlook) const {
    auto const shots = list_shots(outlook, next_, kSketch, kSecondShots);
    if (shots.empty()) return value_of(outlook);
    double best = -1e9;
    for (std::size_t i = 0; i < std::min(kSecondShots, shots.size()); ++i)
      best = std::max(best, shots[i].gain + mean_of_third(shots[i].after, colors_));
    return best;
  }

  unsigned colors_;
  Color next_;
  Thinking& thinking_;
  ShotList shots_;
};

// About normal with standard deviation `deviation`: the sum of twelve uniform numbers, integers only.
int shaky(int deviation, Rng& rng) {
  std::int64_t sum = 0;
  for (int i = 0; i < 12; ++i) sum += rng.below(1 << 16);
  return static_cast<int>((sum - 6 * (1 << 16)) * deviation / (1 << 16));
}

Move awa(Settings const& settings, Field const& field, Skill const& skill, Thinking& thinking) {
  Planner planner(settings, field, thinking);
  bool const slips = static_cast<int>(thinking.rng.below(100)) < skill.slips;
  auto const& target = (slips ? planner.any() : planner.best(skill.bubbles_ahead)).target;
  int const angle = std::clamp(target.angle + shaky(skill.aim_error, thinking.rng), -kMaxAngle, kMaxAngle);
  return {static_cast<std::int16_t>(angle), field.shot};
}

// The most bubbles at once, else the highest cell; of equals the easiest to hit.
Move greedy(Field const& field) {
  Target best;
  int most = -1;
  for (auto const& target : sweep(Sky(field.grid), kAimable)) {
    auto grid = field.grid;
    auto const removal = attach(grid, target.cell, field.now);
    int const removed = removal.popped.count() + removal.fallen.count();
    auto const rank = [](Target const& at) { return std::pair{-at.cell.row, at.width}; };
    if (removed < most || (removed == most && rank(target) <= rank(best))) continue;
    most = removed;
    best = target;
  }
  return {static_cast<std::int16_t>(best.angle), field.shot};
}

}  // namespace

Move BubblesBots::choose(Bubbles::State const& state, Seat seat, std::string_view bot, int level, Thinking& thinking) {
  if (bot == "random") return bots::random_move<Bubbles>(state, seat, thinking.rng);
  auto const& field = state.fields[seat];
  if (bot == "greedy") return greedy(field);
  return awa(state.settings, field, kSkills[static_cast<std::size_t>(level - 1)], thinking);
}

}  // namespace engawa::games::bubbles
