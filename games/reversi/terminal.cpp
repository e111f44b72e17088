// The terminal form of the game (games/core/terminal.hpp).
#include "games/reversi/entry.hpp"

namespace engawa::games::reversi {
namespace {

using namespace terminal;

constexpr Piece kPieces[] = {
    {'B', Ink::Black, {"black", "黒"}},
    {'W', Ink::White, {"white", "白"}},
    {'A', Ink::Ash, {"ash", "灰"}},
    {'C', Ink::Cyan, {"cyan", "シアン"}},
    {'Y', Ink::Yamabuki, {"yamabuki", "山吹"}},
    {'G', Ink::Green, {"wildcard", "変化石"}},
    {'R', Ink::Red, {"bomb", "ボム石"}},
    {'H', Ink::Plain, {}, false},
};
constexpr Scale kScales[] = {{3, 7, 2}, {2, 5, 2}, {2, 4, 1}, {1, 3, 0}};

constexpr Sentence kEvents[] = {
    {"put",
     {"<who> <cell>: [flips <lines/*/flip:count><!boom>][the bomb goes off, every line of the move is gone<?boom>]",
      "<who> <cell> [<lines/*/flip:count>枚を返しました<!boom>][ボム石が爆発し、はさんだ列がすべて消えました<?boom>]"}},
    {"pass", {"<who> had no move and passed", "<who>は打てる場所がなくパスしました"}},
    {"stuck", {"<who> could not cut in", "<who>は割り込めませんでした"}},
};
constexpr Sentence kReasons[] = {{"cutin_stuck", {"(a cut-in was not possible)", "（割り込めず終局）"}}};
constexpr Text kCommands[] = {
    {"f7            play at column f, row 7 (or the move as JSON: {\"cell\":\"f7\"})",
     "f7            f列7行に打つ（JSONでも可：{\"cell\":\"f7\"}）"},
};
constexpr Text kKeys[] = {
    {"arrows       move the cursor", "矢印         カーソル移動"},
    {"Tab          next legal move", "Tab          次の打てる場所"},
    {"Enter, Space play here", "Enter, Space 打つ"},
    {"+ legal move  1 2 3 hint  ( ) last move  [ ] cursor", "+ 打てる場所  1 2 3 ヒント  ( ) 最後の手  [ ] カーソル"},
    {"G wildcard: ends a line for anybody  R bomb", "G 変化石（だれの石にもなる）  R ボム石"},
};

}  // namespace

constinit Board const kTerminal{
    .first_row = 1,
    .color = "colors/$",
    .score = "score/$",
    .competes = "compete",
    .pieces = kPieces,
    .scales = kScales,
    .squares = true,
    .column_labels = Labels::letters,
    .row_labels = Labels::from_one,
    .label_end = 3,
    .cursor = Cursor::cell,
    .move = R"({"cell":"<cell>"})",
    .hinted = "best/*/move/cell",
    .possible = {"You can play: <possible>", "打てる場所：<possible>"},
    .status = {"Your turn[ (<color>)], legal moves: <possible:count>",
               "あなた[（<color>）]の番です。打てる場所：<possible:count>か所"},
    .hint = {"Hint: [<best|, |<move/cell> <chance:percent>> (your chance to win)][<move/cell><!best>]"
             "[\nChances to win:\n<chances|\n|  <key:disc> <value:chart> <key:short>>]",
             "ヒント：[<best|, |<move/cell> <chance:percent>>（勝率）][<move/cell><!best>]"
             "[\n勝率：\n<chances|\n|  <key:disc> <value:chart> <key:short>>]"},
    .events = kEvents,
    .reasons = kReasons,
    .commands = kCommands,
    .keys = kKeys,
    .key_line = {"arrows move   Tab next move   Enter play   h hint   t talk   ? keys   q quit",
                 "矢印 移動   Tab 次の候補   Enter 打つ   h ヒント   t 発言   ? キー一覧   q 終了"},
};

}  // namespace engawa::games::reversi
