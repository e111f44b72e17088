#include "games/bubbles/bots.hpp"

#include <algorithm>
#include <array>

#include "games/bots/random.hpp"
#include "games/bubbles/evaluation.hpp"

namespace engawa::games::bubbles {
namespace {

// The skill of a level (one ladder for awa and kamifusen).
struct Skill {
  int aim_error;      // standard deviation of the angle, hundredths of a degree
  int slips;          // percentage of shots at a random target
  int bubbles_ahead;  // how many of the current, the next and an unknown third bubble are considered
};
constexpr std::array<Skill, kLevels> kSkills = {{{200, 20, 1}, {115, 10, 1}, {80, 10, 2}, {23, 0, 2}, {0, 0, 3}}};

// This many of the best shots of `now` are examined more deeply, each with this many shots of `next`.
constexpr std::size_t kFirstShots = 8;
constexpr std::size_t kSecondShots = 2;
constexpr std::size_t kFirstShotsOfThree = 4;

using ShotList = StackList<Option, (kLoseRow + 1) * kColumns>;

bool is_better(Option const& a, Option const& b) {
  return a.value != b.value ? a.value > b.value : a.target.angle < b.target.angle;
}

// The `best` best shots of one bubble, best first; none if the field is lost.
ShotList list_shots(Outlook const& outlook, Color color, Resolution resolution, std::size_t best) {
  ShotList list;
  if (depth(outlook.grid) > kLoseRow) return list;
  for (auto const& target : sweep(Sky(outlook.grid), resolution)) list.push_back(try_shot(outlook, target, color));
  std::partial_sort(list.begin(), list.begin() + std::min(best, list.size()), list.end(), is_better);
  return list;
}

// The expected value of `outlook` with a bubble of unknown colour: the mean over all colours.
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

// Approximately normal with standard deviation `deviation`: the sum of twelve uniform numbers, in integers only.
int shaky(int deviation, Rng& rng) {
  std::int64_t sum = 0;
  for (int i = 0; i < 12; ++i) sum += rng.below(1 << 16);
  return static_cast<int>((sum - 6 * (1 << 16)) * deviation / (1 << 16));
}

// Examines one candidate after the other, first with the next bubble and then with the third one too, and can be paused
// between any two. Candidates that could not be examined in time are not preferred.
class Plan final : public Thought<Move> {
 public:
  Plan(Bubbles::State const& state, Seat seat, Skill const& skill)
      : outlook_(outlook_of(state, seat)),
        colors_((1u << state.settings.colors) - 1),
        now_(state.fields[seat].now),
        next_(state.fields[seat].next),
        shot_(state.fields[seat].shot),
        skill_(skill) {}

  bool think(Thinking& thinking) override {
    if (ahead_ == 0) begin(thinking);
    while (ahead_ < skill_.bubbles_ahead) {
      if (thinking.over()) return true;
      look_further();
      if (ahead_ < skill_.bubbles_ahead && thinking.pausing()) return thinking.over();
    }
    return true;
  }

  // The best candidate of the last complete round.
  Move move() const override {
    auto const& target = slips_ ? any_ : candidates_[0].shot.target;
    return {static_cast<std::int16_t>(std::clamp(target.angle + aim_, -kMaxAngle, kMaxAngle)), shot_};
  }

 private:
  // A shot, and the best shot of the next bubble after it.
  struct Candidate {
    Option shot;
    StackList<Option, kSecondShots> following;
    double value = 0;
  };

  // At least one flight lands somewhere, so there is always a shot.
  void begin(Thinking& thinking) {
    auto const shots = list_shots(outlook_, now_, kAimable, kFirstShots);
    for (std::size_t i = 0; i < std::min(kFirstShots, shots.size()); ++i) candidates_.push_back({shots[i], {}, 0});
    slips_ = static_cast<int>(thinking.rng.below(100)) < skill_.slips;
    any_ = shots[thinking.rng.below(static_cast<std::uint32_t>(shots.size()))].target;
    aim_ = shaky(skill_.aim_error, thinking.rng);
    ahead_ = slips_ ? skill_.bubbles_ahead : 1;
  }

  // Examines one candidate with one more bubble; after the last of them the candidates are sorted again.
  void look_further() {
    auto& candidate = candidates_[looked_++];
    candidate.value = candidate.shot.gain + (ahead_ == 1 ? value_with_next(candidate) : value_with_third(candidate));
    auto const count = ahead_ == 1 ? candidates_.size() : std::min(kFirstShotsOfThree, candidates_.size());
    if (looked_ < count) return;
    std::sort(candidates_.begin(), candidates_.begin() + count, [](Candidate const& a, Candidate const& b) {
      return a.value != b.value ? a.value > b.value : a.shot.target.angle < b.shot.target.angle;
    });
    looked_ = 0;
    ++ahead_;
  }

  double value_with_next(Candidate& candidate) const {
    auto const shots = list_shots(candidate.shot.after, next_, kSketch, kSecondShots);
    for (std::size_t i = 0; i < std::min(kSecondShots, shots.size()); ++i) candidate.following.push_back(shots[i]);
    return shots.empty() ? value_of(candidate.shot.after) : shots[0].value;
  }

  double value_with_third(Candidate const& candidate) const {
    if (candidate.following.empty()) return value_of(candidate.shot.after);
    double best = -1e9;
    for (auto const& shot : candidate.following) best = std::max(best, shot.gain + mean_of_third(shot.after, colors_));
    return best;
  }

  Outlook outlook_;
  unsigned colors_;
  Color now_, next_;
  std::int32_t shot_;
  Skill skill_;
  StackList<Candidate, kFirstShots> candidates_;
  Target any_;
  bool slips_ = false;
  int aim_ = 0;
  int ahead_ = 0;  // the number of bubbles considered for all candidates
  std::size_t looked_ = 0;
};

// The most bubbles at once, else the highest cell; of equal ones the easiest to hit.
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

std::vector<BotInfo> bot_infos() {
  BotInfo random{"random", {"Random", "でたらめ"}, 1, {2000}};
  random.about = {"Shoots in random directions.", "どこへでもでたらめに撃ちます。"};
  BotInfo greedy{"greedy", {"Greedy", "よくばり"}, 1, {1700}};
  greedy.about = {"Removes as many bubbles as one shot can, without planning ahead.",
                  "その一発でいちばん多く消せるところをねらいます。先は読みません。"};
  BotInfo awa{"awa", {"Foam", "泡"}, kLevels - 1, {2400, 2000, 1700, 1400}};
  awa.about = {
      "Knows the good targets but aims imprecisely, better at each level. From level 3 it also plans the next bubble.",
      "よい場所はわかりますが、ねらいがぶれます。レベルが上がるほど正確になり、レベル3からは次の玉も考えます。"};
  awa.cost_us = {500, 500, 1500, 1500};
  awa.once = kLevels;
  BotInfo kamifusen{"kamifusen", {"Paper balloon", "紙風船"}, 1, {1100}};
  kamifusen.about = {"Never misses; plans the next two bubbles and considers how close its opponents are to losing.",
                     "ねらいを外しません。次とその次の玉、相手の余裕まで考えて撃ちます。"};
  kamifusen.first_level = kLevels;
  kamifusen.cost_us = {2500};
  return {random, greedy, awa, kamifusen};
}

std::unique_ptr<Thought<Move>> BubblesBots::begin(Bubbles::State const& state, Seat seat, std::string_view bot,
                                                  int level) {
  if (bot != "awa" && bot != "kamifusen") return nullptr;
  return std::make_unique<Plan>(state, seat, kSkills[static_cast<std::size_t>(std::clamp(level, 1, kLevels) - 1)]);
}

Move BubblesBots::choose(Bubbles::State const& state, Seat seat, std::string_view bot, int level, Thinking& thinking) {
  if (auto const thought = begin(state, seat, bot, level)) {
    while (!thought->think(thinking)) continue;
    return thought->move();
  }
  if (bot == "random") return bots::random_move<Bubbles>(state, seat, thinking.rng);
  return greedy(state.fields[seat]);
}

}  // namespace engawa::games::bubbles
