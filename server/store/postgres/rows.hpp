// Rows of the tables in PostgreSQL as values, each with its checksum (value_sum.hpp).
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/store/act_table.hpp"
#include "server/store/guest_table.hpp"
#include "server/store/postgres/connection.hpp"
#include "server/store/store.hpp"

namespace engawa::server::postgres {

struct RoomLine {
  std::int64_t id = 0;
  std::string code;
  std::int64_t epoch = 0;
  std::int64_t closed = 0;  // 1: closed; 2: deleted, its data is being removed
  std::int64_t created_at = 0;
  std::string setup;
  std::optional<std::string> broken;
  std::int64_t closed_at = 0;
  bool sound = true;  // as read
  // Only from RoomRows::find().
  std::int64_t owner = 0;  // the number of the node that has it (nodes.hpp); 0: none
  std::string home = {};   // the address of that node, if it is another living one
};
#define ENGAWA_ROOM_COLUMNS "r.id, r.code, r.epoch, r.closed, r.created_at, r.setup, r.broken, r.closed_at, r.sum"
inline constexpr int kRoomColumns = 9;
RoomLine room_of(Rows const& rows, int row);
std::int64_t sum_of(RoomLine const& room);
// Why a room with such a row is not opened.
std::string fault_of_row(RoomLine const& room);

struct GuestLine {
  std::string id, token_hash, nick, lang;
  std::int64_t created_at = 0, seen_at = 0;
  bool sound = true;
};
#define ENGAWA_GUEST_COLUMNS "id, token_hash, nick, lang, created_at, seen_at, sum"
// For guests_of().
#define ENGAWA_GUESTS "SELECT " ENGAWA_GUEST_COLUMNS ", (SELECT uptime FROM engawa) - seen_uptime FROM guests"
inline constexpr char const* kInsertGuest =
    "INSERT INTO guests(" ENGAWA_GUEST_COLUMNS
    ", seen_uptime) VALUES($1, $2::bytea, $3::bytea, $4::bytea, $5, $6, $7, (SELECT uptime FROM engawa))";
inline constexpr char const* kGuestById = "SELECT " ENGAWA_GUEST_COLUMNS " FROM guests WHERE id = $1 FOR UPDATE";
GuestLine guest_of(Rows const& rows, int row);
StoredGuests guests_of(Rows const& rows);
std::int64_t sum_of(GuestLine const& guest);

struct RecordLine {
  std::string id;
  std::int64_t part = 0, ended_at = 0;
  std::string text;
  bool sound = true;
};
#define ENGAWA_RECORD_COLUMNS "id, part, ended_at, text, sum"
RecordLine record_of(Rows const& rows, int row);
std::int64_t sum_of(RecordLine const& record);

// An act of the operator. Whoever adds one locks the table until the commit: the numbers have no gaps, and an act is
// never seen before one with a smaller number.
inline constexpr char const* kLockActs = "LOCK TABLE acts IN SHARE ROW EXCLUSIVE MODE";
inline constexpr char const* kNextAct = "SELECT COALESCE(max(number), 0) + 1 FROM acts";
inline constexpr char const* kInsertAct = "INSERT INTO acts(number, at, text, sum) VALUES($1, $2, $3::bytea, $4)";
inline constexpr char const* kActs = "SELECT number, at, text, sum FROM acts WHERE number > $1 ORDER BY number";
StoredActs acts_of(Rows const& rows);
std::int64_t sum_of(StoredAct const& act);

// Many inputs of one room in one row (packed_inputs.hpp).
struct PackedLine {
  std::int64_t room = 0, first = 0, last = 0;
  std::int64_t size = 0;  // bytes of the JSON
  std::string inputs;     // compressed
};
std::int64_t sum_of(PackedLine const& packed);

// For an input, and for a snapshot.
std::int64_t sum_of(std::int64_t room, std::int64_t seq, std::string_view text);

}  // namespace engawa::server::postgres
