#include "server/http/png.hpp"

#include <zlib.h>

#include <stdexcept>

#include "base/expect.hpp"

namespace engawa::server {
namespace {

void append_number(std::string& out, std::uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(number >> shift & 255);
}

void append_chunk(std::string& out, std::string const& type, std::string const& data) {
  append_number(out, static_cast<std::uint32_t>(data.size()));
  auto const content = type + data;
  out += content;
  append_number(out, static_cast<std::uint32_t>(
                         crc32(0, reinterpret_cast<Bytef const*>(content.data()), static_cast<uInt>(content.size()))));
}

// Each row as the difference to the row above: most rows of a drawing are equal.
std::string filtered(std::span<std::uint8_t const> rgb, std::size_t row) {
  constexpr char up = 2;
  std::string out;
  out.reserve(rgb.size() + rgb.size() / row);
  for (std::size_t at = 0; at < rgb.size(); ++at) {
    if (at % row == 0) out += up;
    out += static_cast<char>(rgb[at] - (at < row ? 0 : rgb[at - row]));
  }
  return out;
}

std::string deflated(std::string const& text) {
  auto size = compressBound(static_cast<uLong>(text.size()));
  std::string out(size, '\0');
  auto const done = compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<Bytef const*>(text.data()),
                              static_cast<uLong>(text.size()), Z_DEFAULT_COMPRESSION);
  if (done != Z_OK) throw std::runtime_error("a picture cannot be packed");
  out.resize(size);
  return out;
}

}  // namespace

std::string png(std::span<std::uint8_t const> rgb, std::uint32_t width, std::uint32_t height) {
  EXPECT(width > 0 && rgb.size() == std::size_t{3} * width * height, rgb.size(), width, height);
  std::string out("\x89PNG\r\n\x1a\n", 8), head;
  append_number(head, width);
  append_number(head, height);
  head += std::string("\x08\x02\0\0\0", 5);
  append_chunk(out, "IHDR", head);
  append_chunk(out, "IDAT", deflated(filtered(rgb, std::size_t{3} * width)));
  append_chunk(out, "IEND", {});
  return out;
}

}  // namespace engawa::server
