// A write-ahead log as SQLite writes it, and the report when it is damaged.
#include "server/store/sqlite/log_tail.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <fstream>
#include <iterator>

#include "server/store/store.hpp"
#include "tests/catch.hpp"
#include "tests/store/folder.hpp"

using namespace engawa;
using namespace engawa::server;

namespace {

constexpr std::uint64_t kFrame = 24 + 4096;
constexpr int kCommits = 6;

// A database in use, and its files after a crash.
class Crashed {
 public:
  Crashed() : db_(file(before_), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE) {
    // The application_id of engawad (schema.cpp), at version 0: the store opens it and adds its tables.
    db_.exec(
        "PRAGMA application_id = 0x656e6777; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;"
        "CREATE TABLE numbers(number INTEGER PRIMARY KEY)");
    (void)db_.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    for (int i = 0; i < kCommits; ++i) add();
  }
  void run(std::string const& statements) { (void)db_.exec(statements); }
  void add() { run("INSERT INTO numbers VALUES(NULL)"); }

  std::string log() {
    if (log_.empty()) {
      for (auto const* part : {"", "-wal"}) std::filesystem::copy_file(file(before_) + part, file(after_) + part);
      log_ = content(wal());
    }
    return log_;
  }
  void leave(std::string const& log) {
    (void)this->log();
    std::ofstream(wal(), std::ios::binary) << log;
  }
  void flip(std::uint64_t at) {
    auto damaged = log();
    damaged[at] = static_cast<char>(damaged[at] ^ 4);
    leave(damaged);
  }
  std::string const& folder() const { return after_.path(); }
  LogTail tail() {
    (void)log();
    return read_log_tail(wal());
  }
  // The rows that SQLite finds, read from a copy because SQLite would change the log.
  int numbers() const {
    Folder const copy;
    for (auto const* part : {"", "-wal"}) std::filesystem::copy_file(file(after_) + part, file(copy) + part);
    SQLite::Database database(file(copy), SQLite::OPEN_READWRITE);
    return database.execAndGet("SELECT COUNT(*) FROM numbers").getInt();
  }

 private:
  static std::string file(Folder const& folder) { return folder.path() + "/engawa.db"; }
  static std::string content(std::string const& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::string wal() const { return file(after_) + "-wal"; }

  Folder before_, after_;
  SQLite::Database db_;
  std::string log_;
};

std::uint64_t frame(int number) { return 32 + static_cast<std::uint64_t>(number) * kFrame; }

}  // namespace

TEST_CASE("of a whole log nothing is lost", "[log]") {
  Crashed crashed;
  REQUIRE(crashed.log().size() == frame(kCommits));
  CHECK(crashed.tail().lost == 0);
  CHECK(crashed.numbers() == kCommits);
  CHECK(loss_of(crashed.tail(), "log", false).empty());
  CHECK(read_log_tail("/nowhere/engawa.db-wal").lost == 0);
}

TEST_CASE("a bit that was flipped loses the commits behind it, and that is said", "[log]") {
  // The parts of a frame: the number of its page, the size of the database, both salts, both halves of its checksum,
  // its page.
  auto const at = GENERATE(std::uint64_t{3}, 7, 8, 15, 24, 2000, 4119);
  Crashed crashed;
  crashed.flip(frame(2) + at);
  CHECK(crashed.numbers() == 2);
  CHECK(crashed.tail().damaged_at == frame(2));
  CHECK(crashed.tail().lost == kCommits - 3);
  CHECK(loss_of(crashed.tail(), "log", false)
            .starts_with("the write-ahead log log is damaged at byte 8272, and 3 commits"));
}

TEST_CASE("a checksum that was damaged itself hides the frame behind it as well", "[log]") {
  auto const at = GENERATE(std::uint64_t{16}, 23);
  Crashed crashed;
  crashed.flip(frame(2) + at);
  CHECK(crashed.numbers() == 2);
  CHECK(crashed.tail().damaged_at == frame(2));
  CHECK(crashed.tail().lost == kCommits - 4);
}

TEST_CASE("a damaged head loses the whole log", "[log]") {
  auto const at = GENERATE(std::uint64_t{3}, 7, 10, 12, 16, 20, 31);
  Crashed crashed;
  crashed.flip(at);
  CHECK(crashed.numbers() == 0);
  CHECK(crashed.tail().damaged_at == 0);
  CHECK(crashed.tail().lost >= kCommits - 1);
}

TEST_CASE("a last commit that is torn was not acknowledged", "[log]") {
  Crashed crashed;
  auto const log = crashed.log();
  SECTION("half of it was written") { crashed.leave(log.substr(0, log.size() - 2000)); }
  SECTION("another page is in it") { crashed.flip(frame(kCommits - 1) + 24); }
  CHECK(crashed.numbers() == kCommits - 1);
  CHECK(crashed.tail().lost == 0);
}

TEST_CASE("what an earlier round of the log has left is not missing", "[log]") {
  Crashed crashed;
  crashed.run("PRAGMA wal_checkpoint(RESTART)");
  crashed.add();
  REQUIRE(crashed.log().size() == frame(kCommits));
  CHECK(crashed.numbers() == kCommits + 1);
  CHECK(crashed.tail().lost == 0);
}

TEST_CASE("what was rolled back is not missing", "[log]") {
  Crashed crashed;
  crashed.run("PRAGMA cache_size = 2; BEGIN; CREATE TABLE texts(text)");
  for (int i = 0; i < 50; ++i) crashed.run("INSERT INTO texts VALUES(randomblob(4000))");
  crashed.run("ROLLBACK");
  crashed.add();
  REQUIRE(crashed.log().size() > frame(kCommits + 10));
  CHECK(crashed.numbers() == kCommits + 1);
  CHECK(crashed.tail().lost == 0);
}

TEST_CASE("a power cut explains what durability lets it tear, and no more", "[log]") {
  CHECK(may_be_power_cut({32, 1}, true));
  CHECK_FALSE(may_be_power_cut({32, 2}, true));
  CHECK(may_be_power_cut({32, 2}, false));
  CHECK(loss_of({32, 2}, "log", false).find("if the power was not cut") != std::string::npos);
  CHECK(loss_of({32, 2}, "log", true).find("if the power was not cut") == std::string::npos);
}

TEST_CASE("a damaged log is one of the damages of the store, and it opens", "[log]") {
  Crashed crashed;
  crashed.flip(frame(2) + 2000);
  for (auto const durability : {Durability::process, Durability::power}) {
    Folder const copy;
    std::filesystem::copy(crashed.folder(), copy.path(), std::filesystem::copy_options::recursive);
    auto const damage = Store::open(copy.path(), durability).value()->damage();
    REQUIRE(damage.size() == 1);
    CHECK(damage[0].what.find("engawa.db-wal is damaged at byte 8272, and 3 commits") != std::string::npos);
    CHECK(damage[0].may_be_power_cut == (durability == Durability::process));
    CHECK(Store::open(copy.path(), durability).value()->damage().empty());
  }
}

TEST_CASE("what was lost once is not found again after the next crash", "[log]") {
  Crashed crashed;
  for (int i = 0; i < 200; ++i) crashed.add();
  crashed.flip(frame(2) + 2000);
  auto const store = Store::open(crashed.folder(), Durability::process).value();
  store->begin();
  store->create_room("A", "{}", 1);
  store->commit();
  CHECK(read_log_tail(crashed.folder() + "/engawa.db-wal").lost == 0);
}
