// Cleaning of what people type: nicks and chat lines.
#include <cstdint>

#include "protocol/messages.hpp"

namespace engawa::protocol {
namespace {

// One code point off the front of `text`. REQUIRES: valid UTF-8 (the JSON reader has refused anything else).
std::uint32_t take_code_point(std::string_view& text, std::string_view& bytes) {
  auto const lead = static_cast<unsigned char>(text[0]);
  std::size_t const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  std::uint32_t point = length == 1 ? lead : lead & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) point = point << 6 | (static_cast<unsigned char>(text[i]) & 0x3fu);
  bytes = text.substr(0, length);
  text.remove_prefix(length);
  return point;
}

bool is_space(std::uint32_t c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == 0xa0 || c == 0x3000; }

// Controls (Cc) and the format characters (Cf) that can hide or turn text around. U+200D stays: emoji are joined with it.
bool is_invisible(std::uint32_t c) {
  return c < 0x20 || (c >= 0x7f && c <= 0x9f) || c == 0xad || c == 0x061c || c == 0x180e ||
         (c >= 0x200b && c <= 0x200f && c != 0x200d) || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) ||
         c == 0xfeff || (c >= 0xfff9 && c <= 0xfffb) || (c >= 0xe0000 && c <= 0xe007f);
}

Result<std::string> clean(std::string_view text, std::size_t max_points, std::size_t max_bytes,
                          std::string const& what) {
  std::string kept;
  std::size_t points = 0;
  bool gap = false;
  bool visible = false;
  while (!text.empty()) {
    std::string_view bytes;
    auto const point = take_code_point(text, bytes);
    if (is_space(point)) {
      gap = !kept.empty();
    } else if (!is_invisible(point)) {
      if (gap) kept += ' ', ++points;
      gap = false;
      visible = visible || point != 0x200d;
      kept += bytes;
      ++points;
    }
  }
  if (!visible || points > max_points || kept.size() > max_bytes)
    return refuse("bad_message", what + " must have 1 to " + std::to_string(max_points) + " visible characters");
  return kept;
}

}  // namespace

Result<std::string> clean_nick(std::string_view text) { return clean(text, 16, 64, "nick"); }
Result<std::string> clean_chat(std::string_view text) { return clean(text, 200, 800, "text"); }

}  // namespace engawa::protocol
