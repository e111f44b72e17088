#include "base/expect.hpp"

#if defined(ENGAWA_CONTRACTS)
#include <cstdio>
#include <cstdlib>

namespace engawa::contracts {

void fail(char const* file, int line, char const* condition, char const* names, std::string const& values) {
  auto text = std::string(file) + ':' + std::to_string(line) + ": EXPECT(" + condition + ") does not hold";
  if (!values.empty()) text.append(": ").append(names).append(" = ").append(values);
  text += '\n';
  std::fputs(text.c_str(), stderr);
  std::abort();
}

}  // namespace engawa::contracts
#endif
