#include "server/store/postgres/damage.hpp"

#include "server/ops/fail_point.hpp"
#include "server/store/postgres/act_table.hpp"
#include "server/store/postgres/rows.hpp"
#include "server/store/postgres/transaction.hpp"
#include "server/store/row_sum.hpp"

namespace engawa::server::postgres {
namespace {

constexpr int kAtOnce = 1000;  // rows per read

constexpr char const* kAllGuests = "SELECT " ENGAWA_GUEST_COLUMNS " FROM guests WHERE id > $1 ORDER BY id LIMIT 1000";
constexpr char const* kAllRooms = "SELECT " ENGAWA_ROOM_COLUMNS " FROM rooms r WHERE id > $1 ORDER BY id LIMIT 1000";
constexpr char const* kAllInputs =
    "SELECT j.room, j.seq, j.input, j.sum, r.code FROM journal j LEFT JOIN rooms r ON r.id = j.room WHERE (j.room, "
    "j.seq) "
    "> ($1, $2) ORDER BY j.room, j.seq LIMIT 1000";
constexpr char const* kAllPacked =
    "SELECT p.room, p.first, p.last, p.size, p.inputs, p.sum, r.code FROM packed p LEFT JOIN rooms r ON r.id = p.room "
    "WHERE (p.room, p.first) > ($1, $2) ORDER BY p.room, p.first LIMIT 100";
constexpr char const* kAllSnapshots =
    "SELECT s.room, s.seq, s.snapshot, s.sum, r.code FROM snapshots s LEFT JOIN rooms r ON r.id = s.room WHERE "
    "(s.room, "
    "s.seq) > ($1, $2) ORDER BY s.room, s.seq LIMIT 1000";
constexpr char const* kAllRecords =
    "SELECT " ENGAWA_RECORD_COLUMNS " FROM records WHERE (id, part) > ($1, $2) ORDER BY id, part LIMIT 1000";

constexpr std::string_view kMisfit = " does not fit its checksum";

class Search {
 public:
  explicit Search(Transaction& transaction) : transaction_(transaction) {}

  void guests() {
    std::string last;
    for (int size = kAtOnce; size == kAtOnce;) {
      auto const rows = transaction_.ask(kAllGuests, Parameters().text(last));
      size = rows.size();
      for (int row = 0; row < size; ++row) {
        auto guest = guest_of(rows, row);
        if (!guest.sound) note("row " + printable(guest.id) + " of guests", {});
        last = std::move(guest.id);
      }
    }
  }

  void rooms() {
    std::int64_t last = -1;
    for (int size = kAtOnce; size == kAtOnce;) {
      auto const rows = transaction_.ask(kAllRooms, Parameters().number(last));
      size = rows.size();
      for (int row = 0; row < size; ++row) {
        auto const room = room_of(rows, row);
        if (!room.sound) note("row " + std::to_string(room.id) + " of rooms", printable(room.code));
        last = room.id;
      }
    }
  }

  void texts(char const* sql, std::string const& what) {
    std::int64_t room = -1, seq = -1;
    for (int size = kAtOnce; size == kAtOnce;) {
      auto const rows = transaction_.ask(sql, Parameters().number(room).number(seq));
      size = rows.size();
      for (int row = 0; row < size; ++row) {
        room = rows.number(row, 0);
        seq = rows.number(row, 1);
        auto const name = what + std::to_string(seq);
        if (rows.is_null(row, 4))
          found_.push_back({name + " of room number " + std::to_string(room) + ", which is not there", {}});
        else if (!is_sound(sum_of(room, seq, rows.text(row, 2)) == rows.number(row, 3) ? 1 : 0))
          note(name, rows.text(row, 4));
      }
    }
  }

  void packed() {
    constexpr int at_once = 100;
    PackedLine line{-1, -1, 0, 0, {}};
    for (int size = at_once; size == at_once;) {
      auto const rows = transaction_.ask(kAllPacked, Parameters().number(line.room).number(line.first));
      size = rows.size();
      for (int row = 0; row < size; ++row) {
        line = {rows.number(row, 0), rows.number(row, 1), rows.number(row, 2), rows.number(row, 3), rows.text(row, 4)};
        auto const name = "the row of steps " + std::to_string(line.first) + " to " + std::to_string(line.last);
        if (rows.is_null(row, 6))
          found_.push_back({name + " of room number " + std::to_string(line.room) + ", which is not there", {}});
        else if (!is_sound(sum_of(line) == rows.number(row, 5) ? 1 : 0))
          note(name, rows.text(row, 6));
      }
    }
  }

  void records() {
    std::string id;
    std::int64_t part = -1;
    for (int size = kAtOnce; size == kAtOnce;) {
      auto const rows = transaction_.ask(kAllRecords, Parameters().text(id).number(part));
      size = rows.size();
      for (int row = 0; row < size; ++row) {
        auto record = record_of(rows, row);
        if (!record.sound) note("part " + std::to_string(record.part) + " of record " + printable(record.id), {});
        id = std::move(record.id);
        part = record.part;
      }
    }
  }

  void acts() {
    for (auto const number : PostgresActTable(transaction_).after(0).damaged)
      note("row " + std::to_string(number) + " of acts", {});
  }

  std::vector<Store::Damage> found() && { return std::move(found_); }

 private:
  void note(std::string const& what, std::string const& room) { found_.push_back({what + std::string(kMisfit), room}); }

  Transaction& transaction_;
  std::vector<Store::Damage> found_;
};

}  // namespace

std::vector<Store::Damage> damaged_rows(Transaction& transaction) {
  Search search(transaction);
  search.guests();
  search.rooms();
  search.texts(kAllInputs, "the row of step ");
  search.packed();
  search.texts(kAllSnapshots, "the snapshot at step ");
  search.records();
  search.acts();
  return std::move(search).found();
}

}  // namespace engawa::server::postgres
