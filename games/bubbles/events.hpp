// The results of a shot as events (wire.md).
#pragma once
#include <string>

#include "games/bubbles/rules.hpp"

namespace engawa::games::bubbles {

enum class Trigger { kPlayer, kHurry };

// Appends the events of the shot that `seat` makes with `angle` in `before`. `number`: the number of the shot.
void write_shot_events(Shot const& shot, Seat seat, int number, Trigger trigger, Grid const& before, std::string& out);

// The path of a shot as an array: [[x,y,ms],...].
void write_path(int angle, Landing const& landing, std::string& out);

}  // namespace engawa::games::bubbles
