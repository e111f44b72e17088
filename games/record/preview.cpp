#include "games/record/preview.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "games/catalog.hpp"
#include "games/core/seat.hpp"
#include "games/record/draw_board.hpp"
#include "games/record/link_frame.hpp"

namespace engawa::record {
namespace {

constexpr double kCushions = 800, kAlone = 900, kFirst = 70, kMiddle = 280, kMostApart = 104, kSide = 84;
constexpr std::size_t kMostCushions = 8;
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
    if (is_taken(member_at(member_at(shown, "seats"), place.seat)))
      draw_player(out, board, view, place.seat, {x, y, kSide * 0.34});
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
