// Whether this build of the games has anything that thinks.
#pragma once

namespace engawa::games {

// False in the page's modules (clients/web/rules), which have the rules alone: no bots, no hints, no solvers, no tables.
#ifdef ENGAWA_RULES_ONLY
inline constexpr bool kThinks = false;
#else
inline constexpr bool kThinks = true;
#endif

}  // namespace engawa::games
