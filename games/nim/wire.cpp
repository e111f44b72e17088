#include "games/nim/wire.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/fnv.hpp"
#include "base/plain_object.hpp"
#include "games/core/wire_text.hpp"
#include "games/nim/analysis.hpp"

namespace engawa::games {

using nim::Move;
using nim::Position;

namespace {

constexpr std::size_t kMostShown = 12;  // winning moves in a hint

// The members of a move, without braces.
void write_cells(Move const& move, std::string& out) {
  json_write::key(out, "row");
  json_write::integer(out, move.row);
  out += ',';
  json_write::key(out, "from");
  json_write::integer(out, move.from);
  out += ',';
  json_write::key(out, "count");
  json_write::integer(out, move.count);
}

// The rows that differ from `old`, or all of them.
void write_rows(Position const& now, Position const* old, std::string& out) {
  out += "\"rows\":{";
  auto const open = out.size();
  for (std::size_t row = 0; row < now.rows(); ++row) {
    if (old != nullptr && old->untaken[row] == now.untaken[row]) continue;
    comma(out, open);
    out += "\"r";
    json_write::integer(out, row);
    out += "\":\"";
    for (int cell = 0; cell < now.length[row]; ++cell) out += (now.untaken[row] >> cell & 1u) != 0 ? 'o' : 'x';
    out += '"';
  }
  out += '}';
}

void write_last(Move const& last, std::string& out) {
  if (last.count == 0) return;
  out += ",\"last\":{";
  write_cells(last, out);
  out += '}';
}

Json move_json(Move const& move) { return {{"row", move.row}, {"from", move.from}, {"count", move.count}}; }

std::string binary(int value, int width) {
  std::string digits;
  for (int bit = width - 1; bit >= 0; --bit) digits += (value >> bit & 1) != 0 ? '1' : '0';
  return digits;
}

// Digits of the longest group; the xor never has more.
int binary_width(nim::Groups const& all) {
  unsigned lengths = 0;
  for (auto const& group : all) lengths |= group.length;
  return static_cast<int>(std::bit_width(lengths));
}

// The number of groups with a 1 in each column, highest column first.
Json columns(nim::Groups const& all, int width) {
  Json counts = Json::array();
  for (int bit = width - 1; bit >= 0; --bit)
    counts.push_back(std::count_if(all.begin(), all.end(), [&](auto const& group) { return group.length >> bit & 1; }));
  return counts;
}

}  // namespace

template <class Object>
Result<Move> Wire<nim::Nim>::read_move(State const& state, Object const& json) {
  auto const shape = [] {
    return refuse("bad_message", "a move is an object such as {\"row\":0,\"from\":2,\"count\":3}");
  };
  if (!json.is_object()) return shape();
  auto const row = read_int(json, "row", 0, nim::kMaxRows - 1);
  if (!row) return row.error();
  auto const from = read_int(json, "from", 0, nim::kMaxCells - 1);
  if (!from) return from.error();
  auto const count = read_int(json, "count", 1, nim::kMaxCells);
  if (!count) return count.error();
  if (!*row || !*from || !*count) return shape();
  auto const rows = static_cast<std::int64_t>(state.rows());
  if (**row >= rows) return refuse("illegal_move", "the rows are 0 to " + std::to_string(rows - 1));
  auto const length = state.length[static_cast<std::size_t>(**row)];
  if (**from + **count > length)
    return refuse("illegal_move", "row " + std::to_string(**row) + " has the cells 0 to " + std::to_string(length - 1));
  return Move{static_cast<std::uint8_t>(**row), static_cast<std::uint8_t>(**from), static_cast<std::uint8_t>(**count)};
}

template Result<Move> Wire<nim::Nim>::read_move(State const&, Json const&);
template Result<Move> Wire<nim::Nim>::read_move(State const&, PlainObject const&);

void Wire<nim::Nim>::write_move(State const&, Move const& move, std::string& out) {
  out += '{';
  write_cells(move, out);
  out += '}';
}

std::string Wire<nim::Nim>::why_illegal(State const& state, Seat, Move const& move) {
  int const cell = std::countr_zero(cells_of(move) & ~state.untaken[move.row]);
  return "cell " + std::to_string(cell) + " of row " + std::to_string(move.row) +
         " is taken already; a move takes untaken cells side by side";
}

void Wire<nim::Nim>::write_legal(State const& state, std::string& out) {
  out += '"';
  auto const open = out.size();
  for (auto const& group : nim::groups(state)) {
    if (out.size() > open) out += ' ';
    json_write::integer(out, group.row);
    out += ':';
    json_write::integer(out, group.from);
    out += '-';
    json_write::integer(out, group.from + group.length - 1);
  }
  out += '"';
}

void Wire<nim::Nim>::write_view(State const& state, std::string& out) {
  out += '{';
  write_rows(state, nullptr, out);
  out += state.misere ? ",\"misere\":true" : ",\"misere\":false";
  write_last(state.last, out);
  out += '}';
}

void Wire<nim::Nim>::write_change(State const& before, State const& after, std::string& out) {
  write_rows(after, &before, out);
  write_last(after.last, out);
}

void Wire<nim::Nim>::write_events(State const&, State const&, Seat seat, Move const& move, std::string& out) {
  out += "{\"kind\":\"take\",\"seat\":";
  put_seat(seat, out);
  out += ',';
  write_cells(move, out);
  out += '}';
}

std::uint64_t Wire<nim::Nim>::hash(State const& state) {
  Fnv fnv;
  for (std::size_t row = 0; row < state.rows(); ++row) fnv.add(state.length[row]).add(state.untaken[row]);
  fnv.add(state.misere ? 1 : 0).add(state.ply);
  return fnv.add(state.last.row).add(state.last.from).add(state.last.count).value();
}

// Adds to the arithmetic a winning move, the odd columns that it makes even, and the kind of position that it leaves.
Result<Json> Wire<nim::Nim>::hint(State const& state, Seat, Thinking&) {
  auto const all = nim::groups(state);
  int const width = binary_width(all);
  auto const total = nim::sum(state);
  Json list = Json::array();
  for (auto const& group : all)
    list.push_back(
        {{"row", group.row}, {"from", group.from}, {"length", group.length}, {"binary", binary(group.length, width)}});
  auto const winning = nim::winning_moves(state);
  Json hint = {{"groups", std::move(list)},
               {"columns", columns(all, width)},
               {"xor", total.value},
               {"binary", binary(total.value, width)},
               {"win", !winning.empty()}};
  if (winning.empty()) return hint;
  auto const left = nim::after(state, total, winning[0]);
  hint["move"] = move_json(winning[0]);
  hint["winning"] = Json::array();
  for (auto const& move : winning)
    if (hint["winning"].size() < kMostShown) hint["winning"].push_back(move_json(move));
  hint["evens"] = binary(total.value & ~left.value, width);
  hint["leaves"] = state.misere && left.long_runs == 0 ? "odd" : "even";
  return hint;
}

Result<Json> Wire<nim::Nim>::solve(State const& state, Thinking&) {
  Json moves = Json::array();
  for (auto const& move : nim::winning_moves(state)) moves.push_back(move_json(move));
  bool const win = nim::sum(state).won(state.misere);
  return Json{{"win", win}, {"moves", std::move(moves)}};
}

}  // namespace engawa::games
