#include "games/record/picture.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/expect.hpp"
#include "base/xml_escape.hpp"
#include "games/catalog.hpp"
#include "games/core/seat.hpp"
#include "games/record/svg_board.hpp"

namespace engawa::record {
namespace {

constexpr Box kBoard{48, 40, 520, 480};
constexpr double kLeft = 620, kRight = 1150, kFirstRow = 236, kRow = 62;
constexpr std::size_t kMostRows = 5;
constexpr int kNameWidth = 22, kTitleWidth = 20;  // in half-width characters

constexpr std::string_view kFrame =
    R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630" font-family="'Noto Sans CJK JP','Noto Sans JP','Hiragino Sans',sans-serif">)"
    R"(<path d="M0 0h1200v630H0z" fill="#f3ead7"/><path d="M0 556h1200v74H0z" fill="#b98852"/>)"
    R"(<path d="M0 556h1200v6H0z" fill="#d9b98a"/><path d="M0 594h1200M210 562v32M640 562v32M430 594v36M930 594v36" stroke="#8d6034" stroke-width="2"/>)"
    R"(<text x="1150" y="612" font-size="34" font-weight="700" text-anchor="end" fill="#fff8e8">縁側 Engawa</text>)";

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

// Controls, and characters that turn the text around them. No name of a server has them, but a file may.
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

// As much of the text as is so wide, where East Asian characters are twice as wide as others. REQUIRES: valid UTF-8.
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

void put_text(std::string& svg, double x, double y, double size, std::string_view more, std::string_view text) {
  svg.append("<text x=\"").append(units(x)).append("\" y=\"").append(units(y)).append("\" font-size=\"");
  svg.append(units(size)).append("\"").append(more).append(">").append(xml_escape(text)).append("</text>");
}

games::Text title_of(games::Info const& info, Json const& options) {
  auto const& preset = member_at(options, "preset");
  for (auto const& known : info.presets)
    if (preset.is_string() && preset.get_ref<std::string const&>() == known.id) return known.title;
  return info.title;
}

// A nick, or a bot's name in Japanese and its level.
std::string name_of(games::Info const& info, Json const& seat) {
  auto const& nick = member_at(seat, "nick");
  if (nick.is_string()) return without_controls(nick.get_ref<std::string const&>());
  auto const& bot = member_at(seat, "bot");
  if (!bot.is_string()) return "…";
  auto const& level = member_at(seat, "level");
  auto const suffix = level.is_number_integer() ? " " + std::to_string(level.get<std::int64_t>()) : std::string();
  for (auto const& known : info.bots)
    if (known.id == bot.get_ref<std::string const&>()) return std::string(known.title.ja) + suffix;
  return without_controls(bot.get_ref<std::string const&>()) + suffix;
}

struct Player {
  std::string name;
  char letter = 0;  // of its pieces
  std::string score;
  bool won = false;
};

// By result if there is one, else by seat.
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
    player.name = name_of(info, member_at(seats, order[i]));
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

void put_players(std::string& svg, games::terminal::Board const* board, std::vector<Player> const& players) {
  double y = kFirstRow;
  for (std::size_t i = 0; i < std::min(players.size(), kMostRows); ++i, y += kRow) {
    auto const& player = players[i];
    if (player.won)
      svg.append("<rect x=\"")
          .append(units(kLeft - 16))
          .append("\" y=\"")
          .append(units(y - 42))
          .append(R"(" width="562" height="56" rx="12" fill="#fffaea" stroke="#d9a514" stroke-width="3"/>)");
    bool const disc = board && player.letter != 0;
    if (disc) draw_disc(svg, *board, player.letter, kLeft + 20, y - 13, 20);
    // A name of a script that is written from right to left keeps its order, also that of the marks around its letters.
    put_text(svg, kLeft + (disc ? 56 : 4), y, 34, R"( fill="#2b2419" unicode-bidi="plaintext")",
             clipped(player.name, kNameWidth));
    put_text(svg, kRight, y, 36, R"( font-weight="700" text-anchor="end" fill="#2b2419")", player.score);
  }
}

}  // namespace

std::string picture(Json const& shown) {
  std::string svg(kFrame);
  auto const& game = member_at(shown, "game");
  auto const* const entry = game.is_string() ? games::find_game(game.get_ref<std::string const&>()) : nullptr;
  if (entry) {
    auto const& info = entry->info();
    auto const title = title_of(info, member_at(shown, "options"));
    auto const game_title = std::string(info.title.ja) + " / " + std::string(info.title.en);
    put_text(svg, kLeft, 72, 28, R"( fill="#6b5a42")", clipped(game_title, 2 * kTitleWidth));
    put_text(svg, kLeft, 128, 52, R"( font-weight="700" fill="#2b2419")", clipped(title.ja, kTitleWidth));
    put_text(svg, kLeft, 170, 28, R"( fill="#6b5a42")", clipped(title.en, 2 * kTitleWidth));
    if (!entry->terminal || !draw_board(svg, *entry->terminal, member_at(shown, "view"), kBoard))
      svg.append("<svg x=\"48\" y=\"100\" width=\"540\" height=\"360\">").append(info.picture).append("</svg>");
    put_players(svg, entry->terminal, players_of(info, entry->terminal, shown));
  }
  return svg += "</svg>";
}

Checked<std::string> picture_of_record(std::string_view text) {
  auto replay = Replay::open(text);
  if (!replay) return replay.error();
  Replay::Step step;
  for (auto more = replay->next(step); !more || *more; more = replay->next(step))
    if (!more) return more.error();
  Json shown{{"game", replay->header().game},
             {"options", Json::parse(replay->header().options)},
             {"seats", Json::object()},
             {"view", replay->match().view()},
             {"result", Json::parse(replay->ending().result)}};
  for (std::size_t i = 0; i < replay->header().seats.size(); ++i)
    shown["seats"][games::seat_name(static_cast<games::Seat>(i))] = Json::parse(replay->header().seats[i]);
  return picture(shown);
}

}  // namespace engawa::record
