#include "games/reversi/two/near.hpp"

#include <algorithm>

#include "games/reversi/two/near_wide.hpp"

#define ENGAWA_NEAR portable
#define ENGAWA_NEAR_FOR gnu::hot

namespace engawa::games::reversi::duel::portable {

constexpr Bits moves_of(Board const& board, Bits empty) { return legal_moves(board, empty); }
constexpr Bits turned_by(Board const& board, Bits at) { return flips_of(board, at); }

}  // namespace engawa::games::reversi::duel::portable

#include "games/reversi/two/near_core.hpp"

namespace engawa::games::reversi::duel {

Near const& portable_near() { return portable::kNear; }

Near const& near() {
  static Near const& chosen = wide_near() != nullptr ? *wide_near() : portable::kNear;
  return chosen;
}

}  // namespace engawa::games::reversi::duel
