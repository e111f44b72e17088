// A game of the bubble shooter from bytes: the first line is the options, then
//
//   {    the rest of the line is a move as JSON, made by the first seat to act when it may
//   @    a byte: that many times 64 ms pass, and due events happen
//   <    a shot by the first seat to act a millisecond too soon, if it has to wait: refused
//   !    a shot by a seat that is not to act: refused
//   *    a bot's move
//   else with the next byte an angle; the byte also picks the seat: accepted
//
// Laws: those of match_table.hpp; and a shot's effect names its landing place.
#include <cstdint>

#include "tests/fuzz/match_table.hpp"

namespace {

using namespace engawa;
using namespace engawa::fuzz;
using namespace engawa::games;

class Range {
 public:
  explicit Range(std::unique_ptr<Match> match) : table_(std::move(match)) {}

  bool is_over() const { return table_.is_over(); }

  void take_next(std::string_view& bytes) {
    char const byte = bytes.front();
    if (byte == '{') {
      auto const move = parse_json(take_line(bytes));
      return move ? shoot(first(), *move, false) : void();
    }
    bytes.remove_prefix(1);
    if (byte == '@') return pass(64 * static_cast<GameTime>(take_byte(bytes)));
    if (byte == '<') return hurry_too_much();
    if (byte == '!') return table_.play(kMaxSeats - 1, {{"angle", 0}}, false, now_);
    if (byte == '*') return shoot_as_bot();
    int const number = static_cast<unsigned char>(byte) << 8 | take_byte(bytes);
    shoot(nth_seat(static_cast<unsigned char>(byte)), {{"angle", number % 16001 - 8000}}, true);
  }

 private:
  static int take_byte(std::string_view& bytes) {
    if (bytes.empty()) return 0;
    auto const byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    return byte;
  }

  Seat first() const { return table_.match().to_act().first(); }
  Seat nth_seat(int nth) const {
    auto const acting = table_.match().to_act();
    auto seat = static_cast<Seat>(nth % table_.match().seats());
    while (!acting.has(seat)) seat = static_cast<Seat>((seat + 1) % table_.match().seats());
    return seat;
  }

  // Time advances at least to `at`, through all due events before.
  void pass_until(GameTime at) {
    now_ = std::max(now_, at);
    for (auto due = table_.match().due(); due && due->at <= now_; due = table_.match().due()) table_.elapse(now_);
  }
  void pass(GameTime ms) { pass_until(now_ + ms); }

  void shoot(Seat seat, Json const& move, bool must) {
    pass_until(table_.match().ready_at(seat));
    if (is_over() || !table_.match().to_act().has(seat)) return;
    if (must) check_effect(seat, move);
    table_.play(seat, move, must && table_.match().ready_at(seat) <= now_, now_);
  }

  void check_effect(Seat seat, Json const& move) const {
    auto const effect = table_.match().effect(seat, move);
    check(effect.has_value(), "a legal shot has an effect");
    auto const copy = table_.match().clone();
    std::string set, events;
    if (!copy->play(seat, move, set, events, now_)) return;
    auto const shot = reread("[" + events + "]", "events are JSON")[0];
    check(shot["cell"] == (*effect)["cell"] && shot["path"] == (*effect)["path"],
          "the effect says where the shot lands", events);
  }

  void hurry_too_much() {
    auto const seat = first();
    if (auto const ready = table_.match().ready_at(seat); ready > now_) {
      auto const hash = table_.match().hash();
      table_.play(seat, {{"angle", 0}}, false, ready - 1);
      check(table_.match().hash() == hash, "a shot before the last has landed is refused");
    }
  }

  void shoot_as_bot() {
    auto const seat = first();
    auto const move = table_.match().choose(seat, "awa", 1, {}, table_.match().ply(), {});
    check(move.has_value(), "a bot answers");
    shoot(seat, *move, false);
  }

  MatchTable table_;
  GameTime now_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string_view bytes(reinterpret_cast<char const*>(data), size);
  auto const json = parse_json(take_line(bytes));
  if (!json) return -1;  // not worth keeping: the reader of JSON has its own target
  auto match = start_match(*find_game("bubbles"), *json);
  if (!match) return 0;
  Range range(std::move(match));
  while (!bytes.empty() && !range.is_over()) range.take_next(bytes);
  return 0;
}
