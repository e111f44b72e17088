// The pauses before a client reconnects. They grow and are random, so that clients do not all arrive at once. While the
// server may only be restarting they stay short: a waiting client is back within 3 s of its start.
#pragma once
#include <random>

#include "clients/cli/text/exit_code.hpp"
#include "clients/console/loop.hpp"

namespace engawa::cli {

// The pause before attempt `tries` since the last welcome, from 0. `kind`: the reaction to the close code.
Millis pause_before(Comeback kind, int tries, std::mt19937& random);

// Refusals that mean "later": those with `retry` in protocol/errors.json. The server does not remember them as answers,
// so the same request may be sent again with the same id.
bool is_temporary(std::string_view code);

}  // namespace engawa::cli
