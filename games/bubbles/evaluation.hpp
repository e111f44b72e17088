// A bot's evaluation of shots and fields, in bubbles (docs/reference/bots.md). It uses only what every player sees. Any
// thread.
#pragma once
#include "games/bubbles/rules.hpp"
#include "games/bubbles/sweep.hpp"

namespace engawa::games::bubbles {

// A field as its player sees it, a few shots ahead.
struct Outlook {
  Grid grid;
  int queue = 0;    // garbage in the queue
  int drop_in = 0;  // shots until a new row
  Attack attack = Attack::kClassic;
  bool puzzle = false;
  double attack_worth = 0;  // of one bubble sent
};

// A shot at one target and its result. `gain` is the immediate gain, `value` includes the remaining field.
struct Option {
  Target target;
  Outlook after;
  double gain = 0;
  double value = 0;
};

Outlook outlook_of(Bubbles::State const& state, Seat seat);

// The shot of a bubble of `color` at `target`. Random additions, new rows and garbage, are not put into the grid but
// counted as height.
Option try_shot(Outlook const& before, Target const& target, Color color);

// The value of a field: few bubbles and not low are better.
double value_of(Outlook const& outlook);

}  // namespace engawa::games::bubbles
