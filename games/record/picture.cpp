#include "games/record/picture.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "games/catalog.hpp"
#include "games/core/seat.hpp"
#include "games/record/draw_board.hpp"
#include "games/record/end_of_record.hpp"
#include "games/record/names.hpp"

namespace engawa::record {
namespace {

constexpr Box kPictureBoard{48, 40, 520, 480};
constexpr double kLeft = 620, kRight = 1150, kFirstRow = 236, kRow = 62;
constexpr std::size_t kMostRows = 5;
constexpr std::string_view kPale = "#6b5a42";
constexpr int kNameWidth = 22, kTitleWidth = 20;  // in half-width characters

constexpr std::string_view kFrame =
    R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630" font-family="'Noto Sans CJK JP','Noto Sans JP','Hiragino Sans',sans-serif">)"
    R"(<path d="M0 0h1200v630H0z" fill="#f3ead7"/><path d="M0 556h1200v74H0z" fill="#b98852"/>)"
    R"(<path d="M0 556h1200v6H0z" fill="#d9b98a"/><path d="M0 594h1200M210 562v32M640 562v32M430 594v36M930 594v36" stroke="#8d6034" stroke-width="2"/>)"
    R"(<text x="1150" y="612" font-size="34" font-weight="700" text-anchor="end" fill="#fff8e8">縁側 Engawa</text>)";

struct Player {
  std::string name;
  char letter = 0;  // colour of its pieces
  std::string score;
  bool won = false;
};

// In the order of the result if there is one, otherwise by seat.
std::vector<Player> players_of(games::Info const& info, games::terminal::Board const* board, Json const& shown) {
  std::vector<std::string> order;
  auto const& ranking = member_at(shown, "result/ranking");
  for (auto const& place : ranking)
    if (auto const& seat = member_at(place, "seat"); seat.is_string()) order.push_back(seat.get<std::string>());
  auto const& seats = member_at(shown, "seats");
  if (order.empty())
    for (std::size_t i = 0; i < seats.size(); ++i) order.push_back(games::seat_name(static_cast<games::Seat>(i)));
  std::vector<Player> players;
  for (std::size_t i = 0; i < order.size(); ++i) {
    Player player;
    player.name = name_of(info, member_at(seats, order[i])).ja;
    auto const& view = member_at(shown, "view");
    auto const& letter = board ? member_at(view, board->color, order[i]) : Json();
    if (letter.is_string() && letter.get_ref<std::string const&>().size() == 1)
      player.letter = letter.get_ref<std::string const&>()[0];
    if (i < ranking.size())
      if (auto const& score = member_at(ranking[i], "score"); score.is_number_integer()) player.score = score.dump();
    player.won = member_at(shown, "result/winner") == order[i];
    players.push_back(std::move(player));
  }
  return players;
}

void draw_players(Drawing& out, games::terminal::Board const* board, std::vector<Player> const& players) {
  double y = kFirstRow;
  for (std::size_t i = 0; i < std::min(players.size(), kMostRows); ++i, y += kRow) {
    auto const& player = players[i];
    if (player.won) out.push_back(Rectangle{{kLeft - 16, y - 42, 562, 56}, 12, "#fffaea", "#d9a514", 3});
    bool const disc = board && player.letter != 0;
    if (disc) draw_disc(out, *board, player.letter, kLeft + 20, y - 13, 20);
    out.push_back(Words{.x = kLeft + (disc ? 56 : 4),
                        .y = y,
                        .size = 34,
                        .text = clipped(player.name, kNameWidth),
                        .fill = kInk,
                        .own_direction = true});
    out.push_back(Words{kRight, y, 36, player.score, kInk, Words::Anchor::end, true});
  }
}

void draw_titles(Drawing& out, games::Info const& info, Json const& options) {
  auto const title = title_of(info, options);
  auto const game_title = std::string(info.title.ja) + " / " + std::string(info.title.en);
  out.push_back(Words{kLeft, 72, 28, clipped(game_title, 2 * kTitleWidth), kPale});
  out.push_back(
      Words{.x = kLeft, .y = 128, .size = 52, .text = clipped(title.ja, kTitleWidth), .fill = kInk, .bold = true});
  out.push_back(Words{kLeft, 170, 28, clipped(title.en, 2 * kTitleWidth), kPale});
}

}  // namespace

std::string picture(Json const& shown) {
  Drawing out;
  auto const& game = member_at(shown, "game");
  auto const* const entry = game.is_string() ? games::find_game(game.get_ref<std::string const&>()) : nullptr;
  if (entry) {
    auto const& info = entry->info();
    draw_titles(out, info, member_at(shown, "options"));
    if (!entry->terminal || !draw_board(out, *entry->terminal, member_at(shown, "view"), kPictureBoard))
      out.push_back(Inset{{48, 100, 540, 360}, info.picture});
    draw_players(out, entry->terminal, players_of(info, entry->terminal, shown));
  }
  return std::string(kFrame) + to_svg(out) + "</svg>";
}

Checked<std::string> picture_of_record(std::string_view text) {
  auto const shown = end_of_record(text);
  if (!shown) return shown.error();
  return picture(*shown);
}

}  // namespace engawa::record
