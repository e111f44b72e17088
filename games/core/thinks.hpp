// Whether this build of the games includes bots.
#pragma once

namespace engawa::games {

// False in the web client's modules (clients/web/rules), which contain only the rules: no bots, no hints, no solvers,
// no tables.
#ifdef ENGAWA_RULES_ONLY
inline constexpr bool kThinks = false;
#else
inline constexpr bool kThinks = true;
#endif

}  // namespace engawa::games
