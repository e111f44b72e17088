#include "clients/cli/ink.hpp"

namespace engawa::cli {
namespace {

enum Poor { black, red, green, yellow, blue, magenta, cyan, white };  // as ECMA-48 numbers them

}  // namespace

std::array<InkPair, kInks> const kRichInks{{
    {-1, -1},
    {223, 237},
    {245, -1},
    {71, -1},
    {203, -1},
    {179, -1},  // texts
    {137, 180},
    {137, 223},
    {22, 151},  // squares
    {231, 16},
    {16, 231},
    {231, 244},
    {16, 39},
    {16, 220},
    {231, 22},
    {231, 161},
    {231, 91},  // pieces
}};

std::array<InkPair, kInks> const kPoorInks{{
    {-1, -1},
    {white, blue},
    {-1, -1},
    {green, -1},
    {red, -1},
    {yellow, -1},
    {-1, -1},
    {-1, -1},
    {-1, -1},
    {white, black},
    {black, white},
    {white, magenta},
    {black, cyan},
    {black, yellow},
    {white, green},
    {white, red},
    {white, blue},
}};

std::string inked(Ink ink, std::string_view text) {
  auto const [fg, bg] = kRichInks[static_cast<std::size_t>(ink)];
  std::string codes;
  if (fg >= 0) codes += "38;5;" + std::to_string(fg);
  if (bg >= 0) codes += (codes.empty() ? "48;5;" : ";48;5;") + std::to_string(bg);
  if (codes.empty()) return std::string(text);
  return "\033[" + codes + "m" + std::string(text) + "\033[0m";
}

}  // namespace engawa::cli
