#include "games/record/preview.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "games/catalog.hpp"
#include "games/core/seat.hpp"
#include "games/record/draw_board.hpp"

namespace engawa::record {
namespace {

constexpr Box kPreviewBoard{70, 42, 620, 480};
constexpr double kCushions = 800, kAlone = 900, kFirst = 70, kMiddle = 280, kMostApart = 104, kSide = 84;
constexpr std::size_t kMostCushions = 8;
// For players whose pieces have no own colour.
constexpr std::array<std::string_view, 5> kPlayers{"#d23c62", "#37b8f3", "#f7c93b", "#1c7a43", "#8a5cc8"};

void draw_veranda(Drawing& out) {
  out.push_back(Rectangle{{0, 0, 1200, 630}, 0, "#f3ead7"});
  out.push_back(Rectangle{{0, 556, 1200, 74}, 0, "#b98852"});
  out.push_back(Rectangle{{0, 556, 1200, 6}, 0, "#d9b98a"});
  out.push_back(Line{0, 594, 1200, 594, "#8d6034", 2});
  for (double const seam : {210, 640, 1010}) out.push_back(Line{seam, 563, seam, 593, "#8d6034", 2});
  for (double const seam : {430, 930}) out.push_back(Line{seam, 595, seam, 630, "#8d6034", 2});
}

// As in the web client's icon.
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

struct Place {
  std::string seat, score;
  bool won = false;
};

// In the order of the result if there is one, otherwise by seat.
std::vector<Place> places_of(Json const& shown) {
  std::vector<Place> places;
  auto const& winner = member_at(shown, "result/winner");
  for (auto const& place : member_at(shown, "result/ranking")) {
    auto const &seat = member_at(place, "seat"), &score = member_at(place, "score");
    if (seat.is_string())
      places.push_back({seat.get<std::string>(), score.is_number_integer() ? score.dump() : "", winner == seat});
  }
  if (places.empty())
    for (std::size_t i = 0; i < member_at(shown, "seats").size(); ++i)
      places.push_back({games::seat_name(static_cast<games::Seat>(i)), {}, false});
  if (places.size() > kMostCushions) places.resize(kMostCushions);
  return places;
}

bool is_taken(Json const& seat) {
  auto const kind = seat.is_object() ? text_at(seat, "kind") : std::nullopt;
  return kind && *kind != "open" && *kind != "closed";
}

void draw_disc_of(Drawing& out, games::terminal::Board const& board, Json const& view, std::string const& seat,
                  double x, double y) {
  auto const& letter = member_at(view, board.color, seat);
  if (!board.color.empty() && letter.is_string() && letter.get_ref<std::string const&>().size() == 1)
    return draw_disc(out, board, letter.get_ref<std::string const&>()[0], x, y, kSide * 0.34);
  auto const number = seat.size() == 2 ? static_cast<std::size_t>(seat[1] - '0') : 0;
  out.push_back(Circle{x, y, kSide * 0.34, kPlayers[number % kPlayers.size()]});
}

void draw_places(Drawing& out, games::terminal::Board const& board, Json const& view, Json const& shown) {
  auto const places = places_of(shown);
  if (places.empty()) return;
  auto const count = static_cast<double>(places.size());
  double const apart = std::min(kMostApart, 2 * (kMiddle - kFirst) / std::max(1.0, count - 1));
  double const scale = std::min(1.0, apart / (kSide + 8));
  // Next to the scores, or in the middle of the free space.
  bool const scored =
      std::any_of(places.begin(), places.end(), [](Place const& place) { return !place.score.empty(); });
  double const x = scored ? kCushions : kAlone;
  double y = kMiddle - apart * (count - 1) / 2;
  for (auto const& place : places) {
    double const side = kSide * scale;
    if (place.won) out.push_back(Rectangle{{x - 60, y - side * 0.6, 340, side * 1.2}, 16, "#fffaea", "#d9a514", 4});
    out.push_back(Rectangle{{x - side / 2, y - side / 2, side, side}, side * 0.2, "#c3553f", "#8f3a2b", 3});
    if (is_taken(member_at(member_at(shown, "seats"), place.seat))) draw_disc_of(out, board, view, place.seat, x, y);
    out.push_back(Words{.x = x + 240,
                        .y = y + 20,
                        .size = 56,
                        .text = place.score,
                        .fill = kInk,
                        .anchor = Words::Anchor::end,
                        .bold = true});
    y += apart;
  }
}

Json opening_of(games::GameEntry const& game, Json const& options) {
  auto const normal = game.normalise(options.is_object() ? options : Json::object());
  if (!normal) return {};
  auto const match = game.start(*normal, games::Seed(1));
  return match ? (*match)->view() : Json();
}

}  // namespace

std::optional<Drawing> preview(Json const& shown) {
  auto const& game = member_at(shown, "game");
  auto const* const entry = game.is_string() ? games::find_game(game.get_ref<std::string const&>()) : nullptr;
  if (!entry || !entry->terminal) return std::nullopt;
  auto const& now = member_at(shown, "view");
  auto const view = now.is_object() ? now : opening_of(*entry, member_at(shown, "options"));
  Drawing out;
  draw_veranda(out);
  if (!draw_board(out, *entry->terminal, view, kPreviewBoard)) return std::nullopt;
  draw_places(out, *entry->terminal, view, shown);
  draw_mark(out);
  return out;
}

}  // namespace engawa::record
