#include "games/record/names.hpp"

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/expect.hpp"
#include "games/record/draw_board.hpp"

namespace engawa::record {
namespace {

// The code point at the start of the text and its length in bytes. REQUIRES: valid UTF-8.
std::pair<char32_t, std::size_t> first_point(std::string_view text) {
  EXPECT(!text.empty());
  auto const byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  std::size_t const bytes = byte(0) < 0x80 ? 1 : byte(0) < 0xe0 ? 2 : byte(0) < 0xf0 ? 3 : 4;
  EXPECT(bytes <= text.size(), bytes, text.size());
  char32_t point = bytes == 1 ? byte(0) : byte(0) & (0x7fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) point = (point << 6) | (byte(i) & 0x3fu);
  return {point, bytes};
}

// Controls, and characters that change the direction of text. No server allows them in names, but a file may contain
// them.
bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x61c || c == 0x200e || c == 0x200f ||
         (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

std::string without_controls(std::string_view text) {
  std::string kept;
  while (!text.empty()) {
    auto const [point, bytes] = first_point(text);
    if (!is_control(point)) kept += text.substr(0, bytes);
    text.remove_prefix(bytes);
  }
  return kept;
}

Name in_both(std::string const& name) { return {name, name}; }

}  // namespace

std::string clipped(std::string_view text, int width) {
  int used = 0;
  for (std::size_t at = 0; at < text.size();) {
    auto const bytes = first_point(text.substr(at)).second;
    used += bytes > 2 ? 2 : 1;
    if (used > width) return std::string(text.substr(0, at)) + "…";
    at += bytes;
  }
  return std::string(text);
}

games::Text title_of(games::Info const& info, Json const& options) {
  auto const& preset = member_at(options, "preset");
  for (auto const& known : info.presets)
    if (preset.is_string() && preset.get_ref<std::string const&>() == known.id) return known.title;
  return info.title;
}

Name name_of(games::Info const& info, Json const& seat) {
  auto const& nick = member_at(seat, "nick");
  if (nick.is_string()) return in_both(without_controls(nick.get_ref<std::string const&>()));
  auto const& bot = member_at(seat, "bot");
  if (!bot.is_string()) return in_both("…");
  auto const& level = member_at(seat, "level");
  auto const suffix = level.is_number_integer() ? " " + std::to_string(level.get<std::int64_t>()) : std::string();
  for (auto const& known : info.bots)
    if (known.id == bot.get_ref<std::string const&>())
      return {std::string(known.title.en) + suffix, std::string(known.title.ja) + suffix};
  return in_both(without_controls(bot.get_ref<std::string const&>()) + suffix);
}

}  // namespace engawa::record
