#include "games/reversi/weights/embedded.hpp"

#include <cstddef>

// The assembler includes a file; the build system provides its folder.
#define ENGAWA_EMBED(name, file)                                                                                   \
  asm(".pushsection .rodata\n"                                                                                     \
      ".balign 16\n"                                                                                               \
      "engawa_weights_" #name ": .incbin \"" ENGAWA_WEIGHTS_FOLDER "/" file                                        \
      "\"\n"                                                                                                       \
      "engawa_weights_" #name                                                                                      \
      "_end:\n"                                                                                                    \
      ".popsection\n");                                                                                            \
  extern "C" char const engawa_weights_##name[], engawa_weights_##name##_end[];                                    \
  namespace engawa::games::reversi {                                                                               \
  std::string_view embedded_##name() {                                                                             \
    return {engawa_weights_##name, static_cast<std::size_t>(engawa_weights_##name##_end - engawa_weights_##name)}; \
  }                                                                                                                \
  }

ENGAWA_EMBED(five, "five.weights")
ENGAWA_EMBED(seed, "seed.weights")
ENGAWA_EMBED(diamond, "diamond.weights")
ENGAWA_EMBED(octagon_three, "octagon-three.weights")
ENGAWA_EMBED(octagon_wild, "octagon-wild.weights")
ENGAWA_EMBED(classic, "classic.weights")
ENGAWA_EMBED(octagon, "octagon.weights")
