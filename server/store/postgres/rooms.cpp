#include "server/store/postgres/rooms.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "server/store/packed_inputs.hpp"

namespace engawa::server::postgres {
namespace {

constexpr std::int64_t kPiece = 2000;  // inputs per read

#define ENGAWA_FIND                                                                                             \
  "SELECT " ENGAWA_ROOM_COLUMNS                                                                                 \
  ", COALESCE(owner, 0), (SELECT address FROM nodes n WHERE n.id = r.owner AND n.id <> $2 AND n.lease_until > " \
  "clock_timestamp()) FROM rooms r WHERE code = $1"
constexpr char const* kLook = ENGAWA_FIND;
constexpr char const* kFind = ENGAWA_FIND " FOR UPDATE OF r";
// The lease of a former owner stays ended until the commit (nodes.cpp).
constexpr char const* kFindFree =
    "WITH gone AS MATERIALIZED (SELECT n.id FROM nodes n WHERE n.id = (SELECT owner FROM rooms WHERE code = $1) AND "
    "n.id <> $2 AND n.lease_until <= clock_timestamp() FOR SHARE SKIP LOCKED) " ENGAWA_FIND
    " AND (owner IS NULL OR owner = $2 OR owner IN (SELECT id FROM gone)) FOR UPDATE OF r SKIP LOCKED";
#define ENGAWA_LAST_INPUT                                       \
  "GREATEST((SELECT max(seq) FROM journal WHERE room = r.id), " \
  "(SELECT max(last) FROM packed WHERE room = r.id))"
constexpr char const* kOwner = "SELECT r.id, r.epoch, COALESCE(" ENGAWA_LAST_INPUT ", 0) FROM rooms r WHERE code = $1";
constexpr char const* kIds = "SELECT nextval('room_ids') FROM generate_series(1, 32)";
constexpr char const* kCreate =
    "INSERT INTO rooms(id, code, epoch, closed, created_at, setup, closed_at, sum, owner) VALUES($1, $2, 1, 0, $3, "
    "$4::bytea, 0, $5, NULLIF($6::bigint, 0))";
constexpr char const* kPut =
    "UPDATE rooms SET epoch = $2, closed = $3, broken = $4::bytea, closed_at = $5, sum = $6, owner = "
    "NULLIF($7::bigint, 0), packed = false WHERE id = $1";
constexpr char const* kStamp = "UPDATE rooms SET closed_uptime = (SELECT uptime FROM engawa) WHERE id = $1";
constexpr int kPackedPiece = 4;  // packed rows per read
// Packed inputs come before the others.
#define ENGAWA_INPUTS(room_, after_, limit_, packed_limit_)                                                            \
  "SELECT * FROM ((SELECT first AS seq, last, size, inputs, sum FROM packed WHERE room = " room_ " AND last > " after_ \
  " ORDER BY first LIMIT " packed_limit_                                                                               \
  ") UNION ALL (SELECT seq, NULL, NULL, input, sum FROM journal WHERE room = " room_ " AND seq > " after_              \
  " ORDER BY seq LIMIT " limit_ ")) AS both_kinds ORDER BY seq"
constexpr char const* kInputs = ENGAWA_INPUTS("$1", "$2", "$3", "$4");
constexpr char const* kInputsBehind =
    "WITH which AS MATERIALIZED (SELECT id, COALESCE((SELECT max(seq) FROM snapshots WHERE room = id), 0) AS seen FROM "
    "rooms WHERE code = $1) " ENGAWA_INPUTS("(SELECT id FROM which)", "(SELECT seen FROM which)", "$2", "$3");
#define ENGAWA_SNAPSHOTS(room_) "SELECT seq, snapshot, sum FROM snapshots WHERE room = " room_ " ORDER BY seq DESC"
constexpr char const* kSnapshots = ENGAWA_SNAPSHOTS("$1");
constexpr char const* kSnapshotsOf = ENGAWA_SNAPSHOTS("(SELECT id FROM rooms WHERE code = $1)");
constexpr char const* kOpen =
    "SELECT code FROM rooms r WHERE closed = 0 AND broken IS NULL ORDER BY (SELECT stored_at FROM journal WHERE room = "
    "r.id ORDER BY seq DESC LIMIT 1) DESC NULLS LAST, id DESC";
constexpr char const* kList = "SELECT " ENGAWA_ROOM_COLUMNS ", COALESCE(" ENGAWA_LAST_INPUT
                              ", 0) FROM rooms r WHERE closed < 2 OR "
                              "broken IS NOT NULL ORDER BY broken IS NULL, id DESC LIMIT $1";

// Adds the packed inputs after `last`, at most as many as `limit` has room for. False: they are damaged.
bool unpack(PackedLine const& line, std::int64_t sum, std::int64_t last, std::size_t limit, InputsRead& read) {
  auto const name = "steps " + std::to_string(line.first) + " to " + std::to_string(line.last) + " of its journal";
  try {
    if (sum_of(line) != sum) throw std::runtime_error(name + " do not fit their checksum");
    auto inputs = unpack_inputs(line.inputs, static_cast<std::size_t>(line.size));
    if (std::cmp_not_equal(inputs.size(), line.last - line.first + 1))
      throw std::runtime_error(name + " are " + std::to_string(inputs.size()));
    for (auto at = static_cast<std::size_t>(std::max<std::int64_t>(last + 1 - line.first, 0));
         at < inputs.size() && read.inputs.size() < limit; ++at)
      read.inputs.push_back(std::move(inputs[at]));
    return true;
  } catch (std::exception const& error) {
    if (read.fault.empty()) read.fault = error.what();
    return false;
  }
}

// Appends the inputs in `rows` that follow `last`, and advances `last`. Returns the number of packed rows; nullopt: one
// of them is damaged, and nothing can be read after it.
std::optional<int> take_piece(Rows const& rows, std::int64_t room, std::int64_t& last, std::size_t limit,
                              InputsRead& read) {
  int packed = 0;
  for (int row = 0; row < rows.size() && packed < kPackedPiece && read.inputs.size() < limit; ++row) {
    auto const seq = rows.number(row, 0);
    bool const is_packed = !rows.is_null(row, 1);
    if (read.fault.empty() && (is_packed ? seq > last + 1 : seq != last + 1))
      read.fault = "its journal has a gap before step " + std::to_string(seq);
    auto bytes = rows.text(row, 3);
    if (is_packed) {
      ++packed;
      PackedLine line{room, seq, rows.number(row, 1), rows.number(row, 2), std::move(bytes)};
      if (!unpack(line, rows.number(row, 4), last, limit, read)) return std::nullopt;
      last = line.last;
      continue;
    }
    if (read.fault.empty() && sum_of(room, seq, bytes) != rows.number(row, 4))
      read.fault = "step " + std::to_string(seq) + " of its journal does not fit its checksum";
    read.inputs.push_back(std::move(bytes));
    last = seq;
  }
  return packed;
}

std::string game_of(std::string const& setup) {
  auto const json = nlohmann::json::parse(setup, nullptr, false);
  auto const game = json.is_object() ? json.find("game") : json.end();
  return json.is_object() && game != json.end() && game->is_string() ? game->get<std::string>() : std::string();
}

}  // namespace

std::optional<RoomLine> RoomRows::find(std::string const& code) {
  return line_of(transaction_.ask(kFind, which(code)));
}

std::optional<RoomLine> RoomRows::find_free(std::string const& code, Rows const& free) {
  auto room = line_of(free);
  if (room || nodes_.number() == 0) return room;
  room = line_of(transaction_.ask(kLook, which(code)));
  if (room && room->home.empty()) room->home = "a node that takes it now";
  return room;
}

std::optional<RoomLine> RoomRows::line_of(Rows const& rows) const {
  if (rows.size() == 0) return std::nullopt;
  auto room = room_of(rows, 0);
  room.owner = rows.number(0, kRoomColumns);
  if (nodes_.number() != 0 && !rows.is_null(0, kRoomColumns + 1)) room.home = rows.text(0, kRoomColumns + 1);
  if (room.sound && room.closed == 2) return std::nullopt;
  return room;
}

// The row is locked by the first statement, so that the others see everything committed before.
void RoomRows::expect(std::vector<std::string> const& codes) {
  for (auto const& code : codes) {
    auto& read = expected_[code];
    auto const into = [](Rows& place) { return [&place](Rows const& rows) { place = rows; }; };
    transaction_.send(nodes_.number() == 0 ? kFind : kFindFree, which(code), into(read.room));
    transaction_.send(kSnapshotsOf, Parameters().text(code), into(read.snapshots));
    transaction_.send(kInputsBehind, Parameters().text(code).number(kPiece).number(kPackedPiece), into(read.inputs));
  }
  transaction_.finish();
}

RoomRead RoomRows::read_to_take(std::string const& code) {
  if (!expected_.contains(code)) expect({code});
  return std::move(expected_.extract(code).mapped());
}

std::optional<Writer> RoomRows::owner_of(std::string const& code) {
  auto const rows = transaction_.ask(kOwner, Parameters().text(code));
  if (rows.size() == 0) return std::nullopt;
  return Writer{rows.number(0, 0), rows.number(0, 1), static_cast<std::uint64_t>(rows.number(0, 2))};
}

// A number that is not used, because its transaction was rolled back or the server ended, leaves a harmless gap.
std::int64_t RoomRows::next_id() {
  if (ids_.empty()) {
    auto const rows = transaction_.ask(kIds);
    for (int row = rows.size(); row-- > 0;) ids_.push_back(rows.number(row, 0));
  }
  auto const id = ids_.back();
  ids_.pop_back();
  return id;
}

std::int64_t RoomRows::create(std::string const& code, std::string const& setup, std::int64_t at) {
  RoomLine const room{next_id(), code, 1, 0, at, setup, {}, 0};
  transaction_.doubt();  // the code may be taken
  transaction_.send(
      kCreate,
      Parameters().number(room.id).text(code).number(at).text(setup).number(sum_of(room)).number(nodes_.number()));
  return room.id;
}

void RoomRows::put(RoomLine const& room) {
  expected_.erase(room.code);
  transaction_.send(kPut, Parameters()
                              .number(room.id)
                              .number(room.epoch)
                              .number(room.closed)
                              .maybe(room.broken)
                              .number(room.closed_at)
                              .number(sum_of(room))
                              .number(room.owner));
}

void RoomRows::stamp(std::int64_t room) { transaction_.send(kStamp, Parameters().number(room)); }

InputsRead RoomRows::read_inputs(std::int64_t room, std::uint64_t after, std::size_t limit) {
  InputsRead read;
  auto const last = static_cast<std::int64_t>(after);
  read_on(room, limit, ask_for_inputs(room, last, limit), last, read);
  return read;
}

Rows RoomRows::ask_for_inputs(std::int64_t room, std::int64_t after, std::size_t limit) {
  auto const wanted = static_cast<std::int64_t>(std::min<std::size_t>(limit, kPiece));
  return transaction_.ask(kInputs, Parameters().number(room).number(after).number(wanted).number(kPackedPiece));
}

// Appends the inputs in `rows` (the first is `last` + 1) and all later ones.
void RoomRows::read_on(std::int64_t room, std::size_t limit, Rows rows, std::int64_t last, InputsRead& read) {
  while (true) {
    auto const wanted = std::min<std::size_t>(limit - read.inputs.size(), kPiece);
    auto const packed = take_piece(rows, room, last, limit, read);
    if (!packed) return;
    bool const is_all = *packed < kPackedPiece && std::cmp_not_equal(rows.size() - *packed, wanted);
    if (is_all || read.inputs.size() >= limit) return;
    rows = ask_for_inputs(room, last, limit - read.inputs.size());
  }
}

std::string RoomRows::read_state(RoomLine const& line, RoomRead const& read, bool whole, StoredRoom& room) {
  if (!whole) take_snapshot(line, read.snapshots, room);
  auto const newest = read.snapshots.size() == 0 ? 0 : read.snapshots.number(0, 0);
  InputsRead inputs;
  if (std::cmp_equal(newest, room.snapshot_seq))
    read_on(line.id, SIZE_MAX, read.inputs, newest, inputs);
  else
    inputs = read_inputs(line.id, room.snapshot_seq);
  room.inputs = std::move(inputs.inputs);
  return std::move(inputs.fault);
}

void RoomRows::read_snapshot(RoomLine const& line, StoredRoom& room) {
  take_snapshot(line, transaction_.ask(kSnapshots, Parameters().number(line.id)), room);
}

void RoomRows::take_snapshot(RoomLine const& line, Rows const& rows, StoredRoom& room) const {
  for (int row = 0; row < rows.size(); ++row) {
    auto const seq = rows.number(row, 0);
    auto text = rows.text(row, 1);
    if (sum_of(line.id, seq, text) == rows.number(row, 2)) {
      room.snapshot_seq = static_cast<std::uint64_t>(seq);
      room.snapshot = std::move(text);
      return;
    }
    spdlog::error("the snapshot of room {} at step {} is damaged and ignored", line.code, seq);
  }
}

std::vector<std::string> RoomRows::open_rooms() {
  std::vector<std::string> codes;
  auto const rows = transaction_.ask(kOpen);
  codes.reserve(static_cast<std::size_t>(rows.size()));
  for (int row = 0; row < rows.size(); ++row) codes.push_back(rows.text(row, 0));
  return codes;
}

// Quarantined rooms first, together with those whose damage only the checksums show; otherwise in the order of the
// rows.
std::vector<RoomRow> RoomRows::list(int limit) {
  std::vector<RoomRow> list, sound;
  auto const rows = transaction_.ask(kList, Parameters().number(limit));
  for (int row = 0; row < rows.size(); ++row) {
    auto const room = room_of(rows, row);
    auto const why = room.sound ? room.broken.value_or("") : fault_of_row(room);
    auto const seq = static_cast<std::uint64_t>(rows.number(row, kRoomColumns));
    (why.empty() ? sound : list).push_back({room.code, game_of(room.setup), seq, why});
  }
  list.insert(list.end(), sound.begin(), sound.end());
  return list;
}

}  // namespace engawa::server::postgres
