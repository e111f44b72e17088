// The terminal form of the game (games/core/terminal.hpp).
#include "games/fifteen/entry.hpp"

namespace engawa::games::fifteen {
namespace {

using namespace terminal;

constexpr Piece kPieces[] = {{'0', Ink::Plain, {}, true, '.'}};
constexpr Scale kScales[] = {{3, 7, 1}, {2, 5, 1}, {1, 4, 1}, {1, 3, 0}};

#define STEPS_EN "<steps> step<steps:s>"
#define STANDING_EN STEPS_EN "[, <done/place>.][, out<?out>]"
#define STANDING_JA "<steps>手[、<done/place>位][、リタイア<?out>]"
#define OPTIMAL_EN                                                                   \
  "[An optimal solution has <optimal/steps> step<optimal/steps:s><?optimal/proved>]" \
  "[The best solution found has <optimal/steps> step<optimal/steps:s><!optimal/proved>]"
#define OPTIMAL_JA \
  "[最短手数は<optimal/steps>手です<?optimal/proved>][見つかった最短手順は<optimal/steps>手です<!optimal/proved>]"

constexpr Sentence kEvents[] = {
    {"slide", {"<who> slides <tiles> (" STEPS_EN ")", "<who>が<tiles>を動かしました（<steps>手）"}},
    {"solved",
     {"<who> solved it in " STEPS_EN " and <ms:seconds> s: place <place>",
      "<who>が完成しました：<place>位、<steps>手、<ms:seconds>秒"}},
    {"out", {"<who> is out", "<who>はリタイアしました（時間または手数切れ）"}},
    {"optimal", {OPTIMAL_EN, OPTIMAL_JA}},
};
constexpr Sentence kReasons[] = {
    {"solved", {"(the race is over)", "（勝負あり）"}},
    {"out", {"(nobody has solved it)", "（だれも完成できず）"}},
};
constexpr Text kCommands[] = {
    {"7             slide tile 7, and all between it and the hole, towards the hole (as JSON: {\"tile\":7})",
     "7             7番と、空きまでの間のコマを動かす（JSONでも可：{\"tile\":7}）"},
};
constexpr Text kKeys[] = {
    {"arrows       slide the tile beside the hole that way", "矢印         空きの隣のコマをその向きに動かす"},
    {"12 Enter     slide tile 12 and all between it and the hole", "12 Enter     12番と、空きまでの間のコマを動かす"},
    {"Escape       forget the number", "Escape       番号を消す"},
};

}  // namespace

constinit Board const kTerminal{
    .boards = "boards",
    .cells = "tiles",
    .across = "size",
    .score = "steps",
    .turn = "steps",
    .pieces = kPieces,
    .scales = kScales,
    .lines = {1, 3, 0},
    .others = {1, 3, 0},
    .title = {"Your board  " STANDING_EN, "あなたの盤  " STANDING_JA},
    .below_others = {STANDING_EN, STANDING_JA},
    .note = {OPTIMAL_EN, OPTIMAL_JA},
    .cursor = Cursor::tile,
    .move = R"({"tile":<tile>})",
    .keys_wait = true,
    .possible = {"You can slide: <possible>", "動かせるコマ：<possible>"},
    .status = {"[tile <typed>_][" STEPS_EN ". Arrows slide into the hole; or a tile's number and Enter<!typed>]",
               "[コマ <typed>_][<steps>手。矢印で空きへ動かす、または番号とEnter<!typed>]"},
    .hint = {"[Hint: slide <move/tile>; <steps> step<steps:s> [are<?steps-1>][is<!steps-1>] left "
             "[(proved)<?proved>][(best found)<!proved>][\n  Next: <path:first><?path/1>]"
             "<?move>][Hint: there is nothing to do<!move>]",
             "[ヒント：<move/tile>を動かす。あと<steps>手[（最短を確認済み）<?proved>][（見つかった中で最良）<!proved>]"
             "[\n  手順：<path:first><?path/1>]<?move>][ヒント：動かせるコマはありません<!move>]"},
    .events = kEvents,
    .reasons = kReasons,
    .commands = kCommands,
    .keys = kKeys,
    .key_line = {"arrows slide   12 Enter slide 12   h hint   t talk   ? keys   q quit",
                 "矢印 動かす   12 Enter 12を動かす   h ヒント   t 発言   ? キー一覧   q 終了"},
};

}  // namespace engawa::games::fifteen
