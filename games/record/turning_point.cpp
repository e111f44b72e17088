#include "games/record/turning_point.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "games/catalog.hpp"
#include "games/record/draw_board.hpp"
#include "games/record/link_frame.hpp"
#include "games/record/replay.hpp"

namespace engawa::record {
namespace {

using games::terminal::Board;

constexpr std::string_view kPlayed = "#c2461b", kBetter = "#1c7a43", kPaper = "#fffaea", kPaleBar = "#d9cba8";
constexpr double kDiscs = 790, kBars = 850, kBarWidth = 220, kNumbers = 1150, kPlayersMiddle = 270, kPlayersApart = 96;
constexpr std::size_t kPlayersShown = 8;

// The position before a move, and the move.
struct Moment {
  games::GameEntry const* game = nullptr;
  Json view, move;
  games::Seat seat = 0;
  std::size_t seats = 0;
};

std::optional<Moment> moment_of(std::string_view record, std::int64_t number) {
  auto replay = Replay::open(record);
  if (!replay) return std::nullopt;
  Moment moment;
  moment.game = games::find_game(replay->header().game);
  moment.seats = replay->header().seats.size();
  auto const ply = [&] { return static_cast<std::int64_t>(replay->match().ply()); };
  Replay::Step step;
  do {
    if (ply() + 1 == number) moment.view = replay->match().view();
    auto const more = replay->next(step);
    if (!more || !*more) return std::nullopt;
  } while (ply() < number);
  moment.seat = static_cast<games::Seat>(std::max(0, step.entry.seat));
  if (auto const move = parse_json(step.move)) moment.move = *move;
  return moment;
}

void draw_sign(Drawing& out, std::vector<Box> const& cells, bool better) {
  for (auto const& cell : cells) {
    auto const line = [&](double x1, double y1, double x2, double y2, std::string_view colour, double width) {
      out.push_back(Line{cell.x + cell.width * x1, cell.y + cell.height * y1, cell.x + cell.width * x2,
                         cell.y + cell.height * y2, colour, cell.width * width});
    };
    out.push_back(Circle{cell.x + cell.width / 2, cell.y + cell.height / 2, cell.width * 0.4, kPaper});
    auto const colour = better ? kBetter : kPlayed;
    if (better) {
      line(0.3, 0.52, 0.45, 0.68, colour, 0.11);
      line(0.45, 0.68, 0.71, 0.34, colour, 0.11);
    } else {
      line(0.33, 0.33, 0.67, 0.67, colour, 0.11);
      line(0.67, 0.33, 0.33, 0.67, colour, 0.11);
    }
  }
}

double share_of(Json const& hint, std::string const& seat) {
  auto const& share = member_at(member_at(hint, "chances"), seat);
  return share.is_number() ? std::clamp(share.get<double>(), 0.0, 1.0) : -1;
}

void draw_chance(Drawing& out, double share, double y, std::string_view fill, std::string_view ink) {
  if (share < 0) return;
  out.push_back(Rectangle{{kBars, y - 13, kBarWidth, 26}, 8, kPaper, "#b3a27c"});
  if (share > 0.02) out.push_back(Rectangle{{kBars, y - 13, kBarWidth * share, 26}, 8, fill});
  out.push_back(Words{.x = kNumbers,
                      .y = y + 11,
                      .size = 32,
                      .text = std::to_string(std::lround(share * 100)),
                      .fill = ink,
                      .anchor = Words::Anchor::end,
                      .bold = true});
}

// Each player's chance before the move above that after it; the mover's fall in the colour of the cross.
void draw_players(Drawing& out, Board const& board, Moment const& moment, Json const& hint, Json const& next) {
  auto const count = std::min(moment.seats, kPlayersShown);
  double const apart = std::min(kPlayersApart, 440.0 / static_cast<double>(std::max<std::size_t>(count, 1)));
  double y = kPlayersMiddle - apart * (static_cast<double>(count) - 1) / 2;
  for (std::size_t i = 0; i < count; ++i, y += apart) {
    auto const seat = static_cast<games::Seat>(i);
    auto const name = games::seat_name(seat);
    bool const mover = seat == moment.seat;
    if (mover) out.push_back(Rectangle{{kDiscs - 48, y - apart * 0.46, 440, apart * 0.92}, 16, kPaper, "#d9a514", 4});
    draw_player(out, board, moment.view, name, {kDiscs, y, apart * 0.3});
    double const half = share_of(next, name) < 0 ? 0 : apart * 0.19;
    draw_chance(out, share_of(hint, name), y - half, kPaleBar, "#6b5a42");
    draw_chance(out, share_of(next, name), y + half, mover ? kPlayed : std::string_view("#8a5a2f"), kInk);
  }
}

}  // namespace

std::optional<Drawing> turning_point(std::string_view record, Json const& moment) {
  auto const& number = member_at(moment, "move");
  auto const found = moment_of(record, number.is_number_integer() ? number.get<std::int64_t>() : 0);
  if (!found || !found->game || !found->game->terminal) return std::nullopt;
  auto const& board = *found->game->terminal;
  auto const &hint = member_at(moment, "hint"), &next = member_at(moment, "next");
  Drawing out;
  draw_veranda(out);
  if (!draw_board(out, board, found->view, kPreviewBoard)) return std::nullopt;
  auto const played = cells_of_move(board, found->view, kPreviewBoard, found->seat, found->move);
  auto const& best = member_at(hint, "move");
  if (best != found->move) draw_sign(out, cells_of_move(board, found->view, kPreviewBoard, found->seat, best), true);
  draw_sign(out, played, false);
  draw_players(out, board, *found, hint, next);
  draw_mark(out);
  return out;
}

}  // namespace engawa::record
