#include "games/bubbles/bots.hpp"

#include "games/bots/random.hpp"

namespace engawa::games::bubbles {

Move BubblesBots::choose(Bubbles::State const& state, Seat seat, std::string_view, int, Thinking& thinking) {
  return bots::random_move<Bubbles>(state, seat, thinking.rng);
}

}  // namespace engawa::games::bubbles
