// A game of reversi from bytes: the first line is the options, then every byte is one move.
//
//   !    a legal move by a seat that is not to act: refused
//   ?    the rest of the line is the name of a cell
//   {    the rest of the line is a move as JSON
//   *    the move of the bot "minimum";  +  "maximum"
//   else a legal move, by number
//
// Laws: those of match_table.hpp.
#include <cstdint>

#include "tests/fuzz/match_table.hpp"

namespace {

using namespace engawa;
using namespace engawa::fuzz;
using namespace engawa::games;

class Table {
 public:
  explicit Table(std::unique_ptr<Match> match) : table_(std::move(match)) {}

  bool is_over() const { return table_.is_over(); }

  void play_next(std::string_view& bytes) {
    char const byte = bytes.front();
    if (byte == '?') return try_text(R"({"cell":")" + take_line(bytes).substr(1) + "\"}");
    if (byte == '{') return try_text(take_line(bytes));
    bytes.remove_prefix(1);
    if (byte == '!') return try_out_of_turn();
    if (byte == '*' || byte == '+') return play_as_bot(byte == '*' ? "minimum" : "maximum");
    auto const moves = table_.match().moves();
    check(!moves.empty(), "who is to act has a move");
    try_move(moves[static_cast<unsigned char>(byte) % moves.size()], true);
  }

 private:
  void try_move(Json const& move, bool must = false) { table_.play(table_.match().to_act().first(), move, must); }

  void try_text(std::string const& text) {
    if (auto const move = parse_json(text)) try_move(*move);
  }

  void try_out_of_turn() {
    auto const turn = table_.match().to_act().first();
    table_.play(static_cast<Seat>((turn + 1) % kMaxSeats), table_.match().moves()[0], false);
  }

  void play_as_bot(char const* bot) {
    auto const move = table_.match().choose(table_.match().to_act().first(), bot, 1, {}, 1, {});
    check(move.has_value(), "a bot answers");
    try_move(*move, true);
  }

  MatchTable table_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string_view bytes(reinterpret_cast<char const*>(data), size);
  auto const json = parse_json(take_line(bytes));
  if (!json) return -1;  // not worth keeping: the reader of JSON has its own target
  auto match = start_match(*find_game("reversi"), *json);
  if (!match) return 0;
  Table table(std::move(match));
  while (!bytes.empty() && !table.is_over()) table.play_next(bytes);
  return 0;
}
