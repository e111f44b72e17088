#include "server/store/postgres/pool_check.hpp"

namespace engawa::server::postgres {
namespace {

constexpr char const* kBackend = "SELECT pg_backend_pid()";

}  // namespace

// While our connection exists, another one can get its session only from a pool that lends it out between two
// transactions.
void require_own_session(Connection& connection, std::string const& url, std::chrono::milliseconds within) {
  auto const ours = connection.ask(kBackend).number(0, 0);
  if (ours == connection.backend()) return;  // a direct connection: no program in between answers for the server
  std::int64_t theirs = 0;
  try {
    Connection other(url, within);
    theirs = other.ask(kBackend).number(0, 0);
  } catch (Pooled const&) {
    throw;
  } catch (StoreFault const&) {  // a pool with one session, or a server without a free connection: nothing is known
    return;
  }
  if (ours == theirs) throw Pooled();
}

}  // namespace engawa::server::postgres
