// The bots of the bubble shooter: by chance, one look, and two bubbles ahead with hands that shake less by level (bots.md 5.4).
#pragma once
#include "games/bubbles/rules.hpp"
#include "games/core/match_of.hpp"

namespace engawa::games::bubbles {

inline constexpr int kAwaLevels = 5;

struct BubblesBots {
  // Looks at nothing that is hidden, whatever `state` holds there.
  static Move choose(Bubbles::State const& state, Seat seat, std::string_view bot, int level, Thinking& thinking);
};

}  // namespace engawa::games::bubbles

namespace engawa::games {

template <>
struct Bots<bubbles::Bubbles> : bubbles::BubblesBots {};

}  // namespace engawa::games
