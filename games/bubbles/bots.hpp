// The bots of the bubble shooter: by chance, one look, and, on one ladder of levels, foam (awa, 1 to 4), whose hand shakes less and
// less, and the paper balloon (kamifusen, 5), which never misses. Awa's level 5 of rooms from before plays as kamifusen.
#pragma once
#include "games/bubbles/rules.hpp"
#include "games/core/match_of.hpp"

namespace engawa::games::bubbles {

inline constexpr int kLevels = 5;

std::vector<BotInfo> bot_infos();

// They look at nothing that is hidden, whatever `state` holds there.
struct BubblesBots {
  // Awa's and kamifusen's; nullptr for the others.
  static std::unique_ptr<Thought<Move>> begin(Bubbles::State const& state, Seat seat, std::string_view bot, int level);
  static Move choose(Bubbles::State const& state, Seat seat, std::string_view bot, int level, Thinking& thinking);
};

}  // namespace engawa::games::bubbles

namespace engawa::games {

template <>
struct Bots<bubbles::Bubbles> : bubbles::BubblesBots {};

}  // namespace engawa::games
