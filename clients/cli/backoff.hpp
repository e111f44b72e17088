// How a client comes back after a drop: with pauses that grow and differ from client to client, so that a restarted server is not
// run over, and that stay short while it may only be restarting: who waits for it is back within 3 s of its being up.
#pragma once
#include <random>

#include "clients/cli/exit_code.hpp"
#include "clients/cli/loop.hpp"

namespace engawa::cli {

// The pause before try number `tries` since the last welcome, from 0. `kind`: what the close asked for.
Millis pause_before(Comeback kind, int tries, std::mt19937& random);

// Refusals that mean "later": protocol/errors.json has them with `retry`. The server does not remember them as answers, so that the
// same request may come again under the same id.
bool is_passing(std::string_view code);

}  // namespace engawa::cli
