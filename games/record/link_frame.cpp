#include "games/record/link_frame.hpp"

#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "games/record/draw_board.hpp"

namespace engawa::record {
namespace {

// For players whose pieces have no own colour.
constexpr std::array<std::string_view, 5> kPlayers{"#d23c62", "#37b8f3", "#f7c93b", "#1c7a43", "#8a5cc8"};

}  // namespace

void draw_veranda(Drawing& out) {
  out.push_back(Rectangle{{0, 0, 1200, 630}, 0, "#f3ead7"});
  out.push_back(Rectangle{{0, 556, 1200, 74}, 0, "#b98852"});
  out.push_back(Rectangle{{0, 556, 1200, 6}, 0, "#d9b98a"});
  out.push_back(Line{0, 594, 1200, 594, "#8d6034", 2});
  for (double const seam : {210, 640, 1010}) out.push_back(Line{seam, 563, seam, 593, "#8d6034", 2});
  for (double const seam : {430, 930}) out.push_back(Line{seam, 595, seam, 630, "#8d6034", 2});
}

void draw_mark(Drawing& out) {
  double const x = 1080, y = 524, unit = 2.75;
  out.push_back(Rectangle{{x, y, 32 * unit, 32 * unit}, 8 * unit, "#7a4b26", "#fff8e8", 4});
  out.push_back(Line{x + 3, y + 21 * unit, x + 32 * unit - 3, y + 21 * unit, "#5d3618", 3});
  out.push_back(Line{x + 4, y + 26 * unit, x + 32 * unit - 4, y + 26 * unit, "#5d3618", 3});
  out.push_back(Circle{x + 12.5 * unit, y + 14 * unit, 8 * unit, "#ffffff"});
  out.push_back(Circle{x + 12.5 * unit, y + 14 * unit, 7.2 * unit, "#020202"});
  out.push_back(Circle{x + 20.5 * unit, y + 18 * unit, 7.8 * unit, "#1b1b1b"});
  out.push_back(Circle{x + 20.5 * unit, y + 18 * unit, 6.8 * unit, "#fefefe"});
}

void draw_player(Drawing& out, games::terminal::Board const& board, Json const& view, std::string const& seat,
                 Round const& place) {
  auto const& [x, y, radius] = place;
  auto const& letter = member_at(view, board.color, seat);
  if (!board.color.empty() && letter.is_string() && letter.get_ref<std::string const&>().size() == 1)
    return draw_disc(out, board, letter.get_ref<std::string const&>()[0], x, y, radius);
  auto const number = seat.size() == 2 ? static_cast<std::size_t>(seat[1] - '0') : 0;
  out.push_back(Circle{x, y, radius, kPlayers[number % kPlayers.size()]});
}

}  // namespace engawa::record
