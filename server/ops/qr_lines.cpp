#include "server/ops/qr_lines.hpp"

#include <qrencode.h>

#include <memory>

#include "base/expect.hpp"

namespace engawa::server {
namespace {

constexpr int kMargin = 4;  // modules

bool is_dark(QRcode const& code, int row, int column) {
  EXPECT(code.data != nullptr);
  if (row < 0 || column < 0 || row >= code.width || column >= code.width) return false;
  return (code.data[row * code.width + column] & 1) != 0;
}

}  // namespace

std::string qr_lines(std::string const& text) {
  std::unique_ptr<QRcode, void (*)(QRcode*)> const code(QRcode_encodeString8bit(text.c_str(), 0, QR_ECLEVEL_M),
                                                        QRcode_free);
  if (!code) return {};
  std::string out;
  for (int row = -kMargin; row < code->width + kMargin; row += 2) {
    out += "\033[30;107m";  // black on bright white
    for (int column = -kMargin; column < code->width + kMargin; ++column) {
      bool const upper = is_dark(*code, row, column), lower = is_dark(*code, row + 1, column);
      out += upper && lower ? "█" : upper ? "▀" : lower ? "▄" : " ";
    }
    out += "\033[0m\n";
  }
  return out;
}

}  // namespace engawa::server
