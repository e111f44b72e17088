#include "clients/cli/backoff.hpp"

#include <algorithm>

namespace engawa::cli {

Millis pause_before(Comeback kind, int tries, std::mt19937& random) {
  constexpr int hasty = 20;  // some 40 s
  auto const some = [&random](int most) { return Millis(random() % static_cast<unsigned>(most)); };
  if (tries == 0 && kind == Comeback::Soon) return some(3000);
  int const ceiling = tries > hasty ? 15000 : std::min(2500, 250 << std::min(tries, 4));
  return Millis(ceiling / 2) + some(ceiling / 2);
}

bool is_passing(std::string_view code) {
  return code == "rate_limited" || code == "limit_reached" || code == "busy" || code == "draining" || code == "moved" ||
         code == "too_soon" || code == "internal";
}

}  // namespace engawa::cli
