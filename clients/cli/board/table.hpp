// The room's document as plain values, for everything that shows it or decides by it. Reading never fails: what is
// missing or odd stays empty, since a newer server may say more than we know. Pure functions; any thread.
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
  std::string who;    // nick, or a bot's id; harmless to print
  games::Text title;  // of a bot that the catalogue knows
  char color = 0;     // the game's letter for the seat's pieces; 0: none
  int level = 0;      // of a bot; 0: it says nothing
  std::optional<std::int64_t> score;
  bool competes = true;
  bool online = false;
  bool stand_in = false;
  bool left = false;
  bool resigned = false;
  bool program = false;  // plays in place of a person
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

// What a clock shows: the main time left, or in byo-yomi what is left of the period.
struct ClockFace {
  std::int64_t ms = 0;
  std::int64_t periods = 0;  // left, with the one that runs; 0: there are none, or it is the main time
  bool low = false;
};

struct ClockRow {
  std::string kind;                     // none move fischer byoyomi
  std::optional<int> running;           // seat
  std::map<int, std::int64_t> left_ms;  // by seat: of `running` as of `at_ms`, in the server's time
  std::int64_t at_ms = 0;
  std::int64_t period_ms = 0, periods = 0;  // byoyomi

  bool limited() const { return kind == "move" || kind == "fischer" || kind == "byoyomi"; }
  // What a seat has, with all periods, if the document says: never less than nothing.
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
  bool starts_itself = false;            // when no seat is open or held any more
  std::int64_t round = 0;
  std::vector<SeatRow> seats;
  bool joinable = false;                             // seats of bots may be taken while the game runs
  std::map<std::string, std::string> kicked, muted;  // nicks by guest
  ClockRow clock;
  std::int64_t ply = -1;  // -1 before the first start
  std::vector<int> to_act;
  std::string legal;                       // as the game has it
  std::int64_t elapsed_ms = 0;             // game time, as of `elapsed_at`
  std::optional<std::int64_t> elapsed_at;  // in the server's time; absent while game time stands still
  std::optional<Standing> result;
  std::vector<ChatRow> chat;

  bool lobby() const { return phase == "lobby"; }
  bool playing() const { return phase == "playing"; }
  bool over() const { return phase == "over"; }
  bool acts(int seat) const;
  // It is for this seat to move, and somebody sits there who has not resigned.
  bool my_turn(std::optional<int> seat) const;
  // Milliseconds since the round began, in games that know time.
  std::int64_t game_time(std::int64_t server_now) const;
  // The game's own part of the document; null before the first start. Its contents are the board's to read (board.hpp).
  Json const& view() const;
  // The seat that is kept for this guest or taken by it.
  std::optional<int> seat_of(std::string_view guest) const;

  std::shared_ptr<Json const> view_json;  // shared, so that this header needs no JSON library
};

Table read_table(Json const& room);

// `s3` -> 3.
std::optional<int> seat_number(std::string_view name);

// Seats as people count them, here and on the page: seat 3 -> "4". Flags, JSON and the protocol count from 0.
std::string seat_label(int seat);

// `f7` -> column 5, row 6, when it is on the board.
struct Cell {
  int column = 0;
  int row = 0;
  bool operator==(Cell const&) const = default;
};
std::optional<Cell> parse_cell(std::string_view name);
std::string cell_name(Cell cell);

}  // namespace engawa::cli
