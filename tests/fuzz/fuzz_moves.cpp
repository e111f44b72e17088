// A game of nim or of fifteen from bytes: the first one is `f` for fifteen, the rest of the line is the options, then
//
//   {    the rest of the line is a move as JSON, made by the first seat to act when it may
//   @    a byte: that many seconds pass, and due events happen
//   !    a move by a seat that is not in the game: refused
//   *    the move of one of nim's bots
//   else the nth legal move, made by its seat: accepted
//
// Laws: those of match_table.hpp.
#include <cstdint>

#include "tests/fuzz/match_table.hpp"

namespace {

using namespace engawa;
using namespace engawa::fuzz;
using namespace engawa::games;

class Board {
 public:
  Board(std::unique_ptr<Match> match, bool has_bots) : table_(std::move(match)), has_bots_(has_bots) {}

  bool is_over() const { return table_.is_over(); }

  void take_next(std::string_view& bytes) {
    char const byte = bytes.front();
    if (byte == '{') {
      auto const move = parse_json(take_line(bytes));
      return move ? table_.play(first(), *move, false, now_) : void();
    }
    bytes.remove_prefix(1);
    if (byte == '@') return pass(bytes);
    if (byte == '!') return table_.play(kMaxSeats - 1, table_.match().moves()[0], false, now_);
    if (byte == '*') return play_as_bot();
    auto const moves = table_.match().moves();
    check(!moves.empty(), "who is to act has a move");
    auto const move = moves[static_cast<unsigned char>(byte) % moves.size()];
    table_.play(seat_of(move), move, true, now_);
  }

 private:
  Seat first() const { return table_.match().to_act().first(); }

  Seat seat_of(Json const& move) const {
    auto const named = move.find("seat");
    return named == move.end() ? first() : static_cast<Seat>(named->get_ref<std::string const&>().at(1) - '0');
  }

  void pass(std::string_view& bytes) {
    int const seconds = bytes.empty() ? 0 : static_cast<unsigned char>(bytes.front());
    if (!bytes.empty()) bytes.remove_prefix(1);
    now_ += GameTime{1000} * seconds;
    for (auto due = table_.match().due(); due && due->at <= now_; due = table_.match().due()) table_.elapse(now_);
  }

  // Fifteen's bots think too long for a fuzz run.
  void play_as_bot() {
    if (!has_bots_) return;
    auto const move = table_.match().choose(first(), "perfect", 1, {}, table_.match().ply(), {});
    check(move.has_value(), "a bot answers");
    table_.play(first(), *move, true, now_);
  }

  MatchTable table_;
  GameTime now_ = 0;
  bool has_bots_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string_view bytes(reinterpret_cast<char const*>(data), size);
  if (bytes.empty()) return -1;
  bool const is_fifteen = bytes.front() == 'f';
  bytes.remove_prefix(1);
  auto const options = parse_json(take_line(bytes));
  if (!options) return -1;  // not worth keeping: the reader of JSON has its own target
  auto match = start_match(*find_game(is_fifteen ? "fifteen" : "nim"), *options);
  if (!match) return 0;
  Board board(std::move(match), !is_fifteen);
  while (!bytes.empty() && !board.is_over()) board.take_next(bytes);
  return 0;
}
