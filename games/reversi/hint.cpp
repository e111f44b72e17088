// A player's hint: the best move, and the search's evaluation of the position.
#include <cmath>
#include <nlohmann/json.hpp>

#include "games/reversi/study.hpp"
#include "games/reversi/wire.hpp"

namespace engawa::games::reversi {
namespace {

constexpr std::size_t kMostShown = 3;
constexpr Plan kHintPlan = {3'000, 400, 10, 200'000, true, 150'000};

// Four digits: more is noise.
double rounded(float share) { return std::round(static_cast<double>(share) * 1e4) / 1e4; }

Json cell_json(Move move) { return Json{{"cell", cell_name(move.cell)}}; }

template <class Word>
class Hint final : public Thinker {
 public:
  explicit Hint(typename Reversi<Word>::State state)
      : state_(std::move(state)), study_(make_study<Word>(state_, kHintPlan)) {}

  bool think(Thinking& thinking) override { return study_->think(thinking); }

  Result<Json> answer() const override {
    auto const advice = study_->advice();
    Json chances = Json::object(), best = Json::array();
    for (Disc const color : state_.setup->compete) {
      auto const seat = state_.setup->seat_of[color];
      chances[seat_name(seat)] = rounded(advice.chances[seat]);
    }
    for (auto const& item : advice.candidates)
      if (best.size() < kMostShown)
        best.push_back(
            {{"move", cell_json(item.move)}, {"chance", rounded(item.chance)}, {"share", rounded(item.share)}});
    return Json{
        {"move", cell_json(advice.candidates[0].move)}, {"chances", std::move(chances)}, {"best", std::move(best)}};
  }

 private:
  typename Reversi<Word>::State state_;
  std::unique_ptr<Study> study_;
};

}  // namespace

template <class Word>
Result<std::unique_ptr<Thinker>> ReversiWire<Word>::begin_hint(State const& state, Seat) {
  return std::unique_ptr<Thinker>(std::make_unique<Hint<Word>>(state));
}

template Result<std::unique_ptr<Thinker>> ReversiWire<std::uint64_t>::begin_hint(State const&, Seat);
template Result<std::unique_ptr<Thinker>> ReversiWire<Word256>::begin_hint(State const&, Seat);

}  // namespace engawa::games::reversi
