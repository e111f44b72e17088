#include "games/fifteen/wire.hpp"

#include <nlohmann/json.hpp>

#include "base/fnv.hpp"
#include "base/plain_object.hpp"
#include "games/core/wire_text.hpp"
#include "games/fifteen/solver.hpp"

namespace engawa::games {

using fifteen::Board;
using fifteen::Fifteen;
using fifteen::Move;
using fifteen::Optimal;
using fifteen::Puzzle;
using fifteen::Race;
using fifteen::Solution;
using fifteen::Tile;

namespace {

constexpr std::size_t kMostSolutionSteps = 1000;

// Numbers separated by spaces, as a string.
void write_tiles(Puzzle const& puzzle, std::string& out) {
  out += '"';
  for (std::size_t cell = 0; cell < static_cast<std::size_t>(puzzle.cells()); ++cell) {
    if (cell > 0) out += ' ';
    json_write::integer(out, puzzle.tiles[cell]);
  }
  out += '"';
}

void write_place(Board const& board, std::string& out) {
  json_write::key(out, "place");
  json_write::integer(out, board.place);
  out += ',';
  json_write::key(out, "ms");
  json_write::integer(out, board.solved_at);
}

void write_board(Board const& board, std::string& out) {
  out += "{\"tiles\":";
  write_tiles(board.puzzle, out);
  out += ",\"steps\":";
  json_write::integer(out, board.steps);
  if (board.place > 0) {
    out += ",\"done\":{";
    write_place(board, out);
    out += '}';
  }
  out += board.out ? ",\"out\":true}" : "}";
}

// The boards that differ from those of `old`, or all of them.
void write_boards(Race const& now, Race const* old, std::string& out) {
  out += "\"boards\":{";
  auto const open = out.size();
  for (Seat seat = 0; seat < now.seats; ++seat) {
    if (old != nullptr && old->boards[seat] == now.boards[seat]) continue;
    comma(out, open);
    put_seat(seat, out);
    out += ':';
    write_board(now.boards[seat], out);
  }
  out += '}';
}

void write_optimal(Optimal const& optimal, std::string& out) {
  json_write::key(out, "steps");
  json_write::integer(out, optimal.steps);
  out += optimal.proved ? ",\"proved\":true" : ",\"proved\":false";
}

// `{"kind":"out","seat":"s1"`, still open.
void open_event(std::string_view kind, Seat seat, std::string& out) {
  out.append("{\"kind\":\"").append(kind).append("\",\"seat\":");
  put_seat(seat, out);
}

// The tiles of a slide, beginning with the one next to the hole.
void write_slide(Board const& before, Board const& after, Seat seat, std::string& out) {
  open_event("slide", seat, out);
  out += ",\"tiles\":[";
  auto const open = out.size();
  int const from = before.puzzle.hole, to = after.puzzle.hole;
  int const step = before.puzzle.row(from) == before.puzzle.row(to) ? 1 : before.puzzle.size;
  for (int cell = from; cell != to;) {
    cell += from < to ? step : -step;
    comma(out, open);
    json_write::integer(out, before.puzzle.tiles[static_cast<std::size_t>(cell)]);
  }
  out += "],\"steps\":";
  json_write::integer(out, after.steps);
  out += '}';
}

// A solution's moves if they solve `puzzle` tile by tile, else nullopt.
std::optional<int> check_moves(Json const& moves, Puzzle puzzle) {
  if (!moves.is_array() || moves.size() > kMostSolutionSteps) return std::nullopt;
  for (auto const& tile : moves) {
    bool const fits = tile.is_number_integer() && tile >= 1 && tile < puzzle.cells();
    if (!fits || slide_length(puzzle, tile.get<int>()) != 1) return std::nullopt;
    slide(puzzle, tile.get<Tile>());
  }
  if (!is_solved(puzzle)) return std::nullopt;
  return static_cast<int>(moves.size());
}

Json hint_json(Solution const& solution) {
  return {{"move", {{"tile", solution.tiles[0]}}},
          {"steps", solution.tiles.size()},
          {"proved", solution.optimal},
          {"path", solution.tiles}};
}

Json solution_json(Solution const& solution) {
  return {{"length", solution.tiles.size()},
          {"moves", solution.tiles},
          {"nodes", solution.nodes},
          {"optimal", solution.optimal}};
}

class SolutionInTheMaking final : public Thinker {
 public:
  using Write = Json (*)(Solution const&);
  SolutionInTheMaking(fifteen::Solving solving, Write write) : solving_(std::move(solving)), write_(write) {}
  bool think(Thinking& thinking) override { return solving_.think(thinking); }
  Result<Json> answer() const override { return write_(solving_.solution()); }

 private:
  fifteen::Solving solving_;
  Write write_;
};

}  // namespace

template <class Object>
Result<Move> Wire<Fifteen>::read_move(State const& state, Object const& json) {
  auto const shape = [] { return refuse("bad_message", "a move is an object such as {\"tile\":7}"); };
  if (!json.is_object()) return shape();
  auto const tile = read_int(json, "tile", 1, state.start.cells() - 1);
  if (!tile) return tile.error();
  if (!*tile) return shape();
  return Move{static_cast<Tile>(**tile)};
}

template Result<Move> Wire<Fifteen>::read_move(State const&, Json const&);
template Result<Move> Wire<Fifteen>::read_move(State const&, PlainObject const&);

void Wire<Fifteen>::write_move(State const&, Move const& move, std::string& out) {
  out += "{\"tile\":";
  json_write::integer(out, move.tile);
  out += '}';
}

std::string Wire<Fifteen>::why_illegal(State const& state, Seat seat, Move const& move) {
  std::string tiles;
  for (auto const& other : Fifteen::moves(state, seat))
    tiles.append(tiles.empty() ? "" : ", ").append(std::to_string(other.tile));
  return "tile " + std::to_string(move.tile) + " is not in a row or column with the hole; " + tiles + " are";
}

void Wire<Fifteen>::write_legal(State const& state, std::string& out) {
  out += '"';
  auto const open = out.size();
  for (Seat seat = 0; seat < state.seats; ++seat) {
    if (!state.boards[seat].playing()) continue;
    if (out.size() > open) out += ';';
    out += 's';
    json_write::integer(out, static_cast<int>(seat));
    auto const& puzzle = state.boards[seat].puzzle;
    char before = ':';
    for (int cell = 0; cell < puzzle.cells(); ++cell) {
      int const tile = puzzle.tiles[static_cast<std::size_t>(cell)];
      if (tile == 0 || slide_length(puzzle, tile) == 0) continue;
      out += before;
      json_write::integer(out, tile);
      before = ' ';
    }
  }
  out += '"';
}

void Wire<Fifteen>::write_view(State const& state, std::string& out) {
  out += "{\"size\":";
  json_write::integer(out, state.start.size);
  out += ',';
  write_boards(state, nullptr, out);
  if (state.optimal.steps > 0) {
    out += ",\"optimal\":{";
    write_optimal(state.optimal, out);
    out += '}';
  }
  out += '}';
}

void Wire<Fifteen>::write_change(State const& before, State const& after, std::string& out) {
  auto const open = out.size();
  if (before.boards != after.boards) write_boards(after, &before, out);
  if (before.optimal == after.optimal) return;
  comma(out, open);
  out += "\"optimal\":{";
  write_optimal(after.optimal, out);
  out += '}';
}

void Wire<Fifteen>::write_events(State const& before, State const& after, Seat seat, Move const&, std::string& out) {
  auto const& board = after.boards[seat];
  write_slide(before.boards[seat], board, seat, out);
  if (board.playing()) return;
  out += ',';
  open_event(board.out ? "out" : "solved", seat, out);
  if (!board.out) {
    out += ",\"steps\":";
    json_write::integer(out, board.steps);
    out += ',';
    write_place(board, out);
  }
  out += '}';
}

void Wire<Fifteen>::write_elapse_events(State const&, State const&, Due due, std::string& out) {
  open_event("out", due.seat, out);
  out += '}';
}

std::uint64_t Wire<Fifteen>::hash(State const& state) {
  Fnv fnv;
  auto const add = [&](Puzzle const& puzzle) {
    for (auto const tile : puzzle.tiles) fnv.add(tile);
  };
  add(state.start);
  for (auto const& board : state.boards) {
    add(board.puzzle);
    fnv.add(board.steps).add(board.place).add(board.out ? 1 : 0).add(static_cast<std::uint64_t>(board.solved_at));
  }
  fnv.add(state.seats).add(state.max_steps).add(static_cast<std::uint64_t>(state.finish_ms)).add(state.ply);
  fnv.add(static_cast<std::uint64_t>(state.now)).add(static_cast<std::uint64_t>(state.optimal.steps));
  return fnv.add(state.optimal.proved ? 1 : 0).value();
}

Result<std::unique_ptr<Thinker>> Wire<Fifteen>::begin_hint(State const& state, Seat seat) {
  fifteen::Solving solving(state.boards[seat].puzzle, fifteen::Goal::kShortest, true);
  return std::unique_ptr<Thinker>(std::make_unique<SolutionInTheMaking>(std::move(solving), hint_json));
}

Result<std::unique_ptr<Thinker>> Wire<Fifteen>::begin_solution(State const& state) {
  fifteen::Solving solving(state.boards[0].puzzle, fifteen::Goal::kShortest, false);
  return std::unique_ptr<Thinker>(std::make_unique<SolutionInTheMaking>(std::move(solving), solution_json));
}

bool Wire<Fifteen>::awaits_solution(State const& state) {
  return state.optimal.steps == 0 && state.start.size < fifteen::kMaxSize;
}

Result<void> Wire<Fifteen>::learn(State& state, Json const& solution) {
  bool const shaped = solution.is_object() && solution.contains("moves") && solution.contains("optimal") &&
                      solution["optimal"].is_boolean();
  auto const steps = shaped ? check_moves(solution["moves"], state.start) : std::nullopt;
  if (!steps)
    return refuse("bad_message",
                  "a solution has moves, tiles that solve the start one by one, and optimal, true or false");
  state.optimal = {*steps, solution["optimal"].get<bool>()};
  return {};
}

void Wire<Fifteen>::write_learn_events(State const&, State const& after, std::string& out) {
  out += "{\"kind\":\"optimal\",";
  write_optimal(after.optimal, out);
  out += '}';
}

}  // namespace engawa::games
