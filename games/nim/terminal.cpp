// The terminal form of the game (games/core/terminal.hpp).
#include "games/nim/entry.hpp"

namespace engawa::games::nim {
namespace {

using namespace terminal;

constexpr Piece kPieces[] = {{'o', Ink::Square}, {'x', Ink::Faint}};
constexpr Scale kScales[] = {{2, 5, 1}, {1, 3, 0}, {1, 2, 0}};

// A run of cells, by the names of its members. People count from 1, the wire from 0.
#define CELLS_EN(row, from, count) \
  "[cell <" from "+1><!" count "-1>][cells <" from "+1>-<" from "+" count "><?" count "-1>] of row <" row "+1>"
#define CELLS_JA(row, from, count) \
  "<" row "+1>行目の[<" from "+1>番<!" count "-1>][<" from "+1>〜<" from "+" count ">番<?" count "-1>]"

// For a group: the stones before and after the move that a hint names, and whether the move is in it.
#define BEFORE "move/from-from"
#define AFTER "from+length-move/from-move/count"
#define HELD "<!row-move/row><!move/row-row><?move/from-from+1><?from+length-move/from>"
#define LEFT                                         \
  "[<" BEFORE "> + <" AFTER "><?" BEFORE "><?" AFTER \
  ">]"                                               \
  "[<length-move/count><!" BEFORE ">][<length-move/count><?" BEFORE "><!" AFTER ">]"

// One line per group, then the sums of the columns, and the move that makes them even.
constexpr Text kHint = {
    "<groups|\n|  <binary:spaced>  <length>  " CELLS_EN("row", "from", "length") ">\n"
    "  <columns>  ones: [odd in the column of <binary:places><?xor>][every column is even<!xor>]\n"
    "[Hint: take " CELLS_EN("move/row", "move/from", "move/count") " (<move/row+1> <move/from+1> <move/count>)\n"
    "  <groups||[<length> becomes " LEFT HELD "]>"
    ", and [an odd number of single cells is left<?leaves=odd>][every column is even<!leaves=odd>]<?move>]"
    "[Hint: every move loses against best play<!move>]",
    "<groups|\n|  <binary:spaced>  <length>  " CELLS_JA("row", "from", "length") ">\n"
    "  <columns>  1の数：[<binary:places>の桁が奇数<?xor>][どの桁も偶数<!xor>]\n"
    "[ヒント：" CELLS_JA("move/row", "move/from", "move/count") "（<move/row+1> <move/from+1> <move/count>）\n"
    "  <groups||[<length>が" LEFT "になり" HELD "]>"
    "、[1マスだけのまとまりが奇数個残る<?leaves=odd>][どの桁も偶数になる<!leaves=odd>]<?move>]"
    "[ヒント：どう取っても、最善を尽くされると負けます<!move>]"};

constexpr Sentence kEvents[] = {
    {"take",
     {"<who> took " CELLS_EN("row", "from", "count"), "<who>が" CELLS_JA("row", "from", "count") "を取りました"}}};
constexpr Sentence kReasons[] = {{"last_taken", {"(the last cell is taken)", "（最後のマスが取られた）"}}};
constexpr Text kCommands[] = {
    {"1 2 3         take from row 1, starting at cell 2, 3 cells (as numbered on the board, from 1);",
     "1 2 3         1行目の2番から3マス取る（盤の番号どおり、1から数える）"},
    {"              as JSON it counts from 0: {\"row\":0,\"from\":1,\"count\":3}",
     "              JSONでは0から数える：{\"row\":0,\"from\":1,\"count\":3}"},
};
constexpr Text kKeys[] = {
    {"arrows       move the cursor", "矢印         カーソル移動"},
    {"Space        start or drop a mark: the run goes from it to the cursor",
     "Space        印を付ける／外す（印からカーソルまで）"},
    {"Enter        take the run", "Enter        取る"},
    {"Tab          next group", "Tab          次のまとまり"},
    {"o untaken  x taken  [ ] cursor  = marked  ( ) taken last", "o 残り  x 済み  [ ] カーソル  = 印  ( ) 直前の手"},
};

}  // namespace

constinit Board const kTerminal{
    .pieces = kPieces,
    .scales = kScales,
    .lines = {1, 3, 0},
    .column_labels = Labels::from_one,
    .row_labels = Labels::from_one,
    .note = {"Whoever takes the last cell [loses<?misere>][wins<!misere>].",
             "最後のマスを取った方の[負け<?misere>][勝ち<!misere>]。"},
    .cursor = Cursor::run,
    .move = R"({"row":<row>,"from":<from>,"count":<count>})",
    .possible = {"Type ROW FROM COUNT, such as 1 2 3. Untaken: <possible>",
                 "「行 開始 個数」を入力（例：1 2 3）。残り：<possible>"},
    .status = {"Your turn[: Enter takes <run>]", "あなたの番です[。Enterで取る：<run>]"},
    .hint = kHint,
    .events = kEvents,
    .reasons = kReasons,
    .commands = kCommands,
    .keys = kKeys,
    .key_line = {"arrows move   Space mark   Enter take   h hint   t talk   ? keys   q quit",
                 "矢印 移動   Space 印   Enter 取る   h ヒント   t 発言   ? キー一覧   q 終了"},
};

}  // namespace engawa::games::nim
