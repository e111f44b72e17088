// The 15-puzzle on the terminal: our own board large, the others' small beside it.
#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>

#include "clients/cli/board.hpp"
#include "clients/cli/fields.hpp"

namespace engawa::cli {
namespace {

struct Tray {
  std::vector<int> tiles;  // row by row; 0 is the hole
  int size = 0;
  std::int64_t steps = 0;
  std::int64_t place = 0;  // 0: not done
  std::int64_t ms = 0;     // when it was done
  bool out = false;

  int hole() const { return static_cast<int>(std::find(tiles.begin(), tiles.end(), 0) - tiles.begin()); }
};

std::optional<int> whole(std::string_view text) {
  int value = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Empty before the first start, and when the tiles make no square with a hole.
std::optional<Tray> tray_of(Table const& table, int seat) {
  auto const& view = table.view();
  auto const& board = at(at(view, "boards"), "s" + std::to_string(seat));
  Tray tray;
  tray.size = static_cast<int>(number(view, "size"));
  for (auto const& word : words(text(board, "tiles"))) tray.tiles.push_back(whole(word).value_or(0));
  if (tray.size < 2 || tray.size > 9 || tray.tiles.size() != static_cast<std::size_t>(tray.size * tray.size))
    return std::nullopt;
  if (tray.hole() == static_cast<int>(tray.tiles.size())) return std::nullopt;
  tray.steps = number(board, "steps");
  tray.place = number(at(board, "done"), "place");
  tray.ms = number(at(board, "done"), "ms");
  tray.out = flag(board, "out");
  return tray;
}

// The tiles that are in line with the hole of that seat: "s0:1 4 8;s1:2 5".
std::vector<int> movable(Table const& table, std::optional<int> seat) {
  std::vector<int> tiles;
  auto rest = std::string_view(table.legal);
  while (seat && !rest.empty()) {
    auto const part = rest.substr(0, rest.find(';'));
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    auto const colon = part.find(':');
    if (colon == part.npos || seat_number(part.substr(0, colon)) != seat) continue;
    for (auto const& word : words(part.substr(colon + 1)))
      if (auto const tile = whole(word)) tiles.push_back(*tile);
  }
  return tiles;
}

void describe_seats(Json const& view, std::vector<SeatRow>& seats) {
  for (std::size_t i = 0; i < seats.size(); ++i)
    if (auto const& board = at(at(view, "boards"), "s" + std::to_string(i)); board.is_object())
      seats[i].score = number(board, "steps");
}

std::string turn(Look const& look) {
  auto const tray = look.me ? tray_of(look.table, *look.me) : std::nullopt;
  return tray ? std::to_string(tray->steps) : "";
}

// "41.2 s"
std::string seconds(Look const& look, std::int64_t ms) {
  return std::to_string(ms / 1000) + "." + std::to_string(ms / 100 % 10) + look.say(" s", "秒");
}

// "1 step", "2 steps", "2歩".
std::string steps_text(Look const& look, std::int64_t steps) {
  return std::to_string(steps) + look.say(steps == 1 ? " step" : " steps", "歩");
}

std::string standing(Look const& look, Tray const& tray) {
  auto const steps = steps_text(look, tray.steps);
  if (tray.place > 0) return steps + ", " + std::to_string(tray.place) + look.say(".", "位");
  return tray.out ? steps + look.say(", out", "、終了") : steps;
}

// Pictures

// A tile on the screen; an odd number of rows has a middle.
constexpr std::array<Size, 4> kScales{{{3, 7}, {2, 5}, {1, 4}, {1, 3}}};
constexpr Size kSmall{1, 3};

Ink tile_ink(int place, int tile, int size, std::vector<int> const& lit) {
  if (tile == 0) return Ink::Plain;
  if (std::find(lit.begin(), lit.end(), tile) != lit.end()) return Ink::Possible;
  return (place / size + place % size) % 2 == 0 ? Ink::Square : Ink::OtherSquare;
}

// A column stays free between large tiles; small ones are told apart by their two colours.
void paint_tile(Picture& picture, Tray const& tray, int place, Size scale, Ink ink) {
  int const tile = tray.tiles[static_cast<std::size_t>(place)];
  int const width = scale.columns > 3 ? scale.columns - 1 : scale.columns;
  auto const blank = std::string(static_cast<std::size_t>(width), ' ');
  auto const label = tile == 0 ? std::string(".") : std::to_string(tile);
  auto text = blank;
  text.replace(static_cast<std::size_t>((width + 1) / 2) - (label.size() > 1 ? 1 : 0), label.size(), label);
  for (int line = 0; line < scale.rows; ++line)
    picture.put(1 + place / tray.size * scale.rows + line, place % tray.size * scale.columns,
                line == (scale.rows - 1) / 2 ? text : blank, {ink, tile != 0});
}

Picture paint_tray(Look const& look, Tray const& tray, std::string const& name, Size scale,
                   std::vector<int> const& lit) {
  Picture picture;
  int const columns = tray.size * scale.columns;
  auto const facts = standing(look, tray);
  bool const one_line = width(name) + 2 + width(facts) <= std::max(columns, 24);
  picture.put(0, 0, one_line ? name + "  " + facts : clip(name, columns), {Ink::Accent});
  for (int place = 0; place < static_cast<int>(tray.tiles.size()); ++place)
    paint_tile(picture, tray, place, scale,
               tile_ink(place, tray.tiles[static_cast<std::size_t>(place)], tray.size, lit));
  if (!one_line) picture.put(1 + tray.size * scale.rows, 0, clip(facts, std::max(columns, 16)), {Ink::Faint});
  return picture;
}

std::string optimal_text(Look const& look) {
  auto const& optimal = at(look.table.view(), "optimal");
  if (!optimal.is_object()) return {};
  auto const words = flag(optimal, "proved") ? look.say("An optimal solution has ", "最短手数は")
                                             : look.say("The best solution found has ", "見つかった最良の解は");
  return words + steps_text(look, number(optimal, "steps"));
}

Picture paint_own(Look const& look, Aim const& aim, Tray const& tray, Size scale) {
  auto const lit = look.my_turn() ? movable(look.table, look.me) : std::vector<int>{};
  auto picture = paint_tray(look, tray, look.say("Your board", "あなたの盤"), scale, lit);
  int const below = picture.size().rows;
  if (!aim.typed.empty())
    picture.put(below, 0, look.say("tile ", "タイル ") + aim.typed + "_", {Ink::Accent, true});
  else if (auto const text = optimal_text(look); !text.empty())
    picture.put(below, 0, text, {Ink::Faint});
  return picture;
}

// Puts pictures beside one another, and in further rows when they do not fit.
class Flow {
 public:
  explicit Flow(int columns) : columns_(columns) {}

  void add(Picture const& part) {
    auto const size = part.size();
    if (column_ > 0 && column_ + size.columns > columns_) {
      row_ += height_ + 1;
      column_ = height_ = 0;
    }
    whole_.put(row_, column_, part);
    column_ += size.columns + 3;
    height_ = std::max(height_, size.rows);
  }
  Picture const& picture() const { return whole_; }

 private:
  Picture whole_;
  int columns_, row_ = 0, column_ = 0, height_ = 0;
};

Picture paint_all(Look const& look, Aim const& aim, Size scale, int columns, bool others) {
  Flow flow(columns);
  if (look.me)
    if (auto const tray = tray_of(look.table, *look.me)) flow.add(paint_own(look, aim, *tray, scale));
  for (int seat = 0; others && seat < static_cast<int>(look.table.seats.size()); ++seat) {
    auto const tray = look.me == seat ? std::nullopt : tray_of(look.table, seat);
    auto const name = seat_label(seat) + " " + look.table.seats[static_cast<std::size_t>(seat)].who;
    if (tray) flow.add(paint_tray(look, *tray, name, look.me ? kSmall : scale, {}));
  }
  return flow.picture();
}

// As large as there is room for; the others' boards are left out before our own is.
Picture paint(Look const& look, Aim const& aim, Size room) {
  for (bool const others : {true, false})
    for (auto const scale : kScales)
      if (auto picture = paint_all(look, aim, scale, room.columns, others); picture.fits(room)) return picture;
  return paint_all(look, aim, kSmall, room.columns, false);
}

// Lines

std::vector<std::string> lines(Look const& look) {
  auto lines = paint_all(look, {}, kSmall, 78, true).lines(look.say.color());
  auto const optimal = optimal_text(look);
  if (!look.me && !optimal.empty()) lines.push_back(optimal);
  return lines;
}

std::string tile_list(std::vector<int> const& tiles) {
  std::string list;
  for (int const tile : tiles) list += " " + std::to_string(tile);
  return list;
}

std::string possible(Look const& look) {
  return look.say("You can slide:", "動かせるタイル：") + tile_list(movable(look.table, look.me));
}

Action slide(Look const& look, int tile) {
  auto const tiles = movable(look.table, look.me);
  bool const in_line = std::find(tiles.begin(), tiles.end(), tile) != tiles.end();
  if (look.my_turn() && !in_line)
    return {.known = true,
            .move = {},
            .why = look.say("tile " + std::to_string(tile) + " is not in line with the hole; you can slide",
                            std::to_string(tile) + "は空きと一直線上にありません。動かせるのは") +
                   tile_list(tiles)};
  return {.known = true, .move = Json{{"tile", tile}}.dump(), .why = {}};
}

Action read(Look const& look, std::string_view line) {
  auto const tile = whole(line);
  return tile ? slide(look, *tile) : Action{};
}

std::string slide_sentence(Look const& look, Json const& event) {
  std::string list;
  for (auto const& tile : at(event, "tiles"))
    if (tile.is_number_integer()) list += " " + std::to_string(tile.get<int>());
  auto const steps = steps_text(look, number(event, "steps"));
  return look.say(look.who(event) + " slides" + list + " (" + steps + ")",
                  look.who(event) + "が" + list + " を動かした（" + steps + "）");
}

std::string solved_sentence(Look const& look, Json const& event) {
  auto const steps = steps_text(look, number(event, "steps")), place = std::to_string(number(event, "place"));
  auto const time = seconds(look, number(event, "ms"));
  return look.say(look.who(event) + " solved it in " + steps + " and " + time + ": place " + place,
                  look.who(event) + "が完成：" + steps + "、" + time + "、" + place + "位");
}

std::string event(Look const& look, Json const& event) {
  auto const kind = text(event, "kind");
  if (kind == "slide") return slide_sentence(look, event);
  if (kind == "solved") return solved_sentence(look, event);
  if (kind == "out") return look.who(event) + look.say(" is out", "は時間または歩数切れ");
  return kind == "optimal" ? optimal_text(look) : "";
}

constexpr std::size_t kShownSteps = 12;

// "Next: 4 3 2 1 ...": the tiles of the solution, in turn.
std::string path_text(Look const& look, Json const& hint) {
  std::vector<int> tiles;
  for (auto const& tile : at(hint, "path"))
    if (tile.is_number_integer()) tiles.push_back(tile.get<int>());
  if (tiles.size() < 2) return {};
  bool const more = number(hint, "steps") > static_cast<std::int64_t>(kShownSteps);
  if (tiles.size() > kShownSteps) tiles.resize(kShownSteps);
  return look.say("  Next:", "  手順：") + tile_list(tiles) + (more ? " ..." : "");
}

std::vector<std::string> hint(Look const& look, Json const& hint) {
  auto const& move = at(hint, "move");
  if (!move.is_object()) return {look.say("Hint: there is nothing to do", "ヒント：打つ手なし")};
  auto const tile = std::to_string(number(move, "tile")), steps = steps_text(look, number(hint, "steps"));
  auto const left = number(hint, "steps") == 1 ? " is left" : " are left";
  auto const how = flag(hint, "proved") ? look.say(" (proved)", "（最短と証明済み）")
                                        : look.say(" (best found)", "（見つかった中で最良）");
  std::vector<std::string> lines{look.say("Hint: slide ", "ヒント：") + tile + look.say("; ", " を動かす。あと") +
                                 steps + look.say(left, "") + how};
  if (auto path = path_text(look, hint); !path.empty()) lines.push_back(std::move(path));
  return lines;
}

// The full screen

std::string status(Look const& look, Aim const&) {
  return turn(look) + look.say(" steps. Arrows slide into the hole; or a tile's number and Enter",
                               "歩。矢印で空きへ動かす、または番号と Enter");
}

// An arrow moves the tile beside the hole in its direction. Beyond the edge there is none.
Action arrow(Look const& look, int columns, int rows) {
  Action nothing{.known = true, .move = {}, .why = {}};
  auto const tray = look.me ? tray_of(look.table, *look.me) : std::nullopt;
  if (!tray) return nothing;
  int const column = tray->hole() % tray->size - columns, row = tray->hole() / tray->size - rows;
  if (column < 0 || column >= tray->size || row < 0 || row >= tray->size) return nothing;
  return slide(look, tray->tiles[static_cast<std::size_t>(row * tray->size + column)]);
}

Action press(Look const& look, Aim& aim, Key const& key) {
  using Kind = Key::Kind;
  if (key.kind == Kind::Up) return arrow(look, 0, -1);
  if (key.kind == Kind::Down) return arrow(look, 0, 1);
  if (key.kind == Kind::Left) return arrow(look, -1, 0);
  if (key.kind == Kind::Right) return arrow(look, 1, 0);
  Action action{.known = true, .move = {}, .why = {}};
  bool const digit = key.kind == Kind::Character && key.character >= U'0' && key.character <= U'9';
  if (digit && aim.typed.size() < 2) {
    aim.typed += static_cast<char>(key.character);
  } else if (key.kind == Kind::Backspace && !aim.typed.empty()) {
    aim.typed.pop_back();
  } else if (key.kind == Kind::Escape) {
    aim.typed.clear();
  } else if (key.kind == Kind::Enter && !aim.typed.empty()) {
    action = slide(look, *whole(std::exchange(aim.typed, "")));
  } else {
    action.known = digit;
  }
  return action;
}

void settle(Look const&, Aim&) {}

void aim_at(Look const&, Aim& aim, Json const& hint) { aim.typed = std::to_string(number(at(hint, "move"), "tile")); }

constexpr Words kCommands[] = {
    {"7             slide tile 7, and all between it and the hole, towards the hole (as JSON: {\"tile\":7})",
     "7             7番と、空きまでの間のタイルを動かす（JSON でも可：{\"tile\":7}）"},
};
constexpr Words kKeys[] = {
    {"arrows       slide the tile beside the hole that way", "矢印         空きの隣のタイルをその向きに動かす"},
    {"12 Enter     slide tile 12 and all between it and the hole", "12 Enter     12番と、空きまでの間のタイルを動かす"},
    {"Escape       forget the number", "Escape       番号を消す"},
};
constexpr Board::Reason kReasons[] = {
    {"solved", {"(the race is over)", "（勝負あり）"}},
    {"out", {"(nobody has solved it)", "（誰も完成できず）"}},
};

}  // namespace

Board const kFifteenBoard{
    .game = "fifteen",
    .simultaneous = true,
    .keys_wait = true,
    .describe_seats = describe_seats,
    .turn = turn,
    .lines = lines,
    .possible = possible,
    .read = read,
    .event = event,
    .hint = hint,
    .paint = paint,
    .status = status,
    .press = press,
    .settle = settle,
    .aim_at = aim_at,
    .commands = kCommands,
    .keys = kKeys,
    .key_line = {"arrows slide   12 Enter slide 12   h hint   t talk   ? keys   q quit",
                 "矢印 動かす   12 Enter 12を動かす   h ヒント   t 発言   ? キー一覧   q 終了"},
    .reasons = kReasons,
};

}  // namespace engawa::cli
