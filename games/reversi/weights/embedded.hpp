// The weights files that are part of the program: games/reversi/weights/*.weights, written by `engawa-lab train`.
#pragma once
#include <string_view>

namespace engawa::games::reversi {

std::string_view embedded_five();
std::string_view embedded_seed();
std::string_view embedded_diamond();
std::string_view embedded_octagon_three();
std::string_view embedded_octagon_wild();
std::string_view embedded_classic();
std::string_view embedded_octagon();

}  // namespace engawa::games::reversi
