#include "games/bubbles/sine_table.hpp"

namespace engawa::games::bubbles {

constinit std::array<std::int32_t, 9001> const kSine = {
#include "games/bubbles/sine_table.inc"
};

}  // namespace engawa::games::bubbles
