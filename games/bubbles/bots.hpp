// The bots of the bubble shooter: random, greedy, and on one ladder of levels foam (awa, 1 to 4), whose aim gets
// better, and the paper balloon (kamifusen, 5), which never misses. Level 5 of awa, in older rooms, plays as kamifusen.
#pragma once
#include "games/bubbles/rules.hpp"
#include "games/core/wire.hpp"

namespace engawa::games::bubbles {

inline constexpr int kLevels = 5;

std::vector<BotInfo> bot_infos();

// They use no hidden data, even if `state` contains some.
struct BubblesBots {
  // For awa and kamifusen; nullptr for the others.
  static std::unique_ptr<Thought<Move>> begin(Bubbles::State const& state, Seat seat, std::string_view bot, int level);
  static Move choose(Bubbles::State const& state, Seat seat, std::string_view bot, int level, Thinking& thinking);
};

}  // namespace engawa::games::bubbles

namespace engawa::games {

template <>
struct Bots<bubbles::Bubbles> : bubbles::BubblesBots {};

}  // namespace engawa::games
