// When a client reconnects after a drop. The pauses grow and are random, so that clients do not all arrive at once, and
// they stay short while the server may only be restarting: a waiting client is back within 3 s of its start.
#pragma once
#include <random>

#include "clients/cli/text/exit_code.hpp"
#include "clients/console/loop.hpp"

namespace engawa::cli {

// The pause before try number `tries` since the last welcome, from 0. `kind`: what the close asked for.
Millis pause_before(Comeback kind, int tries, std::mt19937& random);

// Refusals that mean "later": protocol/errors.json has them with `retry`. The server does not keep them as answers, so
// the same request may be sent again with the same id.
bool is_temporary(std::string_view code);

}  // namespace engawa::cli
