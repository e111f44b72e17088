// Reversi as JSON: moves `{"cell":"f7"}`, the view, merge patches of it, events. Cells: a1 is the top left cell.
#pragma once
#include "games/core/wire.hpp"
#include "games/reversi/rules.hpp"

namespace engawa::games::reversi {

// "f7"
std::string cell_name(Cell cell);

template <class Word>
struct ReversiWire {
  using G = Reversi<Word>;
  using State = typename G::State;

  template <class Object>
  static Result<Move> read_move(State const& state, Object const& json);
  static void write_move(State const& state, Move move, std::string& out);
  static std::string why_illegal(State const& state, Seat seat, Move move);
  static void write_legal(State const& state, std::string& out);
  static void write_view(State const& state, std::string& out);
  static void write_change(State const& before, State const& after, std::string& out);
  static void write_events(State const& before, State const& after, Seat seat, Move move, std::string& out);
  // The best move, every player's chance to win, and the next best moves, from the strongest search that answers within
  // milliseconds.
  static Result<std::unique_ptr<Thinker>> begin_hint(State const& state, Seat seat);
  // FNV-1a over the board's letters and the turn: independent of the word layout.
  static std::uint64_t hash(State const& state);
};

}  // namespace engawa::games::reversi

namespace engawa::games {

template <class Word>
struct Wire<reversi::Reversi<Word>> : reversi::ReversiWire<Word> {};

}  // namespace engawa::games
