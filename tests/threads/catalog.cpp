// The only game here: the 753 game, with a bot that thinks as long as it may.
#include "games/catalog.hpp"

#include "base/forever.hpp"
#include "games/core/match_of.hpp"
#include "games/nim/bots.hpp"
#include "games/nim/entry.hpp"
#include "games/nim/options.hpp"
#include "games/nim/wire.hpp"

namespace engawa::games {
namespace {

struct SlowNim : nim::Nim {
  static Info const& info();
};

// Never finished: it answers when its time is over.
class Pondering final : public Thought<nim::Move> {
 public:
  explicit Pondering(nim::Position const& position) : position_(position) {}
  bool think(Thinking& thinking) override {
    do move_ = nim::perfect_move(position_, thinking.rng);
    while (!thinking.pausing());
    return thinking.over();
  }
  nim::Move move() const override { return move_; }

 private:
  nim::Position position_;
  nim::Move move_{0, 0, 1};
};

}  // namespace

template <>
struct Wire<SlowNim> : Wire<nim::Nim> {};

template <>
struct Bots<SlowNim> : Bots<nim::Nim> {
  static std::unique_ptr<Thought<nim::Move>> begin(nim::Position const& position, Seat, std::string_view bot, int) {
    if (bot != "ponderer") return nullptr;
    return std::make_unique<Pondering>(position);
  }
};

namespace {

Info make_info() {
  auto info = nim::info();
  BotInfo ponderer{"ponderer", {"Ponderer", "長考"}, 1};
  ponderer.cost_us = {2000};
  info.bots.push_back(ponderer);
  return info;
}

Info const& SlowNim::info() {
  static auto const& facts = *forever<Info const>(make_info());
  return facts;
}

Result<std::unique_ptr<Match>> start(Json const& json, Seed const& seed) {
  auto const options = nim::read_options(json);
  if (!options) return options.error();
  return std::unique_ptr<Match>(std::make_unique<MatchOf<SlowNim>>(start_position(*options, seed.number())));
}

}  // namespace

std::span<GameEntry const> catalog() {
  static GameEntry const list[] = {{SlowNim::info, nim::kEntry.normalise, start, nim::kEntry.seats, nim::kEntry.table}};
  return list;
}

GameEntry const* find_game(std::string_view id) { return id == "nim" ? catalog().data() : nullptr; }

}  // namespace engawa::games
