// bubbles_soak SHOTS SEED: random shots on random fields; prints the first broken law, or the hash of all events.
#include <cstdio>
#include <cstdlib>

#include "base/standard_streams.hpp"
#include "tests/games/bubbles_soak.hpp"

int main(int argc, char** argv) {
  engawa::open_standard_streams();
  if (argc != 3) {
    std::fprintf(stderr, "usage: bubbles_soak SHOTS SEED\n");
    return 2;
  }
  auto const soak = engawa::tests::soak_bubbles(std::atol(argv[1]), std::strtoull(argv[2], nullptr, 10));
  if (!soak.fault.empty()) {
    std::printf("broken after %ld shots: %s\n", soak.shots, soak.fault.c_str());
    return 1;
  }
  std::printf("%ld shots: %ld popped, %ld fell, %ld rows, %ld pieces of garbage, %ld cleared, %ld out; hash %016llx\n",
              soak.shots, soak.popped, soak.fallen, soak.rows, soak.garbage, soak.cleared, soak.out,
              static_cast<unsigned long long>(soak.hash));
  return 0;
}
