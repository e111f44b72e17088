// Many random games, and the last two plies of perft, with AVX-512: eight boards side by side (lanes.hpp). Pure
// functions, any thread.
#pragma once
#include "games/reversi/playout.hpp"

namespace engawa::games::reversi {

// Whether this processor supports it and the board fits (three doublings).
bool has_wide(Setup<std::uint64_t> const& setup);

// play_to_end() with the same games. REQUIRES: has_wide(setup), and the requirements of play_to_end.
void play_out_wide(Setup<std::uint64_t> const& setup, Playing playing,
                   std::span<Position<std::uint64_t> const* const> starts, Rng& rng, std::span<Discs> finals);

// Number of sequences of two plies. REQUIRES: has_wide(setup); the game is not over.
std::uint64_t perft_two_wide(Setup<std::uint64_t> const& setup, Position<std::uint64_t> const& position);

}  // namespace engawa::games::reversi
