#include "server/store/postgres/archive_postgres.hpp"

#include <functional>
#include <stdexcept>
#include <utility>

#include "server/ops/fail_point.hpp"
#include "server/store/postgres/rooms.hpp"
#include "server/store/postgres/rows.hpp"
#include "server/store/postgres/transaction.hpp"

namespace engawa::server::postgres {
namespace {

constexpr char const* kRecord = "SELECT " ENGAWA_RECORD_COLUMNS " FROM records WHERE id = $1 AND part = $2";
constexpr char const* kPutRecord =
    "INSERT INTO records(" ENGAWA_RECORD_COLUMNS
    ", kept_uptime) VALUES($1, $2, $3, $4::bytea, $5, COALESCE((SELECT kept_uptime FROM records WHERE id = $6 AND part "
    "= "
    "0), (SELECT closed_uptime FROM rooms WHERE code = $7 AND closed = 1), (SELECT uptime FROM engawa))) ON CONFLICT "
    "(id, "
    "part) DO UPDATE SET ended_at = EXCLUDED.ended_at, text = EXCLUDED.text, sum = EXCLUDED.sum";
// Nodes that count at the same time do not wait for each other, because a node may be frozen. The later one adds the
// time since then by the clock of PostgreSQL, so that no time is counted twice.
constexpr char const* kCountUptime =
    "WITH held AS (SELECT uptime, counted_at, (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now FROM "
    "engawa "
    "FOR NO KEY UPDATE SKIP LOCKED), counted AS (UPDATE engawa e SET uptime = held.uptime + GREATEST(0, "
    "LEAST($1::bigint, "
    "held.now - held.counted_at)), counted_at = held.now FROM held RETURNING e.uptime) SELECT EXISTS (SELECT FROM "
    "counted)";
constexpr char const* kReadUptime = "SELECT uptime, counted_at FROM engawa";
// Archive::Before: $1 is its time, $2 its now, $3 its uptime.
constexpr char const* kClosed = "SELECT " ENGAWA_ROOM_COLUMNS
                                " FROM rooms r WHERE closed = 1 AND closed_uptime < $3 AND (closed_at < $1 OR "
                                "closed_at > $2) AND broken IS NULL ORDER "
                                "BY closed_uptime, closed_at, id LIMIT $4 OFFSET $5";
constexpr char const* kGivenUp =
    "SELECT " ENGAWA_ROOM_COLUMNS " FROM rooms r WHERE closed = 2 ORDER BY id LIMIT 1 OFFSET $1";
constexpr char const* kErase =
    "DELETE FROM journal WHERE room = $1 AND seq IN (SELECT seq FROM journal WHERE room = $1 ORDER BY seq LIMIT $2)";
constexpr char const* kErasePacked =
    "DELETE FROM packed WHERE room = $1 AND first IN (SELECT first FROM packed WHERE room = $1 ORDER BY first LIMIT 1)";
constexpr char const* kEraseSnapshots = "DELETE FROM snapshots WHERE room = $1";
constexpr char const* kEraseRoom = "DELETE FROM rooms WHERE id = $1";
constexpr char const* kOldRecords = "SELECT " ENGAWA_RECORD_COLUMNS
                                    " FROM records WHERE kept_uptime < $3 AND (ended_at < $1 OR ended_at > $2) ORDER "
                                    "BY kept_uptime, ended_at, id, part "
                                    "LIMIT $4 OFFSET $5";
constexpr char const* kDropRecord = "DELETE FROM records WHERE id = $1 AND part = $2";
constexpr char const* kOldGuests =
    "SELECT " ENGAWA_GUEST_COLUMNS
    " FROM guests WHERE seen_uptime < $3 AND (seen_at < $1 OR seen_at > $2) ORDER BY seen_uptime, seen_at, id LIMIT $4 "
    "OFFSET $5";
constexpr char const* kDropGuest = "DELETE FROM guests WHERE id = $1";
// A guest whose row is being changed by another node has just been seen there.
constexpr char const* kGuestToSee = "SELECT " ENGAWA_GUEST_COLUMNS " FROM guests WHERE id = $1 FOR UPDATE SKIP LOCKED";
constexpr char const* kSeeGuest =
    "UPDATE guests SET seen_at = $2, sum = $3, seen_uptime = (SELECT uptime FROM engawa) WHERE id = $1";

class PostgresArchive final : public Archive {
 public:
  PostgresArchive(Transaction& transaction, RoomRows& rooms) : transaction_(transaction), rooms_(rooms) {}

  std::optional<Piece> read(std::string const& code, std::uint64_t after, int limit) override {
    auto found = rooms_.find(code);
    if (!found) return std::nullopt;
    if (!found->sound) throw std::runtime_error("the row of room " + code + " is damaged");
    auto read = rooms_.read_inputs(found->id, after, static_cast<std::size_t>(limit));
    if (!read.fault.empty()) throw std::runtime_error("room " + code + ": " + read.fault);
    return Piece{std::move(found->setup), static_cast<std::uint64_t>(found->epoch), std::move(read.inputs)};
  }

  std::string record_part(std::string const& id, int part) override {
    auto const rows = transaction_.ask(kRecord, Parameters().text(id).number(part));
    if (rows.size() == 0) return {};
    auto record = record_of(rows, 0);
    if (!record.sound)
      throw std::runtime_error("part " + std::to_string(part) + " of record " + id + " does not fit its checksum");
    return std::move(record.text);
  }

  void put_record_part(std::string const& id, int part, std::int64_t ended_at, std::string const& text) override {
    fail_point::hit("archive.record");
    RecordLine const record{id, part, ended_at, text, true};
    auto const whole = record_with(id), room = room_of_record(id);
    transaction_.send(
        kPutRecord,
        Parameters().text(id).number(part).number(ended_at).text(text).number(sum_of(record)).text(whole).text(room));
  }

  Uptime uptime() override {
    auto const rows = transaction_.ask(kReadUptime);
    if (rows.size() == 0) throw std::runtime_error("the table engawa has no row");
    return {rows.number(0, 0), rows.number(0, 1)};
  }

  bool count_uptime(std::int64_t elapsed, std::int64_t) override {
    return transaction_.ask(kCountUptime, Parameters().number(elapsed)).number(0, 0) != 0;
  }

  std::vector<std::string> closed(Before const& before, int limit) override {
    std::vector<std::string> codes;
    for_each_sound(kClosed, before, limit, room_of, [&](RoomLine const& room) { codes.push_back(room.code); });
    return codes;
  }

  bool give_up(std::string const& code, std::uint64_t epoch) override {
    fail_point::hit("archive.give_up");
    auto found = rooms_.find(code);
    if (!found || !found->sound || found->closed != 1 || found->epoch != static_cast<std::int64_t>(epoch)) return false;
    found->closed = 2;
    rooms_.put(*found);
    return true;
  }

  bool erase(int limit) override {
    std::int64_t damaged = 0;
    auto given_up = transaction_.ask(kGivenUp, Parameters().number(damaged));
    while (given_up.size() > 0 && !room_of(given_up, 0).sound)
      given_up = transaction_.ask(kGivenUp, Parameters().number(++damaged));
    if (given_up.size() == 0) return false;
    fail_point::hit("archive.erase");
    auto const room = given_up.number(0, 0);
    if (transaction_.ask(kErase, Parameters().number(room).number(limit)).changed() > 0) return true;
    if (transaction_.ask(kErasePacked, Parameters().number(room)).changed() > 0) return true;
    for (auto const* last : {kEraseSnapshots, kEraseRoom}) transaction_.send(last, Parameters().number(room));
    return true;
  }

  std::vector<std::string> drop_records(Before const& before, int limit) override {
    std::vector<std::string> ids;
    for_each_sound(kOldRecords, before, limit, record_of, [&](RecordLine const& record) {
      transaction_.send(kDropRecord, Parameters().text(record.id).number(record.part));
      ids.push_back(record.id);
    });
    return ids;
  }

  std::vector<std::string> drop_guests(Before const& before, int limit) override {
    std::vector<std::string> ids;
    for_each_sound(kOldGuests, before, limit, guest_of, [&](GuestLine const& guest) { ids.push_back(guest.id); });
    for (auto const& id : ids) transaction_.send(kDropGuest, Parameters().text(id));
    return ids;
  }

  void see_guest(std::string const& id, std::int64_t at) override {
    auto const rows = transaction_.ask(kGuestToSee, Parameters().text(id));
    if (rows.size() == 0) return;
    auto guest = guest_of(rows, 0);
    if (!guest.sound) return;
    guest.seen_at = at;
    transaction_.send(kSeeGuest, Parameters().text(id).number(at).number(sum_of(guest)));
  }

  // PostgreSQL's autovacuum does that.
  void shrink(int) override {}

 private:
  // At most `limit` old rows, oldest first. Damaged rows are skipped and stay unchanged.
  template <class Line, class Take>
  void for_each_sound(char const* sql, Before const& before, int limit, Line (*line_of)(Rows const&, int),
                      Take const& take) {
    std::vector<Line> sound;
    std::int64_t seen = 0;
    while (std::cmp_less(sound.size(), limit)) {
      auto const wanted = limit - static_cast<std::int64_t>(sound.size());
      auto const rows = transaction_.ask(
          sql, Parameters().number(before.time).number(before.now).number(before.uptime).number(wanted).number(seen));
      for (int row = 0; row < rows.size(); ++row)
        if (auto line = line_of(rows, row); line.sound) sound.push_back(std::move(line));
      seen += rows.size();
      if (rows.size() < wanted) break;
    }
    for (auto const& line : sound) take(line);
  }

  Transaction& transaction_;
  RoomRows& rooms_;
};

}  // namespace

std::unique_ptr<Archive> make_archive(Transaction& transaction, RoomRows& rooms) {
  return std::make_unique<PostgresArchive>(transaction, rooms);
}

}  // namespace engawa::server::postgres
