#include "clients/cli/net/backoff.hpp"

#include <algorithm>

namespace engawa::cli {

Millis pause_before(Comeback kind, int tries, std::mt19937& random) {
  constexpr int kQuickTries = 20;  // about 40 s
  auto const random_below = [&random](int limit) { return Millis(random() % static_cast<unsigned>(limit)); };
  if (tries == 0 && kind == Comeback::Soon) return random_below(3000);
  int const longest = tries > kQuickTries ? 15000 : std::min(2500, 250 << std::min(tries, 4));
  return Millis(longest / 2) + random_below(longest / 2);
}

bool is_temporary(std::string_view code) {
  return code == "rate_limited" || code == "storage_limit" || code == "limit_reached" || code == "busy" ||
         code == "draining" || code == "moved" || code == "too_soon" || code == "internal";
}

}  // namespace engawa::cli
