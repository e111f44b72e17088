#include "games/reversi/wire.hpp"

#include <charconv>
#include <nlohmann/json.hpp>

#include "base/fnv.hpp"
#include "base/plain_object.hpp"
#include "games/core/wire_text.hpp"

namespace engawa::games::reversi {
namespace {

void put_cell(Cell cell, std::string& out) {
  out += static_cast<char>('a' + column_of(cell));
  json_write::integer(out, row_of(cell) + 1);
}

// One letter per cell index, playable or not.
template <class State>
std::array<char, 256> letters_of(State const& state) {
  auto const& geometry = state.setup->geometry;
  std::array<char, 256> letters;
  letters.fill('H');
  for (Cell const cell : geometry.cells) letters[cell] = '.';
  for (std::size_t disc = 0; disc < kDiscs.size(); ++disc)
    for (auto rest = state.position.planes[disc]; bits::any(rest); bits::drop_lowest(rest))
      letters[geometry.cell_of[static_cast<std::size_t>(bits::lowest(rest))]] = kDiscs[disc];
  return letters;
}

std::string_view row_text(std::array<char, 256> const& letters, std::size_t row, Variant const& variant) {
  return {letters.data() + 16 * row, static_cast<std::size_t>(variant.columns())};
}

// The rows that differ from `old`, or all of them.
void write_rows(std::array<char, 256> const& now, std::array<char, 256> const* old, Variant const& variant,
                std::string& out) {
  out += "\"rows\":{";
  auto const open = out.size();
  for (std::size_t row = 0; row < variant.rows.size(); ++row) {
    auto const text = row_text(now, row, variant);
    if (old != nullptr && row_text(*old, row, variant) == text) continue;
    comma(out, open);
    out += "\"r";
    json_write::integer(out, row + 1);
    out.append("\":\"").append(text).append("\"");
  }
  out += '}';
}

// Returns whether any score was written.
template <class G>
bool write_scores(typename G::State const& now, typename G::State const* old, std::string& out) {
  auto const open = out.size();
  for (int i = 0; i < G::seats(now); ++i) {
    auto const seat = static_cast<Seat>(i);
    int const score = G::score(now, seat);
    if (old != nullptr && G::score(*old, seat) == score) continue;
    comma(out, open);
    put_seat(seat, out);
    out += ':';
    json_write::integer(out, score);
  }
  return out.size() > open;
}

template <class Word>
void write_players(Setup<Word> const& setup, std::string& out) {
  out += ",\"colors\":{";
  auto const open = out.size();
  for (std::size_t seat = 0; seat < setup.color_of.size(); ++seat) {
    comma(out, open);
    put_seat(static_cast<Seat>(seat), out);
    out.append(":\"").append(1, kDiscs[setup.color_of[seat]]).append("\"");
  }
  SeatSet competing;
  for (Disc const color : setup.compete) competing.add(setup.seat_of[color]);
  out += "},\"compete\":";
  write_seats<Reversi<Word>>(competing, out);
}

template <class Word>
void write_cut_ins(Setup<Word> const& setup, std::string& out) {
  if (setup.cut_ins.empty()) return;
  out += ",\"cut_ins\":{";
  auto const open = out.size();
  for (std::size_t ply = 0; ply < setup.cut_ins.size(); ++ply) {
    if (setup.cut_ins[ply] == kNobody) continue;
    comma(out, open);
    out += '"';
    json_write::integer(out, ply);
    out += "\":";
    put_seat(setup.seat_of[setup.cut_ins[ply]], out);
  }
  out += '}';
}

void write_last(int last, std::string& out) {
  if (last < 0) return;
  out += ",\"last\":\"";
  put_cell(static_cast<Cell>(last), out);
  out += '"';
}

// One line of a `put`: the flanker, and the flanked cells outward from the played one.
template <class Word>
void write_line(Geometry<Word> const& geometry, Word flanked, Word flanker, Word at, std::size_t direction, bool wild,
                std::string& out) {
  auto const cell = [&](Word bit) { return geometry.cell_of[static_cast<std::size_t>(bits::lowest(bit))]; };
  out += "{\"to\":\"";
  put_cell(cell(flanker), out);
  out += wild ? "\",\"wild\":true,\"flip\":\"" : "\",\"flip\":\"";
  auto const open = out.size();
  for (at = bits::rotate(at, geometry.turn[direction]); bits::any(at & flanked);
       at = bits::rotate(at, geometry.turn[direction])) {
    if (out.size() > open) out += ' ';
    put_cell(cell(at), out);
  }
  out += "\"}";
}

// The discs that changed to the mover's colour, by their former colour.
template <class State>
void write_turned(State const& before, State const& after, std::string& out) {
  auto const& planes = before.position.planes;
  auto const now = after.position.planes[before.position.turn];
  bool open = false;
  for (Disc disc = 0; disc < kGreen; ++disc) {
    auto const count = disc == before.position.turn ? 0 : bits::count(planes[disc] & now);
    if (count == 0) continue;
    out += open ? "," : ",\"turned\":{";
    open = true;
    json_write::key(out, kDiscs.substr(disc, 1));
    json_write::integer(out, count);
  }
  if (open) out += '}';
}

template <class State>
void write_put(State const& before, State const& after, Seat seat, Move move, std::string& out) {
  auto const& geometry = before.setup->geometry;
  auto const& planes = before.position.planes;
  auto const at = bits::single<std::decay_t<decltype(planes[0])>>(geometry.bit_of[move.cell]);
  Fills<std::decay_t<decltype(planes[0])>> fills;
  legal_for<AnyShape>(*before.setup, before.position, before.position.turn, fills);
  out += "{\"kind\":\"put\",\"seat\":";
  put_seat(seat, out);
  out += ",\"cell\":\"";
  put_cell(move.cell, out);
  out += "\",\"lines\":[";
  auto const open = out.size();
  bool boom = false;
  for (std::size_t d = 0; d < kDirections; ++d) {
    auto const flanked = flanked_in<AnyShape>(geometry, d, at, fills);
    if (!bits::any(flanked)) continue;
    auto const flanker = flanker_of<AnyShape>(geometry, d, flanked);
    boom = boom || bits::any(flanked & planes[kRed]);
    comma(out, open);
    write_line(geometry, flanked, flanker, at, d, bits::any(flanker & planes[kGreen]), out);
  }
  out += boom ? "],\"boom\":true" : "]";
  write_turned(before, after, out);
  out += '}';
}

void write_seat_event(std::string_view kind, Seat seat, std::string& out) {
  out.append(",{\"kind\":\"").append(kind).append("\",\"seat\":");
  put_seat(seat, out);
  out += '}';
}

// The players whose turn was skipped between the move and the next ply. When the game is over there is no next turn, so
// nobody passes.
template <class State>
void write_passes(State const& before, State const& after, std::string& out) {
  auto const& setup = *before.setup;
  auto const cut_in = setup.cut_in_at(after.position.ply + 1);
  if (cut_in != kNobody && after.position.turn != cut_in) write_seat_event("stuck", setup.seat_of[cut_in], out);
  if (after.position.turn == kNobody) return;
  bool const was_cut_in = setup.cut_in_at(before.position.ply + 1) == before.position.turn;
  auto const size = setup.rotation.size();
  auto next = (before.position.next + (was_cut_in ? 0u : 1u)) % size;
  for (; next != after.position.next; next = (next + 1) % size)
    write_seat_event("pass", setup.seat_of[setup.rotation[next]], out);
}

}  // namespace

std::string cell_name(Cell cell) {
  std::string name;
  put_cell(cell, name);
  return name;
}

template <class Word>
template <class Object>
Result<Move> ReversiWire<Word>::read_move(State const& state, Object const& json) {
  auto const given = json.is_object() ? text_at(json, "cell") : std::nullopt;
  if (!given) return refuse("bad_message", "a move is an object with a cell, such as {\"cell\":\"f7\"}");
  auto const name = *given;
  int row = 0;
  bool shaped = name.size() >= 2 && name.size() <= 3 && name[0] >= 'a' && name[0] <= 'z' && name[1] != '0';
  if (shaped) {
    auto const [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), row);
    shaped = error == std::errc{} && end == name.data() + name.size() && row > 0;
  }
  if (!shaped) return refuse("bad_message", "a cell is a column letter and a row number, such as f7");
  if (!state.setup->geometry.has(name[0] - 'a', row - 1))
    return refuse("illegal_move", std::string(name) + " is not on the board");
  return Move{cell_at(name[0] - 'a', row - 1)};
}

template <class Word>
void ReversiWire<Word>::write_move(State const&, Move move, std::string& out) {
  out += "{\"cell\":\"";
  put_cell(move.cell, out);
  out += "\"}";
}

template <class Word>
std::string ReversiWire<Word>::why_illegal(State const& state, Seat, Move move) {
  auto const bit = bits::single<Word>(state.setup->geometry.bit_of[move.cell]);
  bool const empty = bits::any(state.position.empty() & bit);
  return cell_name(move.cell) + (empty ? " flips nothing" : " is not empty");
}

template <class Word>
void ReversiWire<Word>::write_legal(State const& state, std::string& out) {
  out += '"';
  auto const open = out.size();
  if (state.position.turn != kNobody) {
    for (auto const move : G::moves(state, state.setup->seat_of[state.position.turn])) {
      if (out.size() > open) out += ' ';
      put_cell(move.cell, out);
    }
  }
  out += '"';
}

template <class Word>
void ReversiWire<Word>::write_view(State const& state, std::string& out) {
  out += '{';
  write_rows(letters_of(state), nullptr, state.setup->variant, out);
  out += ",\"score\":{";
  write_scores<G>(state, nullptr, out);
  out += '}';
  write_players(*state.setup, out);
  write_cut_ins(*state.setup, out);
  write_last(state.position.last, out);
  out += '}';
}

template <class Word>
void ReversiWire<Word>::write_change(State const& before, State const& after, std::string& out) {
  auto const old_letters = letters_of(before);
  write_rows(letters_of(after), &old_letters, after.setup->variant, out);
  auto const mark = out.size();
  out += ",\"score\":{";
  if (write_scores<G>(after, &before, out))
    out += '}';
  else
    out.resize(mark);
  if (after.position.last != before.position.last) write_last(after.position.last, out);
}

template <class Word>
void ReversiWire<Word>::write_events(State const& before, State const& after, Seat seat, Move move, std::string& out) {
  write_put(before, after, seat, move, out);
  write_passes(before, after, out);
}

template <class Word>
std::uint64_t ReversiWire<Word>::hash(State const& state) {
  auto const letters = letters_of(state);
  auto const& position = state.position;
  Fnv fnv;
  for (std::size_t row = 0; row < state.setup->variant.rows.size(); ++row)
    fnv.add(row_text(letters, row, state.setup->variant));
  fnv.add(position.ply).add(position.turn).add(position.next);
  return fnv.add(static_cast<std::uint64_t>(position.end)).add(static_cast<std::uint64_t>(position.last + 1)).value();
}

template struct ReversiWire<std::uint64_t>;
template struct ReversiWire<Word256>;
template Result<Move> ReversiWire<std::uint64_t>::read_move(State const&, Json const&);
template Result<Move> ReversiWire<std::uint64_t>::read_move(State const&, PlainObject const&);
template Result<Move> ReversiWire<Word256>::read_move(State const&, Json const&);
template Result<Move> ReversiWire<Word256>::read_move(State const&, PlainObject const&);

}  // namespace engawa::games::reversi
