#include <spdlog/spdlog.h>
#include <sqlite3.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <unordered_map>
#include <utility>

#include "server/ops/fail_point.hpp"
#include "server/ops/process.hpp"
#include "server/store/row_sum.hpp"
#include "server/store/sqlite/archive_sqlite.hpp"
#include "server/store/sqlite/checkpointer.hpp"
#include "server/store/sqlite/data_files.hpp"
#include "server/store/sqlite/database_connection.hpp"
#include "server/store/sqlite/inputs/stored_inputs.hpp"
#include "server/store/sqlite/log_tail.hpp"
#include "server/store/sqlite/stored_bytes.hpp"
#include "server/store/sqlite/survey.hpp"
#include "server/store/sqlite/tables/act_table.hpp"
#include "server/store/sqlite/tables/guest_table.hpp"
#include "server/store/sqlite/tables/room_table.hpp"
#include "server/store/sqlite/tables/snapshot_table.hpp"
#include "server/store/store.hpp"

namespace engawa::server {
namespace {

// 0: there is no such file.
std::uint64_t size_of(std::string const& file) {
  std::error_code error;
  auto const bytes = std::filesystem::file_size(file, error);
  return error ? 0 : bytes;
}

// Before SQLite opens the log and overwrites the part that it does not use.
LogTail read_log(std::string const& file, bool flushed) {
  auto const tail = read_log_tail(file);
  if (auto const loss = loss_of(tail, file, flushed); !loss.empty()) spdlog::error("{}", loss);
  return tail;
}

class SqliteStore final : public Store {
 public:
  SqliteStore(std::unique_ptr<DataFiles> files, Durability durability, std::size_t tail_rows)
      : files_(std::move(files)),
        flushed_(durability == Durability::power),
        log_tail_(read_log(log_file(), flushed_)),
        connection_(files_->database(), durability, log_tail_.lost > 0),
        inputs_(connection_.database(), files_->database(), tail_rows, archived_.packed),
        rooms_(connection_.database(), inputs_, connection_.has_damaged_rooms()),
        snapshots_(connection_.database()),
        guests_(connection_.database()),
        acts_(connection_.database()),
        archive_(make_archive(connection_.database(), inputs_, archived_.records)),
        checkpointer_(std::make_unique<Checkpointer>(*files_, flushed_)),
        survey_(std::make_unique<Survey>(files_->database(), connection_.is_large())) {
    files_->opened();
  }

  void begin() override {
    if (!lost_.empty()) throw StoreFault(lost_);
    connection_.begin();
    try {
      if (inputs_.begin()) writers_.clear();
    } catch (std::exception const& error) {
      if (!is_store_fault(error)) inputs_.stop_packing(error.what());
      throw;
    }
  }
  std::vector<Refused> commit() override {
    connection_.commit();
    inputs_.committed();
    archived_.committed();
    return {};  // append() detects it: no other program writes
  }
  void rollback() noexcept override {
    writers_.clear();
    inputs_.rolled_back();
    archived_.rolled_back();
    connection_.rollback();
  }
  bool has_chores() const override { return lost_.empty() && inputs_.has_chores(); }
  void begin_part() override {
    connection_.begin_part();
    inputs_.begin_part();
    archived_.begin_part();
  }
  void end_part(bool keep) override {
    if (!keep) writers_.clear();
    connection_.end_part(keep);
    if (keep) return;
    inputs_.part_rolled_back();
    archived_.part_rolled_back();
  }

  void probe() override {
    if (!lost_.empty()) throw StoreFault(lost_);
    connection_.require_space();
    DatabaseConnection::Impatience const impatience(connection_);
    fail_point::hit<StoreFault>("journal.begin");
    try {
      begin();
      connection_.touch();
      fail_point::hit<StoreFault>("journal.commit");
      (void)commit();
    } catch (...) {
      rollback();
      throw;
    }
  }

  // Once lost, always lost: files that return to the path may have been written by another program in between. Then
  // nothing may be removed or written at the paths when the connections are closed.
  void watch() override {
    if (lost_.empty() && !fail_point::on("bug.no_watch")) {
      auto const harm = files_->harm(connection_.log_bytes());
      if (!harm.empty())
        lose(harm + " while the server was running: stop it and put the files back");
      else if (!survey_->damage().empty())
        lose("the database is damaged (" + survey_->damage() + "): stop the server and restore a copy of it");
    }
    if (!lost_.empty()) throw StoreFault(lost_);
  }

  std::string const& lost() const override { return lost_; }

  // SQLite still has the files open, even if they were moved.
  Result<std::string> rescue() override try {
    if (!survey_->damage().empty()) return refuse("internal", "a copy of it would be damaged, too");
    auto target = files_->database() + "-rescued-" + std::to_string(std::time(nullptr));
    connection_.copy_to(target);
    make_private(target);
    return "all that was stored is in " + target + ", to be used as engawa.db";
  } catch (std::exception const& error) {
    return refuse("internal", error.what());
  }

  bool is_fault(std::exception const& error) const override { return is_store_fault(error); }

  void create_room(std::string const& code, std::string const& setup, std::int64_t at) override {
    fail_point::hit<StoreFault>("store.create_room");
    writers_.erase(code);
    rooms_.insert(code, setup, at);
    fail_point::hit<StoreFault>("store.created_room");
  }

  bool append(std::string const& room, std::uint64_t epoch, std::uint64_t seq, std::string const& input) override {
    auto* const writer = writer_of(room);
    if (!writer || writer->epoch != epoch || writer->last + 1 != seq) return false;
    inputs_.append(writer->id, seq, input);
    writer->last = seq;
    return true;
  }

  std::optional<StoredRoom> take_room(std::string const& code, bool whole) override {
    fail_point::hit<StoreFault>("store.take_room");
    auto found = rooms_.find(code);
    if (!found) return std::nullopt;
    auto& [id, closed, room] = *found;
    if (!room.broken.empty()) return std::move(room);
    rooms_.claim(id);
    writers_.erase(code);
    ++room.epoch;
    if (!whole) snapshots_.read(id, code, room);
    read_inputs(id, room);
    if (room.broken.empty()) room.broken = inputs_.tail().doubt(id, closed);
    inputs_.rest(id, false);
    room.newly_broken = !room.broken.empty();
    if (room.newly_broken) (void)set_broken(code, room.broken);
    return std::move(room);
  }

  std::optional<StoredRoom> read_room(std::string const& code) override {
    auto found = rooms_.find(code);
    if (!found) return std::nullopt;
    auto& [id, closed, room] = *found;
    read_inputs(id, room);
    if (room.broken.empty()) room.broken = inputs_.tail().doubt(id, closed);
    snapshots_.read(id, code, room);
    return std::move(room);
  }

  void put_snapshot(std::string const& code, std::uint64_t epoch, std::uint64_t seq, std::string const& text) override {
    auto const* const writer = writer_of(code);
    if (!writer || writer->epoch != epoch || writer->last < seq) return;
    snapshots_.insert(writer->id, seq, text);
  }

  bool set_broken(std::string const& code, std::string const& reason) override {
    return rooms_.set_broken(code, reason);
  }
  std::vector<std::string> open_rooms() override { return rooms_.open_rooms(); }
  std::vector<RoomRow> list_rooms(int limit) override { return rooms_.list(limit); }
  void set_closed(std::string const& code, bool closed) override {
    writers_.erase(code);
    rooms_.set_closed(code, closed);
  }

  std::vector<Damage> damage() override {
    std::vector<Damage> found;
    for (auto const& row : damaged_rows(connection_.database()))
      found.push_back({row.what + " does not fit its checksum", rooms_.code_of(row.room)});
    if (auto const fault = fault_of_tables(connection_.database()); !fault.empty()) found.push_back({fault, {}});
    if (auto const loss = loss_of(log_tail_, log_file(), flushed_); !loss.empty())
      found.push_back({loss, {}, may_be_power_cut(log_tail_, flushed_)});
    return found;
  }

  Holdings holdings() const override {
    Holdings holdings;
    holdings.tail_rows = inputs_.tail_length();
    holdings.tail_bytes = inputs_.tail_bytes();
    holdings.lost_commits = log_tail_.lost;
    holdings.database_bytes = size_of(files_->database());
    holdings.log_bytes = size_of(log_file());
    if (!survey_->has_counted()) return holdings;
    auto const sum = [](std::int64_t before, StoredBytes const& since) {
      return static_cast<std::uint64_t>(std::max<std::int64_t>(0, before + since.total()));
    };
    holdings.packed_bytes = sum(survey_->counted().packed, archived_.packed);
    holdings.record_bytes = sum(survey_->counted().records, archived_.records);
    return holdings;
  }

  GuestTable& guests() override { return guests_; }
  ActTable& acts() override { return acts_; }
  Archive& archive() override { return *archive_; }

 private:
  // The expected owner and number of a room's next input. In memory, because no other program writes; forgotten with
  // every rollback.
  struct Writer {
    std::int64_t id = 0;
    std::uint64_t epoch = 0, last = 0;
  };

  std::string log_file() const { return files_->database() + "-wal"; }

  // nullptr: no such room.
  Writer* writer_of(std::string const& code) {
    inputs_.ensure_scanned();
    if (auto const known = writers_.find(code); known != writers_.end()) return &known->second;
    auto const owned = rooms_.owner_of(code);
    if (!owned) return nullptr;
    return &writers_.emplace(code, Writer{owned->id, owned->epoch, inputs_.tail().last(owned->id)}).first->second;
  }

  void lose(std::string const& why) {
    lost_ = why;
    checkpointer_->give_up();
    inputs_.give_up();
    survey_->give_up();
    connection_.leave_files();
  }

  // The inputs after the snapshot. The first damaged or missing one makes the room broken.
  void read_inputs(std::int64_t id, StoredRoom& room) const {
    auto read = inputs_.read(id, room.snapshot_seq);
    room.inputs = std::move(read.inputs);
    if (room.broken.empty()) room.broken = read.fault;
  }

  std::unique_ptr<DataFiles> files_;
  bool flushed_;      // each commit
  LogTail log_tail_;  // when the store was opened
  DatabaseConnection connection_;
  Archived archived_;
  StoredInputs inputs_;
  RoomTable rooms_;
  SnapshotTable snapshots_;
  SqliteGuestTable guests_;
  SqliteActTable acts_;
  std::unique_ptr<Archive> archive_;
  std::unique_ptr<Checkpointer> checkpointer_;
  std::unique_ptr<Survey> survey_;
  std::unordered_map<std::string, Writer> writers_;  // of the rooms that were written to, until they are closed
  std::string lost_;                                 // why the files must not be written any more
};

}  // namespace

Result<std::unique_ptr<Store>> Store::open(std::string const& directory, Durability durability, std::size_t tail_rows) {
  // Not counted: the counters have one mutex for all connections, and a slower thread may hold it while the journal's
  // waits.
  (void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);  // refused once a connection is open, but then it is already set
  auto files = DataFiles::lock(directory);
  if (!files) return files.error();
  auto const file = (*files)->database();
  for (auto const* part : {"", "-wal", "-shm"})
    make_private(file + part);  // a restored copy may be readable by all users
  try {
    return std::unique_ptr<Store>(std::make_unique<SqliteStore>(std::move(*files), durability, tail_rows));
  } catch (std::exception const& error) {
    if (is_locked(error))
      return refuse("busy", "another program has locked the database " + file + " (" + error.what() + "): end it");
    return refuse("internal",
                  "cannot use the database " + file + " (" + error.what() +
                      "): nothing was changed; restore a copy of it, or move it away to start with a new one");
  }
}

}  // namespace engawa::server
