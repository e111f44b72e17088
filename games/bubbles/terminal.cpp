// The terminal form of the game (games/core/terminal.hpp).
#include <cmath>
#include <numbers>

#include "games/bubbles/entry.hpp"
#include "games/bubbles/geometry.hpp"

namespace engawa::games::bubbles {
namespace {

using namespace terminal;

// The line of the barrel up to the first bubble or the ceiling: a straight line, mirrored at the walls. Only the server
// knows where a shot lands.
std::vector<Spot> way(std::span<std::string const> rows, bool shifted, int down, int angle) {
  std::vector<Spot> spots;
  double const turned = angle / 100.0 * std::numbers::pi / 180, step = kPitch / 8.0;
  double x = kStartX, dx = step * std::sin(turned);
  for (double y = kRadius + kRowPitch * (down + 1.0) - step * std::cos(turned); y > kRadius;
       y -= step * std::cos(turned)) {
    x += dx;
    if (x < kLeftWall || x > kRightWall) {
      x = x < kLeftWall ? 2 * kLeftWall - x : 2 * kRightWall - x;
      dx = -dx;
    }
    Spot const spot{(y - kRadius) / kRowPitch, (x - kRadius) / kPitch};
    auto const row = static_cast<std::size_t>(std::lround(spot.row));
    double const half = parity(static_cast<int>(row), shifted ? 1 : 0) / 2.0;
    auto const column = static_cast<std::size_t>(std::max(0L, std::lround(spot.column - half)));
    if (row < rows.size() && column < rows[row].size() && rows[row][column] != '.') break;
    spots.push_back(spot);
  }
  return spots;
}

// The web client's colours and names.
constexpr Piece kPieces[] = {
    {'a', Ink::Red, {"red", "赤"}},     {'b', Ink::Yamabuki, {"yellow", "黄"}}, {'c', Ink::Cyan, {"blue", "青"}},
    {'d', Ink::Green, {"green", "緑"}}, {'e', Ink::Violet, {"violet", "紫"}},   {'f', Ink::Orange, {"orange", "橙"}},
    {'g', Ink::White, {"white", "白"}}, {'h', Ink::Black, {"black", "黒"}},     {'.', Ink::Plain, {}, false}};
constexpr Scale kScales[] = {{2, 4, 1}, {1, 4, 1}, {1, 2, 1}};

// Rows and columns count from 1, as in the web client; on the wire from 0.
#define BUBBLE "<color> (<color:color>)"
#define BUBBLE_JA "<color>（<color:color>）"
#define NOW_EN "<now> (<now:color>), next <next> (<next:color>)"
#define NOW_JA "<now>（<now:color>）、次 <next>（<next:color>）"
#define CELL_EN "row <cell:row>, column <cell:column>"
#define CELL_JA "<cell:row>段目の<cell:column>番"

constexpr Sentence kEvents[] = {
    {"shot",
     {"<who>: " BUBBLE " at <angle:degrees>° to " CELL_EN "[ (forced)<?forced>][, popped <popped:count><?popped>]"
      "[, fallen <fallen:count><?fallen>]",
      "<who>：" BUBBLE_JA "を<angle:degrees>度で" CELL_JA "へ[（時間切れの強制発射）<?forced>]"
      "[、<popped:count>個消え[て<fallen:count>個落ち<?fallen>]ました<?popped>]"}},
    {"row", {"<who>: a new row from above", "<who>に新しい段が来ました"}},
    {"garbage",
     {"[<who>: incoming bubbles, <cells:count><?concerns>]",
      "[<who>におじゃま玉が<cells:count>個来ました<?concerns>]"}},
    {"sent",
     {"[<who> sends <count> to <to:player><?concerns>]",
      "[<who>が<to:player>におじゃま玉を<count>個送りました<?concerns>]"}},
    {"cleared", {"<who> has cleared the field", "<who>が全部消しました"}},
    {"out", {"<who> is out: place <place>", "<who>が脱落しました（<place>位）"}},
};
constexpr Sentence kReasons[] = {
    {"cleared", {"(the field is clear)", "（全部消した）"}},
    {"lost", {"(the field is full)", "（玉があふれた）"}},
    {"last_standing", {"(the last field standing)", "（最後まで残った）"}},
};
constexpr Text kCommands[] = {
    {"-12.5         shoot 12.5 degrees to the left of straight up; right is positive, at most 80",
     "-12.5         真上から左へ12.5度に撃つ。右は正、最大80度"},
    {"              as JSON in hundredths: {\"angle\":-1250}", "              JSONでは100分の1度：{\"angle\":-1250}"},
};
constexpr Text kKeys[] = {
    {"Left, Right  turn by 1 degree", "左, 右       1度ずつ回す"},
    {"Down, Up     turn by 0.1 degrees", "下, 上       0.1度ずつ回す"},
    {", .          turn by 10 degrees", ", .          10度ずつ回す"},
    {"Home         straight up", "Home         真上"},
    {"Space, Enter shoot", "Space, Enter 撃つ"},
};

}  // namespace

constinit Board const kTerminal{
    .boards = "fields",
    .columns_at_least = kColumns,
    .down = "rows",
    .shift = "shift",
    .score = "popped+fallen",
    .turn = "shot",
    .pieces = kPieces,
    .scales = kScales,
    .floor = true,
    .column_labels = Labels::from_one,
    .row_labels = Labels::from_one,
    .middle = {"<now:piece> next <next:piece>", "<now:piece> 次 <next:piece>"},
    .below = {"[out[, place <out/place>]<?out>][row in <drop_in>[, waiting <queue><?queue>]"
              "[, forced in <hurry-clock:ceil> s<?hurry><?playing>]<!out>]",
              "[脱落[、<out/place>位]<?out>][次の段まで<drop_in>[、おじゃま玉<queue><?queue>]"
              "[、強制発射まで<hurry-clock:ceil>秒<?hurry><?playing>]<!out>]"},
    .below_others = {"[out<?out>][<popped+fallen><!out>]", "[脱落<?out>][<popped+fallen><!out>]"},
    .cursor = Cursor::angle,
    .move = R"({"angle":<angle>[,"shot":<shot>]})",
    .most_angle = kMaxAngle,
    .hinted = "cell",
    .way = way,
    .possible = {"Bubble " NOW_EN ". Type an angle from -80 (left) to 80 (right) degrees, such as -12.5",
                 "玉 " NOW_JA "。角度を入力：-80（左）〜80（右）度（例：-12.5）"},
    .status = {"Angle <aim:degrees>°, bubble " NOW_EN "[ (in flight)<?ready-clock>]",
               "角度 <aim:degrees>°、玉 " NOW_JA "[（飛行中）<?ready-clock>]"},
    .hint = {"[Hint: <move/angle:degrees>° to " CELL_EN ", pops <popped>, drops <fallen><?move>]"
             "[Hint: there is nothing to do<!move>]",
             "[ヒント：<move/angle:degrees>度で" CELL_JA "へ、消える玉 <popped>、落ちる玉 <fallen><?move>]"
             "[ヒント：撃てる玉はありません<!move>]"},
    .events = kEvents,
    .reasons = kReasons,
    .commands = kCommands,
    .keys = kKeys,
    .key_line = {"Left Right turn   Space shoot   h hint   t talk   ? keys   q quit",
                 "左右 回す   Space 撃つ   h ヒント   t 発言   ? キー一覧   q 終了"},
};

}  // namespace engawa::games::bubbles
