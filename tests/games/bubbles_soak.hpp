// Random shots on random fields of the bubble shooter, with all laws that must hold after each of them.
#pragma once
#include <cstdint>
#include <string>

namespace engawa::tests {

struct Soak {
  std::uint64_t hash =
      0;  // of every flight, removal and state: the same with every compiler and at every level of optimisation
  long shots = 0;
  long popped = 0;
  long fallen = 0;
  long rows = 0;     // from above
  long garbage = 0;  // bubbles
  long cleared = 0;
  long out = 0;
  std::string fault;  // empty; else the law that a shot broke, and the field: the run stopped there
};

Soak soak_bubbles(long shots, std::uint64_t seed);

}  // namespace engawa::tests
