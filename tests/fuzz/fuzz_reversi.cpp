// A game of reversi from bytes: the first line is the options, then every byte is one move.
//
//   !    a legal move by a seat that is not to act: refused
//   ?    the rest of the line is the name of a cell
//   {    the rest of the line is a move as JSON
//   *    the move that the bot "minimum" takes;  +  "maximum"
//   else a legal move, by number
//
// Laws: nothing crashes; a refusal leaves the hash as it was and writes nothing; what a legal move writes merges into
// exactly the next document.
#include <cstdint>

#include "games/catalog.hpp"
#include "tests/fuzz/check.hpp"

namespace {

using namespace engawa;
using namespace engawa::fuzz;
using namespace engawa::games;

std::string take_line(std::string_view& bytes) {
  auto const end = bytes.find('\n');
  std::string line(bytes.substr(0, end));
  bytes.remove_prefix(end == bytes.npos ? bytes.size() : end + 1);
  return line;
}

Json document_of(Match const& match) {
  std::string text = "{";
  match.write_document(text);
  return reread(text += '}', "a document is JSON");
}

class Table {
 public:
  explicit Table(std::unique_ptr<Match> match) : match_(std::move(match)), document_(document_of(*match_)) {
    check_end();
  }

  bool is_over() const { return match_->to_act().empty(); }

  void play_next(std::string_view& bytes) {
    char const byte = bytes.front();
    if (byte == '?') return try_move({{"cell", take_line(bytes).substr(1)}});
    if (byte == '{') {
      auto const move = parse_json(take_line(bytes));
      return move ? try_move(*move) : void();
    }
    bytes.remove_prefix(1);
    if (byte == '!') return try_out_of_turn();
    if (byte == '*' || byte == '+') return play_as_bot(byte == '*' ? "minimum" : "maximum");
    auto const moves = match_->moves();
    check(!moves.empty(), "who is to act has a move");
    try_move(moves[static_cast<unsigned char>(byte) % moves.size()], true);
  }

 private:
  void try_move(Json const& move, bool must = false) { play(match_->to_act().first(), move, must); }

  void try_out_of_turn() {
    auto const turn = match_->to_act().first();
    play(static_cast<Seat>((turn + 1) % kMaxSeats), match_->moves()[0], false);
  }

  void play_as_bot(char const* bot) {
    auto const move = match_->choose(match_->to_act().first(), bot, 1, {}, 1, {});
    check(move.has_value(), "a bot answers");
    try_move(*move, true);
  }

  void play(Seat seat, Json const& move, bool must) {
    auto const hash = match_->hash();
    auto const ply = match_->ply();
    auto const copy = match_->clone();
    std::string set, events;
    auto const played = match_->play(seat, move, set, events);
    if (!played) {
      check(!must, "a legal move is accepted", played.error().message);
      check(match_->hash() == hash && set.empty() && events.empty(), "a refusal changes nothing", played.error().code);
      check(document_of(*match_) == document_, "a refusal leaves the document");
      return;
    }
    check(match_->ply() == ply + 1, "a move is one ply");
    check(copy->hash() == hash, "a clone lives by itself");
    check(copy->play(seat, reread(*played, "a move is JSON"), again_set_, again_events_).has_value() &&
              copy->hash() == match_->hash(),
          "a move's shortest form is the same move", *played);
    document_.merge_patch(reread("{" + set + "}", "set is JSON"));
    check(document_ == document_of(*match_), "set merges into the next document", set);
    (void)reread("[" + events + "]", "events are JSON");
    check_end();
  }

  void check_end() const {
    check(match_->outcome().has_value() == is_over(), "the outcome is there when nobody is to act");
    check(!match_->standing().places.empty(), "somebody competes");
  }

  std::unique_ptr<Match> match_;
  Json document_;
  std::string again_set_, again_events_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string_view bytes(reinterpret_cast<char const*>(data), size);
  auto const json = parse_json(take_line(bytes));
  if (!json) return -1;  // not worth keeping: the reader of JSON has its own target
  auto const& game = *find_game("reversi");
  auto const options = game.normalise(*json);
  if (!options) {
    check(options.error().code == "bad_message", "bad options are a bad message", options.error().code);
    return 0;
  }
  auto const again = game.normalise(*options);
  check(again.has_value() && *again == *options, "normal options stay as they are", options->dump());
  auto const seats = game.seats(*options);
  check(seats >= game.info().min_seats && seats <= game.info().max_seats, "seats are in bounds");
  check(game.table(*options).size() == static_cast<std::size_t>(seats), "the table has a chair for each seat");
  auto match = game.start(*options, 1);
  check(match.has_value() && (*match)->seats() == seats, "normal options start a game");
  Table table(std::move(*match));
  while (!bytes.empty() && !table.is_over()) table.play_next(bytes);
  return 0;
}
