// near() for processors with AVX2. Any thread.
#pragma once
#include "games/reversi/two/near.hpp"

namespace engawa::games::reversi::duel {

// nullptr: this processor has no AVX2.
Near const* wide_near();

}  // namespace engawa::games::reversi::duel
