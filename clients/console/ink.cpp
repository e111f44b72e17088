#include "clients/console/ink.hpp"

#include "clients/console/text.hpp"

namespace engawa::cli {
namespace {

constexpr char32_t kFirstMark = 0xFDD2;  // a noncharacter, as in text.hpp; the others follow

enum Poor { black, red, green, yellow, blue, magenta, cyan, white };  // as in ECMA-48

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
    {231, 91},
    {16, 208},  // pieces
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
    {yellow, red},
}};

std::string inked(Ink ink, std::string_view text) {
  if (escape_of(ink).empty()) return std::string(text);
  std::string out;
  append(out, kFirstMark + static_cast<char32_t>(ink));
  out += text;
  append(out, kFirstMark);
  return out;
}

std::optional<Ink> ink_of_mark(char32_t point) {
  if (point < kFirstMark || point >= kFirstMark + kInks) return std::nullopt;
  return static_cast<Ink>(point - kFirstMark);
}

std::string escape_of(Ink ink) {
  auto const [fg, bg] = kRichInks[static_cast<std::size_t>(ink)];
  std::string codes;
  if (fg >= 0) codes += "38;5;" + std::to_string(fg);
  if (bg >= 0) codes += (codes.empty() ? "48;5;" : ";48;5;") + std::to_string(bg);
  return codes.empty() ? codes : "\033[" + codes + "m";
}

}  // namespace engawa::cli
