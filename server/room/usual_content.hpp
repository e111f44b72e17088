// The content of a request as clients usually write it: the journal stores the content only of the others.
// Pure functions; any thread.
#pragma once
#include <cstdint>

#include "server/room/input.hpp"

namespace engawa::server {

// Of the request that made this input in a room at `ply` (before it); 0: of the room itself, or of a kind whose content is
// always stored. A move in the input has its stored form.
std::uint32_t usual_content(Input const& input, std::uint32_t ply);

}  // namespace engawa::server
