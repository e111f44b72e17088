// The journal with a real database: which rooms a failure affects, and which not.
#include "server/store/journal.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <atomic>
#include <functional>
#include <future>
#include <numeric>
#include <thread>

#include "server/store/act_table.hpp"
#include "server/store/guest_table.hpp"
#include "tests/catch.hpp"
#include "tests/store/folder.hpp"

using namespace engawa;
using namespace engawa::server;

namespace {

using Fate = Journal::Fate;

// A store whose disk can be broken.
class Faulty final : public Store {
 public:
  explicit Faulty(std::string const& folder) : real_(Store::open(folder, Durability::process).value()) {}
  std::atomic<bool> broken{false};
  std::atomic<int> probes{0};

  void begin() override { real_->begin(); }
  std::vector<Refused> commit() override {
    check();
    return real_->commit();
  }
  void rollback() noexcept override { real_->rollback(); }
  bool has_chores() const override { return real_->has_chores(); }
  void begin_part() override { real_->begin_part(); }
  void end_part(bool keep) override { real_->end_part(keep); }
  void probe() override {
    ++probes;
    check();
    real_->probe();
  }
  void watch() override { real_->watch(); }
  std::string const& lost() const override { return real_->lost(); }
  Result<std::string> rescue() override { return real_->rescue(); }
  bool is_fault(std::exception const& error) const override { return real_->is_fault(error); }
  void create_room(std::string const& code, std::string const& setup, std::int64_t at) override {
    real_->create_room(code, setup, at);
  }
  bool append(std::string const& room, std::uint64_t epoch, std::uint64_t seq, std::string const& input) override {
    return real_->append(room, epoch, seq, input);
  }
  void expect(std::vector<std::string> const& codes) override { real_->expect(codes); }
  std::optional<StoredRoom> take_room(std::string const& code, bool whole) override {
    return real_->take_room(code, whole);
  }
  std::optional<StoredRoom> read_room(std::string const& code) override { return real_->read_room(code); }
  void put_snapshot(std::string const& code, std::uint64_t epoch, std::uint64_t seq, std::string const& text) override {
    real_->put_snapshot(code, epoch, seq, text);
  }
  bool set_broken(std::string const& code, std::string const& reason) override {
    return real_->set_broken(code, reason);
  }
  std::vector<std::string> open_rooms() override { return real_->open_rooms(); }
  std::vector<RoomRow> list_rooms(int limit) override { return real_->list_rooms(limit); }
  void set_closed(std::string const& code, bool closed) override { real_->set_closed(code, closed); }
  Holdings holdings() const override { return real_->holdings(); }
  std::vector<Damage> damage() override { return real_->damage(); }
  GuestTable& guests() override { return real_->guests(); }
  ActTable& acts() override { return real_->acts(); }
  Archive& archive() override { return real_->archive(); }

 private:
  void check() const {
    if (broken) throw StoreFault("the disk is broken");
  }
  std::unique_ptr<Store> real_;
};

struct Table {
  Folder folder;
  Faulty store{folder.path()};
  std::mutex mutex;
  std::vector<Journal::Outcome> outcomes;
  std::function<void()> told = {};  // on the journal's thread
  std::promise<void> recovered;
  Journal journal{store, 1,
                  [this](int, std::vector<Journal::Outcome> const& more) {
                    std::lock_guard const lock(mutex);
                    outcomes.insert(outcomes.end(), more.begin(), more.end());
                    if (told) told();
                  },
                  [this] { recovered.set_value(); }};

  Table() {
    for (auto const* code : {"A", "B"}) run([code](Store& open) { open.create_room(code, "{}", 1); });
  }
  bool run(Journal::Work work) {
    std::promise<bool> done;
    journal.run(std::move(work), [&](bool stored) { done.set_value(stored); });
    return done.get_future().get();
  }
  void append(std::string const& room, std::uint64_t seq, std::uint64_t epoch = 1) {
    auto const input = "input " + std::to_string(seq);
    Journal::Inputs one;
    one.add({0, nullptr, room, epoch, seq}, input);
    journal.enqueue(one);
  }
  std::vector<Fate> fates() {
    journal.flush();
    std::vector<Fate> all;
    for (auto const& outcome : outcomes) all.push_back(outcome.fate);
    outcomes.clear();
    return all;
  }
  std::vector<std::string> inputs(std::string const& room) {
    std::vector<std::string> read;
    run([&](Store& open) { read = open.read_room(room)->inputs; });
    return read;
  }
};

}  // namespace

TEST_CASE("a number that is not the next is refused, and nobody else is harmed", "[journal]") {
  Table table;
  table.append("A", 1);
  table.append("B", 1);
  table.append("A", 3);
  table.append("A", 2);
  table.append("A", 2);
  table.append("B", 2);
  CHECK(table.fates() ==
        std::vector{Fate::stored, Fate::stored, Fate::refused, Fate::stored, Fate::refused, Fate::stored});
  CHECK(table.inputs("A") == std::vector<std::string>{"input 1", "input 2"});
  CHECK(table.journal.up());
}

// Everything is queued while one task blocks the journal.
TEST_CASE("an input waits for some of the tasks before it, and what hurries for nothing", "[journal]") {
  Table table;
  std::promise<void> holds, begun;
  table.journal.run(
      [&](Store&) {
        begun.set_value();
        holds.get_future().wait();
      },
      {});
  begun.get_future().wait();
  constexpr int kMany = 100;
  std::vector<int> order;
  for (int i = 0; i < kMany; ++i) table.journal.run([&, i](Store&) { order.push_back(i); }, {});
  table.append("A", 1);
  std::size_t done_before_input = 0, done_before_hurried = 1, inputs_before_hurried = 1;
  table.told = [&] { done_before_input = order.size(); };
  Journal::Task hurried;
  hurried.work = [&](Store& store) {
    done_before_hurried = order.size();
    inputs_before_hurried = store.read_room("A")->inputs.size();
  };
  hurried.hurries = true;
  table.journal.run(std::move(hurried));
  holds.set_value();
  CHECK(table.fates() == std::vector{Fate::stored});
  CHECK(done_before_hurried == 0);
  CHECK(inputs_before_hurried == 0);
  CHECK(done_before_input > 0);  // they are in its batch
  CHECK(done_before_input < kMany / 2);
  std::vector<int> as_queued(kMany);
  std::iota(as_queued.begin(), as_queued.end(), 0);
  CHECK(order == as_queued);
}

TEST_CASE("who has lost a room cannot write in it", "[journal]") {
  Table table;
  table.append("A", 1);
  std::uint64_t epoch = 0;
  CHECK(table.run([&](Store& store) { epoch = store.take_room("A", false)->epoch; }));
  CHECK(epoch == 2);
  table.append("A", 2, 1);
  table.append("B", 1);
  table.append("A", 2, epoch);
  CHECK(table.fates() == std::vector{Fate::stored, Fate::refused, Fate::stored, Fate::stored});
}

TEST_CASE("a task that fails undoes what it did, and nothing else", "[journal]") {
  Table table;
  table.append("A", 1);
  CHECK_FALSE(table.run([](Store& store) {
    store.set_closed("A", true);
    store.guests().put({"g_1", "hash", "nick", ""}, 1);
    throw std::runtime_error("a task fails");
  }));
  table.append("A", 2);
  CHECK(table.fates() == std::vector{Fate::stored, Fate::stored});
  CHECK(table.run([](Store& store) {
    CHECK(store.guests().all().rows.empty());
    CHECK(store.open_rooms() == std::vector<std::string>{"A", "B"});
  }));
  CHECK(table.journal.up());
}

TEST_CASE("what was on its way when the disk broke leaves no gap when it works again", "[journal]") {
  Table table;
  table.append("A", 1);
  CHECK(table.fates() == std::vector{Fate::stored});
  table.store.broken = true;
  table.append("A", 2);
  CHECK(table.fates() == std::vector{Fate::fault});
  CHECK_FALSE(table.journal.up());
  CHECK(table.journal.trouble() == "the disk is broken");
  CHECK_FALSE(table.run([](Store&) { FAIL("nothing is tried while the store is down"); }));
  table.append("B", 1);
  CHECK(table.fates() == std::vector{Fate::fault});
  table.store.broken = false;
  table.recovered.get_future().wait();
  CHECK(table.journal.up());
  CHECK(table.journal.trouble().empty());
  table.append("A", 3);  // inputs that the room had sent before it learned of the fault
  table.append("A", 2);
  table.append("B", 1);
  CHECK(table.fates() == std::vector{Fate::refused, Fate::stored, Fate::stored});
  CHECK(table.inputs("A") == std::vector<std::string>{"input 1", "input 2"});
  CHECK(table.journal.counters().outages == 1);
  CHECK(table.store.probes < 20);
}

TEST_CASE("the newest two snapshots are kept, and a damaged one is passed over", "[journal]") {
  Table table;
  for (std::uint64_t seq = 1; seq <= 4; ++seq) {
    table.append("A", seq);
    table.run([seq](Store& store) { store.put_snapshot("A", 1, seq, "snapshot " + std::to_string(seq)); });
  }
  table.run([](Store& store) {
    store.put_snapshot("A", 9, 4, "of a stranger");
    store.put_snapshot("A", 1, 5, "of an input that was never stored");
    auto const room = store.take_room("A", false).value();
    CHECK(room.snapshot == "snapshot 4");
    CHECK(room.snapshot_seq == 4);
    CHECK(room.inputs.empty());
    auto const whole = store.take_room("A", true).value();
    CHECK(whole.snapshot.empty());
    CHECK(whole.inputs.size() == 4);
  });
}

TEST_CASE("what is packed while nobody plays is stored, too", "[journal]") {
  Table table;
  for (std::uint64_t seq = 1; seq <= 50; ++seq) table.append("A", seq);
  CHECK(table.run([](Store& store) { store.set_closed("A", true); }));
  SQLite::Database outside(table.folder.path() + "/engawa.db", SQLite::OPEN_READONLY, 5000);
  while (outside.execAndGet("SELECT packed FROM rooms WHERE code = 'A'").getInt() == 0 ||
         outside.execAndGet("SELECT COUNT(*) FROM journal").getInt() > 0)
    std::this_thread::yield();
  CHECK(table.inputs("A").size() == 50);
}

TEST_CASE("a quarantined room is not taken", "[journal]") {
  Table table;
  table.append("A", 1);
  table.run([](Store& store) {
    CHECK(store.set_broken("A", "a reason"));
    CHECK_FALSE(store.set_broken("none", "a reason"));
    auto const room = store.take_room("A", false).value();
    CHECK(room.broken == "a reason");
    CHECK(room.inputs.empty());
    CHECK(store.open_rooms() == std::vector<std::string>{"B"});
    CHECK(store.list_rooms(1).front().broken == "a reason");
    CHECK(store.set_broken("A", ""));
    CHECK(store.take_room("A", false)->inputs.size() == 1);
  });
}
