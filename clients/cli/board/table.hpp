// The room's document as plain values, for all code that shows it or makes decisions from it. Reading never fails:
// missing or unexpected members stay empty, since a newer server may send members that we do not know. Pure functions;
// any thread.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_read.hpp"
#include "games/core/info.hpp"

namespace engawa::cli {

struct SeatRow {
  std::string kind;   // open closed bot held human
  std::string guest;  // id
  std::string who;    // nick, or a bot's id; safe to print
  games::Text title;  // of a bot in the catalogue
  char color = 0;     // the game's letter for the pieces of the seat; 0: none
  int level = 0;      // of a bot; 0: not given
  std::optional<std::int64_t> score;
  bool competes = true;
  bool online = false;
  bool stand_in = false;
  bool left = false;
  bool resigned = false;
  bool program = false;  // plays for an absent person
};

struct RankRow {
  int seat = 0;
  std::int64_t rank = 0;
  std::int64_t score = 0;
};

struct Standing {
  std::vector<RankRow> ranking;
  std::string reason;
  bool draw = false;
  std::optional<int> winner;
  std::string record;  // its id; empty: the server has none
};

// The time that a clock shows: the main time left, or in byo-yomi the rest of the period.
struct ClockFace {
  std::int64_t ms = 0;
  std::int64_t periods = 0;  // periods left, including the running one; 0: there are none, or it is the main time
  bool low = false;
};

struct ClockRow {
  std::string kind;                     // none move fischer byoyomi
  std::optional<int> running;           // seat
  std::map<int, std::int64_t> left_ms;  // by seat; of `running` as of `at_ms`, in the server's time
  std::int64_t at_ms = 0;
  std::int64_t period_ms = 0, periods = 0;  // byoyomi

  bool limited() const { return kind == "move" || kind == "fischer" || kind == "byoyomi"; }
  // The time left for a seat, with all periods, if the document has it; never negative.
  std::optional<std::int64_t> left_of(int seat, std::int64_t server_now) const;
  std::optional<ClockFace> face_of(int seat, std::int64_t server_now) const;
};

struct ChatRow {
  std::int64_t seq = 0;
  std::string guest;
  std::string who;
  std::string text;
};

struct Table {
  std::string code;
  std::string game;
  std::string preset;
  games::Text game_title, preset_title;  // empty: the catalogue has none
  std::string phase;                     // lobby playing over
  std::string host;                      // guest id
  bool starts_itself = false;            // when no seat is open or held
  std::int64_t round = 0;
  std::vector<SeatRow> seats;
  bool joinable = false;                             // seats of bots may be taken during the game
  std::map<std::string, std::string> kicked, muted;  // nicks by guest
  ClockRow clock;
  std::int64_t ply = -1;  // -1 before the first start
  std::vector<int> to_act;
  std::string legal;                       // in the game's own form
  std::int64_t elapsed_ms = 0;             // game time, as of `elapsed_at`
  std::optional<std::int64_t> elapsed_at;  // in the server's time; absent while the game time is stopped
  std::optional<Standing> result;
  std::vector<ChatRow> chat;

  bool lobby() const { return phase == "lobby"; }
  bool playing() const { return phase == "playing"; }
  bool over() const { return phase == "over"; }
  bool acts(int seat) const;
  // This seat has to move, and a player who has not resigned sits there.
  bool my_turn(std::optional<int> seat) const;
  // Milliseconds since the start of the round, in timed games.
  std::int64_t game_time(std::int64_t server_now) const;
  // The game's own part of the document; null before the first start. Only the board reads its contents (board.hpp).
  Json const& view() const;
  // The seat that this guest has or that is held for them.
  std::optional<int> seat_of(std::string_view guest) const;

  std::shared_ptr<Json const> view_json;  // shared, so that this header needs no JSON library
};

Table read_table(Json const& room);

// Reads the 3 of `s3`.
std::optional<int> seat_number(std::string_view name);

// Seat numbers as people see them, here and in the web client: seat 3 -> "4". Flags, JSON and the protocol count from
// 0.
std::string seat_label(int seat);

// `f7` -> column 5, row 6, if it is on the board.
struct Cell {
  int column = 0;
  int row = 0;
  bool operator==(Cell const&) const = default;
};
std::optional<Cell> parse_cell(std::string_view name);
std::string cell_name(Cell cell);

}  // namespace engawa::cli
