// What a shot and a field are worth to a bot, in bubbles (bots.md 5.4.2). Only from what every player sees. Any thread.
#pragma once
#include "games/bubbles/rules.hpp"
#include "games/bubbles/sweep.hpp"

namespace engawa::games::bubbles {

// A field as its player sees it, some shots ahead.
struct Outlook {
  Grid grid;
  int queue = 0;    // garbage that waits
  int drop_in = 0;  // shots until a new row comes
  Attack attack = Attack::kClassic;
  bool puzzle = false;
  double attack_worth = 0;  // of a bubble that is sent
};

// A shot at one target, and what it leaves. `gain` is what it wins on the way, `value` with the field that it leaves.
struct Option {
  Target target;
  Outlook after;
  double gain = 0;
  double value = 0;
};

Outlook outlook_of(Bubbles::State const& state, Seat seat);

// The shot of a bubble of `color` to `target`. What comes at random with it, new rows and garbage, is left out of the grid and
// counted as height instead.
Option try_shot(Outlook const& before, Target const& target, Color color);

// How good a field is to stand before: few bubbles, not low.
double value_of(Outlook const& outlook);

}  // namespace engawa::games::bubbles
