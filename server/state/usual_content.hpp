// The content of a request in the form that clients usually send: the journal stores only other contents. Pure
// functions; any thread.
#pragma once
#include <cstdint>

#include "server/state/input.hpp"

namespace engawa::server {

// The content of the request that made this input in a room at `ply` (before it); 0: an input of the room itself, or a
// kind whose content is always stored. A move in the input has its stored form.
std::uint32_t usual_content(Input const& input, std::uint32_t ply);

}  // namespace engawa::server
