// Any bytes as a line of the journal, which may be damaged on disk: reading never crashes, and its results can be
// written and read again.
#include <cstdint>

#include "server/state/input.hpp"
#include "tests/fuzz/check.hpp"

namespace {

using namespace engawa;
using namespace engawa::fuzz;
using namespace engawa::server;

void check_input(Input const& input) {
  auto const line = write_input(input);
  auto const again = read_input(line);
  check(again.has_value() && write_input(*again) == line, "an input is read back as it was", line);
}

void check_setup(RoomSetup const& setup) {
  auto const line = write_setup(setup);
  auto const again = read_setup(line);
  check(again.has_value() && write_setup(*again) == line, "a set-up is read back as it was", line);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string_view const line(reinterpret_cast<char const*>(data), size);
  if (auto const input = read_input(line)) check_input(*input);
  if (auto const setup = read_setup(line)) check_setup(*setup);
  return 0;
}
