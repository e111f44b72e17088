#include <limits>

#include "server/ops/store_url.hpp"
#include "server/store/postgres/act_table.hpp"
#include "server/store/postgres/archive_postgres.hpp"
#include "server/store/postgres/rooms.hpp"
#include "server/store/postgres/rows.hpp"
#include "server/store/postgres/store_postgres.hpp"
#include "server/store/postgres/transaction.hpp"
#include "server/store/row_sum.hpp"
#include "server/store/transfer.hpp"

namespace engawa::server::postgres {
namespace {

constexpr int kMovedAtOnce = 500;                  // rows
constexpr std::size_t kUnansweredBytes = 4 << 20;  // statements that are sent before waiting for the answers

constexpr char const* kMovedGuests = "SELECT " ENGAWA_GUEST_COLUMNS " FROM guests WHERE id > $1 ORDER BY id LIMIT 500";
constexpr char const* kMovedRooms =
    "SELECT " ENGAWA_ROOM_COLUMNS " FROM rooms r WHERE id > $1 AND closed < 2 ORDER BY id LIMIT 500";
constexpr char const* kMovedRecords =
    "SELECT " ENGAWA_RECORD_COLUMNS " FROM records WHERE (id, part) > ($1, $2) ORDER BY id, part LIMIT 500";
constexpr char const* kCount =
    "SELECT (SELECT count(*) FROM guests) + (SELECT count(*) FROM rooms) + (SELECT count(*) FROM records) + "
    "(SELECT count(*) FROM acts)";
constexpr char const* kInsertSnapshot = "INSERT INTO snapshots(room, seq, snapshot, sum) VALUES($1, $2, $3::bytea, $4)";

std::string misfit(std::string const& what) { return what + " does not fit its checksum"; }

// The store has the lock; this connection only reads.
class PostgresSource final : public Source {
 public:
  PostgresSource(std::unique_ptr<Store> store, std::string const& url)
      : store_(std::move(store)), connection_(url, Connection::kAnswerWithin) {}

  void guests(std::function<void(MovedGuest const&)> const& take, Fault const& fault) override {
    std::string last;
    for (int size = kMovedAtOnce; size == kMovedAtOnce;) {
      auto const rows = connection_.ask(kMovedGuests, Parameters().text(last));
      size = rows.size();
      for (int row = 0; row < size; ++row) {
        auto const guest = guest_of(rows, row);
        last = guest.id;
        if (guest.sound)
          take({{guest.id, guest.token_hash, guest.nick, guest.lang}, guest.created_at, guest.seen_at});
        else
          fault(misfit("guest " + printable(guest.id)));
      }
    }
  }

  void rooms(std::function<void(MovedRoom const&)> const& take, Fault const& fault) override {
    auto last = std::numeric_limits<std::int64_t>::min();
    for (int size = kMovedAtOnce; size == kMovedAtOnce;) {
      auto const rows = connection_.ask(kMovedRooms, Parameters().number(last));
      size = rows.size();
      for (int row = 0; row < size; ++row) {
        auto const room = room_of(rows, row);
        last = room.id;
        if (room.sound)
          take({room.code, room.setup, static_cast<std::uint64_t>(room.epoch), room.closed != 0, room.created_at,
                room.closed_at, room.broken.value_or("")});
        else
          fault(misfit("the row of room " + printable(room.code)));
      }
    }
  }

  void records(std::function<void(MovedRecord const&)> const& take, Fault const& fault) override {
    std::string id;
    std::int64_t part = -1;
    for (int size = kMovedAtOnce; size == kMovedAtOnce;) {
      auto const rows = connection_.ask(kMovedRecords, Parameters().text(id).number(part));
      size = rows.size();
      for (int row = 0; row < size; ++row) {
        auto const record = record_of(rows, row);
        id = record.id;
        part = record.part;
        if (record.sound)
          take({record.id, static_cast<int>(record.part), record.ended_at, record.text});
        else
          fault(misfit("record " + printable(record.id)));
      }
    }
  }

  Store& store() override { return *store_; }

 private:
  std::unique_ptr<Store> store_;
  Connection connection_;
};

class PostgresTarget final : public Target {
 public:
  explicit PostgresTarget(std::string const& url)
      : session_(url, {}),
        transaction_(session_),
        nodes_(transaction_),
        rooms_(transaction_, nodes_),
        archive_(make_archive(transaction_, rooms_)) {
    transaction_.begin();
  }
  ~PostgresTarget() override { transaction_.roll_back(); }

  bool is_empty() override { return transaction_.ask(kCount).number(0, 0) == 0; }

  void put(MovedGuest const& guest) override {
    auto const& row = guest.row;
    GuestLine const line{row.id, row.token_hash, row.nick, row.lang, guest.created_at, guest.seen_at, true};
    transaction_.send(kInsertGuest, Parameters()
                                        .text(line.id)
                                        .text(line.token_hash)
                                        .text(line.nick)
                                        .text(line.lang)
                                        .number(line.created_at)
                                        .number(line.seen_at)
                                        .number(sum_of(line)));
    sent(row.nick.size());
  }
  void put(MovedRecord const& record) override {
    archive_->put_record_part(record.id, record.part, record.ended_at, record.text);
    sent(record.text.size());
  }
  void put(StoredAct const& act) override { (void)PostgresActTable(transaction_).add(act.text, act.at); }
  void put(MovedRoom const& room, std::vector<std::string> const& inputs, std::uint64_t snapshot_seq,
           std::string const& snapshot) override {
    RoomLine line{rooms_.create(room.code, room.setup, room.created_at),
                  room.code,
                  1,
                  0,
                  room.created_at,
                  room.setup,
                  {},
                  room.closed_at};
    Writer const writer{line.id, 1, 0};
    std::uint64_t seq = 0;
    for (auto const& input : inputs) {
      transaction_.append(room.code, writer, ++seq, input);
      sent(input.size());
    }
    auto const number = static_cast<std::int64_t>(snapshot_seq);
    if (snapshot_seq > 0)
      transaction_.send(kInsertSnapshot, Parameters().number(line.id).number(number).text(snapshot).number(
                                             sum_of(line.id, number, snapshot)));
    line.epoch = static_cast<std::int64_t>(room.epoch);
    line.closed = room.closed ? 1 : 0;
    if (!room.broken.empty()) line.broken = room.broken;
    rooms_.put(line);
    rooms_.stamp(line.id);
    sent(room.setup.size() + snapshot.size());
  }
  void commit() override {
    if (!transaction_.commit().empty()) throw std::runtime_error("somebody else has written to the database");
  }

 private:
  // libpq buffers what is sent until finish().
  void sent(std::size_t bytes) {
    constexpr std::size_t each = 100;
    unanswered_ += bytes + each;
    if (unanswered_ < kUnansweredBytes) return;
    (void)transaction_.ask("SELECT 1");
    unanswered_ = 0;
  }

  Session session_;
  Transaction transaction_;
  Nodes nodes_;
  RoomRows rooms_;
  std::unique_ptr<Archive> archive_;
  std::size_t unanswered_ = 0;
};

}  // namespace

Result<std::unique_ptr<Source>> open_source(std::string const& url) {
  auto store = open(url);
  if (!store) return store.error();
  try {
    return std::unique_ptr<Source>(std::make_unique<PostgresSource>(std::move(*store), url));
  } catch (std::exception const& error) {
    return refuse("internal", "cannot use the database " + masked(url) + " (" + error.what() + ")");
  }
}

Result<std::unique_ptr<Target>> open_target(std::string const& url) {
  try {
    return std::unique_ptr<Target>(std::make_unique<PostgresTarget>(url));
  } catch (std::exception const& error) {
    return refuse("internal", "cannot use the database " + masked(url) + " (" + error.what() + ")");
  }
}

}  // namespace engawa::server::postgres
