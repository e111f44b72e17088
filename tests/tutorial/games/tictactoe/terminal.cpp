// The game on the terminal, as games/core/terminal.hpp describes it.
#include "games/tictactoe/entry.hpp"

namespace engawa::games::tictactoe {
namespace {

using namespace terminal;

constexpr Piece kPieces[] = {{'X', Ink::Red, {"X", "X"}}, {'O', Ink::Cyan, {"O", "O"}}};
constexpr Scale kScales[] = {{3, 7, 2}, {1, 3, 0}};
constexpr Sentence kEvents[] = {{"mark", {"<who> plays", "<who>が打ちました"}}};
constexpr Sentence kReasons[] = {{"line", {"(three in a row)", "（三つ並んだ）"}},
                                 {"full", {"(no cell is left)", "（空きなし）"}}};
constexpr Text kCommands[] = {{"b2            a mark in column b, row 2", "b2            b列2行に打つ"}};

}  // namespace

constinit Board const kTerminal{
    .pieces = kPieces,
    .scales = kScales,
    .squares = true,
    .column_labels = Labels::letters,
    .row_labels = Labels::from_one,
    .cursor = Cursor::cell,
    .move = R"({"cell":<index>})",
    .possible = {"You can play: <possible>", "打てる場所：<possible>"},
    .status = {"Your turn", "あなたの番です"},
    .events = kEvents,
    .reasons = kReasons,
    .commands = kCommands,
    .keys = kCommands,
    .key_line = {"arrows move   Enter play   h hint   t talk   ? keys   q quit",
                 "矢印 移動   Enter 打つ   h ヒント   t 発言   ? キー一覧   q 終了"},
};

}  // namespace engawa::games::tictactoe
