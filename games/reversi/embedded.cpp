#include "games/reversi/embedded.hpp"

#include <cstddef>

// The assembler includes the files; the build provides their folder.
asm(R"(
  .pushsection .rodata
  .balign 16
engawa_weights_five:
  .incbin ")" ENGAWA_WEIGHTS_FOLDER R"(/five.weights"
engawa_weights_five_end:
engawa_weights_seed:
  .incbin ")" ENGAWA_WEIGHTS_FOLDER R"(/seed.weights"
engawa_weights_seed_end:
engawa_weights_classic:
  .incbin ")" ENGAWA_WEIGHTS_FOLDER R"(/classic.weights"
engawa_weights_classic_end:
engawa_weights_octagon:
  .incbin ")" ENGAWA_WEIGHTS_FOLDER R"(/octagon.weights"
engawa_weights_octagon_end:
  .popsection
)");

extern "C" {
extern char const engawa_weights_five[], engawa_weights_five_end[];
extern char const engawa_weights_seed[], engawa_weights_seed_end[];
extern char const engawa_weights_classic[], engawa_weights_classic_end[];
extern char const engawa_weights_octagon[], engawa_weights_octagon_end[];
}

namespace engawa::games::reversi {

std::string_view embedded_five() {
  return {engawa_weights_five, static_cast<std::size_t>(engawa_weights_five_end - engawa_weights_five)};
}

std::string_view embedded_seed() {
  return {engawa_weights_seed, static_cast<std::size_t>(engawa_weights_seed_end - engawa_weights_seed)};
}

std::string_view embedded_classic() {
  return {engawa_weights_classic, static_cast<std::size_t>(engawa_weights_classic_end - engawa_weights_classic)};
}

std::string_view embedded_octagon() {
  return {engawa_weights_octagon, static_cast<std::size_t>(engawa_weights_octagon_end - engawa_weights_octagon)};
}

}  // namespace engawa::games::reversi
