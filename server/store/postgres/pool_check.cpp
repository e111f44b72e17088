#include "server/store/postgres/pool_check.hpp"

namespace engawa::server::postgres {
namespace {

constexpr char const* kBackend = "SELECT pg_backend_pid()";

}  // namespace

// While the one connection lives, another one has its session only if a pool lends it out between two transactions.
void require_own_session(Connection& connection, std::string const& url, std::chrono::milliseconds within) {
  auto const ours = connection.ask(kBackend).number(0, 0);
  if (ours == connection.backend()) return;  // nobody is between who answers in its place
  std::int64_t theirs = 0;
  try {
    Connection other(url, within);
    theirs = other.ask(kBackend).number(0, 0);
  } catch (Pooled const&) {
    throw;
  } catch (StoreFault const&) {  // a pool of one, or a server without a place: nothing is known
    return;
  }
  if (ours == theirs) throw Pooled();
}

}  // namespace engawa::server::postgres
