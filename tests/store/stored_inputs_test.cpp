// Stored inputs are loaded unchanged, wherever they are: in the tail, packed, or in between.
#include "server/store/sqlite/inputs/stored_inputs.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "server/store/archive.hpp"
#include "server/store/input_columns.hpp"
#include "server/store/packed_inputs.hpp"
#include "server/store/row_sum.hpp"
#include "server/store/store.hpp"
#include "tests/catch.hpp"
#include "tests/store/folder.hpp"
#include "tests/store/steps.hpp"

using namespace engawa;
using namespace engawa::server;

namespace {

constexpr std::size_t kShortTail = 20;
constexpr std::size_t kLongTail = 1000;

using Inputs = std::vector<std::string>;

std::unique_ptr<Store> open(Folder const& folder, std::size_t tail_rows) {
  return Store::open(folder.path(), Durability::process, tail_rows).value();
}

// The database, from outside of the server. Rows that are changed keep their checksums.
class Outside {
 public:
  explicit Outside(Folder const& folder) : db_(folder.path() + "/engawa.db", SQLite::OPEN_READWRITE, 5000) {
    add_row_sum(db_);
  }
  int run(std::string const& statement) { return db_.exec(statement); }
  std::int64_t number(std::string const& query) { return db_.execAndGet(query).getInt64(); }

 private:
  SQLite::Database db_;
};

std::string text_of(std::string const& room, std::uint64_t seq) {
  return R"({"in":"say","text":"step )" + std::to_string(seq) + " of " + room + R"(: \"é\""})";
}

void append(Store& store, std::string const& room, std::uint64_t from, std::uint64_t to, std::uint64_t epoch = 1) {
  for (auto seq = from; seq <= to; ++seq) CHECK(store.append(room, epoch, seq, text_of(room, seq)));
}

// Rooms A, B, ... with that many inputs each, in turn.
void fill(Folder const& folder, int rooms, std::uint64_t inputs) {
  auto const store = open(folder, kLongTail);
  store->begin();
  for (int i = 0; i < rooms; ++i) store->create_room(std::string(1, static_cast<char>('A' + i)), "{}", 1);
  for (std::uint64_t seq = 1; seq <= inputs; ++seq)
    for (int i = 0; i < rooms; ++i) append(*store, std::string(1, static_cast<char>('A' + i)), seq, seq);
  store->commit();
}

// Commits until the packer has done enough for the query to find something.
void until(Store& store, Outside& outside, std::string const& query) {
  while (outside.number(query) == 0) {
    transaction(store);
    std::this_thread::yield();
  }
}

std::string broken(Store& store, std::string const& room) {
  std::string reason;
  transaction(store, [&] { reason = store.take_room(room).value().broken; });
  return reason;
}

// The layout up to version 4, without what the store adds to it.
class OldLayout {
 public:
  OldLayout() { db_.exec("CREATE TABLE journal(room TEXT, seq INTEGER, input TEXT, UNIQUE(room, seq))"); }
  void append(std::string const& room, std::uint64_t seq, std::string const& input) {
    SQLite::Statement insert(db_, "INSERT INTO journal VALUES(?, ?, ?)");
    insert.bind(1, room);
    insert.bind(2, static_cast<std::int64_t>(seq));
    insert.bind(3, input);
    insert.exec();
  }
  Inputs read(std::string const& room, std::uint64_t after = 0) {
    SQLite::Statement query(db_, "SELECT input FROM journal WHERE room = ? AND seq > ? ORDER BY seq");
    query.bind(1, room);
    query.bind(2, static_cast<std::int64_t>(after));
    Inputs inputs;
    while (query.executeStep()) inputs.push_back(query.getColumn(0).getString());
    return inputs;
  }
  std::uint64_t last(std::string const& room) { return read(room).size(); }
  SQLite::Database& database() { return db_; }

 private:
  SQLite::Database db_{":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE};
};

// A store and the old layout, which always get the same inputs.
class Pair {
 public:
  explicit Pair(unsigned seed) : chance_(seed) {
    transaction(*store_, [&] {
      for (auto const& room : rooms_) store_->create_room(room, "{}", 1);
    });
  }

  void step() {
    if (auto const what = below(100); what < 3) {
      store_.reset();  // with the packer's unfinished work
      store_ = open(folder_, kShortTail);
    } else if (what < 8) {
      transaction(*store_, [&] { store_->set_closed(any_room(), true); });
    } else if (what < 13) {
      transaction(*store_, [&] { take(any_room()); });
    } else if (what < 18) {
      failed_part();
    } else {
      batch(what < 26);
    }
  }

  void check() {
    for (auto const& room : rooms_) {
      transaction(*store_, [&] {
        auto const whole = store_->read_room(room).value();
        CHECK(whole.broken.empty());
        CHECK(whole.inputs == old_.read(room));
        auto const after = below(static_cast<unsigned>(old_.last(room)) + 1);
        auto piece = store_->archive().read(room, after, 7).value().inputs;
        auto wanted = old_.read(room, after);
        wanted.resize(std::min<std::size_t>(wanted.size(), 7));
        CHECK(piece == wanted);
      });
    }
    CHECK(store_->damage().empty());
  }
  // The packer's thread has the lowest priority: on a busy machine it may not have run yet.
  void wait_for_the_packer() {
    Outside outside(folder_);
    until(*store_, outside, "SELECT COUNT(*) FROM packed");
  }

 private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(chance_() % limit); }
  std::string const& any_room() { return rooms_[below(static_cast<unsigned>(rooms_.size()))]; }

  void take(std::string const& room) {
    auto const taken = store_->take_room(room).value();
    CHECK(taken.inputs == old_.read(room));
    epochs_[room] = taken.epoch;
  }
  void batch(bool fails) {
    old_.database().exec("BEGIN");
    store_->begin();
    for (auto left = 1 + below(12); left > 0; --left) {
      auto const& room = any_room();
      auto const seq = old_.last(room) + 1;
      auto const input = text_of(room, seq) + std::to_string(chance_());
      auto const epoch = epochs_.contains(room) ? epochs_[room] : 1;
      CHECK_FALSE(store_->append(room, epoch, seq + 1, input));
      CHECK_FALSE(store_->append(room, epoch + 1, seq, input));
      CHECK(store_->append(room, epoch, seq, input));
      old_.append(room, seq, input);
    }
    if (fails) store_->rollback();
    if (!fails) store_->commit();
    old_.database().exec(fails ? "ROLLBACK" : "COMMIT");
  }
  void failed_part() {
    store_->begin();
    auto const& room = any_room();
    store_->begin_part();
    store_->set_closed(room, true);
    (void)store_->archive().give_up(room, epochs_.contains(room) ? epochs_[room] : 1);
    while (store_->archive().erase(3)) {
    }
    store_->end_part(false);
    store_->commit();
  }

  Folder folder_;
  std::unique_ptr<Store> store_ = open(folder_, kShortTail);
  OldLayout old_;
  std::mt19937 chance_;
  Inputs rooms_{"A", "B", "C", "D", "E"};
  std::map<std::string, std::uint64_t> epochs_;
};

// Rooms A, B and C; B has a packed row and, on request, later rows in the tail.
void fill_three(Folder const& folder, bool packed) {
  fill(folder, 3, 30);
  if (!packed) return;
  Outside outside(folder);
  auto const store = open(folder, kLongTail);
  transaction(*store, [&] { store->set_closed("B", true); });
  until(*store, outside, "SELECT packed FROM rooms WHERE code = 'B'");
  transaction(*store, [&] { append(*store, "B", 31, 40, store->take_room("B")->epoch); });
}

void check_that_b_alone_is_broken(Folder const& folder, std::string const& reason,
                                  std::string const& or_reason = "none") {
  auto const store = open(folder, kLongTail);
  CHECK(broken(*store, "A").empty());
  CHECK(broken(*store, "C").empty());
  auto const said = broken(*store, "B");
  CAPTURE(said, reason);
  CHECK((said.find(reason) != said.npos || said == or_reason));
  CHECK(store->damage().size() == 1);
}

}  // namespace

TEST_CASE("what is loaded is what the old layout would load", "[inputs]") {
  for (auto const seed : {1u, 2u, 3u, 4u}) {
    CAPTURE(seed);
    Pair pair(seed);
    for (int i = 0; i < (kSanitized ? 200 : 600); ++i) {
      pair.step();
      if (i % 20 == 0) pair.check();
    }
    pair.wait_for_the_packer();
    pair.check();
  }
}

TEST_CASE("inputs are the same after packing", "[inputs]") {
  Inputs inputs{"", "a", text_of("A", 1), std::string(100000, 'x'), "日本語\n\"\\"};
  for (auto const packing : {Packing::quick, Packing::small}) {
    auto const packed = pack_inputs(inputs, packing);
    CHECK(packed.bytes.size() < 1000);
    CHECK(unpack_inputs(packed.bytes, packed.size) == inputs);
    CHECK_THROWS_AS(unpack_inputs(packed.bytes, packed.size - 1), std::runtime_error);
    CHECK_THROWS_AS(unpack_inputs(packed.bytes.substr(1), packed.size), std::runtime_error);
    CHECK_THROWS_AS(unpack_inputs("", std::size_t{1} << 40), std::runtime_error);
  }
  CHECK_THROWS(pack_inputs({"\xff"}, Packing::small));
}

TEST_CASE("inputs are the same after packing as columns, and an array is made of what is written in another way",
          "[inputs]") {
  Inputs const usual{
      R"({"in":"wake","at":1795439176431})",
      R"({"in":"sit","at":1795439176434,"seat":0,"guest":"g_A","request":"page-9","nick":"P\"é\u0001"})",
      R"({"in":"move","at":1795439176433,"seat":0,"lag":3,"guest":"g_A","request":"page-10","move":{"to":"f5","from":1}})",
      R"({"in":"say","at":1795439176433,"guest":"g_B","request":12,"text":"null"})",
      R"({"in":"say","at":1795439176433,"guest":"g_B","request":9007199254740991,"text":""})",
      R"({"in":"say","at":1795439176433,"guest":"g_B","request":"12","text":"a"})",
      R"({"in":"say","at":1795439176433,"guest":"g_B","request":"page-007","text":"a"})",
      R"({"in":"say","at":1795439176433,"guest":"g_B","request":"page-","text":"a"})",
      R"({"in":"say","at":1795439176433,"guest":"g_B","request":"12345678901234567890123456789012","text":"a"})",
      R"({"in":"say","at":1795439176433,"guest":"g_B","request":"","text":"a"})",
      R"({"in":"offline","at":1795439176433,"until":1795439206433,"seat":1})",
      R"({"in":"kick","at":1795439176434,"guest":"g_A","nick":"B","text":"g_B"})"};
  auto const columns = columns_of(usual);
  REQUIRE_FALSE(columns.empty());
  CHECK(inputs_of(nlohmann::ordered_json::parse(columns)) == usual);
  for (auto const* unusual : {"", "a", "7", "[]",
                              R"({"at":1})"
                              "x",
                              R"({"in":"wake"})", R"({"at":1,"in":"wake"})", R"({"in":"wake", "at":1})",
                              R"({"in":"wake","at":1e3})", R"({"in":"wake","at":1,"new":2})",
                              R"({"in":"wake","at":9223372036854775807})", R"({"in":"say","at":1,"text":null})",
                              R"({"in":"move","at":1,"move":{"x":1,"x":2}})", R"({"in":"move","at":1,"move":1.50})"}) {
    CAPTURE(unusual);
    auto inputs = usual;
    inputs.insert(inputs.begin() + 5, unusual);
    CHECK(columns_of(inputs).empty());
    auto const packed = pack_inputs(inputs, Packing::small);
    CHECK(unpack_inputs(packed.bytes, packed.size) == inputs);
  }
  for (auto const* damaged : {"{}", R"({"people":[],"at":7})", R"({"people":[],"at":["x"]})",
                              R"({"people":[],"at":[1],"who":[0]})", R"({"people":[["a"]],"at":[1],"who":[-1]})"})
    CHECK_THROWS_AS(inputs_of(nlohmann::ordered_json::parse(damaged)), std::exception);
}

TEST_CASE("a room that is closed is packed into one row, and goes on behind it", "[inputs]") {
  Folder folder;
  fill(folder, 2, 30);
  auto const store = open(folder, kLongTail);
  Outside outside(folder);
  transaction(*store, [&] { CHECK(store->take_room("A")->inputs.size() == 30); });
  for (std::uint64_t round = 0; round < 3; ++round) {
    transaction(*store, [&] {
      auto const taken = store->take_room("A").value();
      CHECK(taken.inputs.size() == 30 + 2 * round);
      append(*store, "A", 31 + 2 * round, 32 + 2 * round, taken.epoch);
    });
    transaction(*store, [&] { store->set_closed("A", true); });
    until(*store, outside, "SELECT packed = " + std::to_string(32 + 2 * round) + " FROM rooms WHERE code = 'A'");
    CHECK(outside.number("SELECT COUNT(*) FROM packed") == 1);
  }
  CHECK(outside.number("SELECT COUNT(*) FROM journal WHERE room = (SELECT id FROM rooms WHERE code = 'B')") == 30);
  CHECK(store->list_rooms(9).back().seq == 36);
  CHECK(store->read_room("A")->inputs.back() == text_of("A", 36));
  transaction(*store, [&] { CHECK_FALSE(store->append("A", 1, 37, "of an old owner")); });
}

TEST_CASE("a long tail is packed where it begins", "[inputs]") {
  Folder folder;
  fill(folder, 3, 100);
  auto const store = open(folder, kShortTail);
  Outside outside(folder);
  until(*store, outside, "SELECT COUNT(*) < 20 FROM journal");
  CHECK(outside.number("SELECT SUM(packed) FROM rooms") == 300);
  for (auto const* room : {"A", "B", "C"}) {
    CHECK(store->read_room(room)->inputs.size() == 100);
    CHECK(broken(*store, room).empty());
  }
}

TEST_CASE("a damaged row quarantines its room and no other, whatever of it is damaged", "[inputs]") {
  for (std::string const change : {"room = room + 1", "room = 999", "seq = seq + 4", "seq = 1", "seq = -1",
                                   "input = input || ' '", "sum = sum + 1", "input = x'00'"})
    for (bool const packed : {false, true})
      for (bool const last : {false, true}) {
        auto const seq = std::to_string(packed ? (last ? 40 : 35) : (last ? 30 : 15));
        CAPTURE(change, seq);
        Folder folder;
        fill_three(folder, packed);
        auto const damage = "UPDATE journal SET " + change + " WHERE room = 2 AND seq = " + seq;
        REQUIRE(Outside(folder).run(damage) == 1);
        check_that_b_alone_is_broken(folder, " of the journal (step " + seq + ") does not fit its checksum");
      }
}

TEST_CASE("a damaged packed row quarantines its room and no other", "[inputs]") {
  for (std::string const change : {"room = 1", "room = 999", "first = first + 1", "last = last + 1", "size = size + 1",
                                   "inputs = x'00'", "sum = sum + 1"}) {
    CAPTURE(change);
    Folder folder;
    fill_three(folder, true);
    REQUIRE(Outside(folder).run("UPDATE packed SET " + change) == 1);
    check_that_b_alone_is_broken(folder, " of the packed inputs (from step ", "its journal has a gap before step 2");
  }
}

TEST_CASE("a row that could be anybody's quarantines the rooms that may miss it", "[inputs]") {
  Folder folder;
  fill(folder, 3, 10);
  Outside outside(folder);
  // The last row of B: C has a later one, A does not.
  REQUIRE(outside.run("UPDATE journal SET room = 999, input = 'x' WHERE room = 2 AND seq = 10") == 1);
  auto const store = open(folder, kLongTail);
  for (auto const* room : {"A", "B"}) CHECK(broken(*store, room).starts_with("row 29 of the journal "));
  CHECK(broken(*store, "C").empty());
  transaction(*store, [&] { CHECK(store->set_broken("A", "")); });  // the operator has inspected it
  CHECK(broken(*store, "A").empty());
}

TEST_CASE("a row that is missing is found", "[inputs]") {
  Folder folder;
  fill(folder, 2, 20);
  Outside outside(folder);
  REQUIRE(outside.run("DELETE FROM journal WHERE room = 1 AND seq = 4") == 1);
  auto const store = open(folder, kShortTail);
  for (int i = 0; i < 10; ++i) transaction(*store);
  CHECK(broken(*store, "A") == "its journal has a gap before step 5");
  CHECK(store->read_room("A")->inputs.size() == 19);
  CHECK(broken(*store, "B").empty());
  until(*store, outside, "SELECT packed = 20 FROM rooms WHERE code = 'B'");
  CHECK(outside.number("SELECT COUNT(*) FROM journal WHERE room = 1") == 19);  // nothing of it is packed or deleted
}

TEST_CASE("what somebody else writes into the database is noticed before anything is added to it", "[inputs]") {
  Folder folder;
  fill(folder, 1, 2);
  auto const store = open(folder, kLongTail);
  transaction(*store, [&] { append(*store, "A", 3, 3); });
  Outside outside(folder);
  REQUIRE(outside.run("INSERT INTO journal(room, seq, input, sum) VALUES(1, 4, 'theirs', row_sum(1, 4, 'theirs'))") ==
          1);
  transaction(*store, [&] { CHECK_FALSE(store->append("A", 1, 4, "ours")); });
  CHECK(store->read_room("A")->inputs.back() == "theirs");
  REQUIRE(outside.run("UPDATE rooms SET epoch = 2, sum = row_sum(id, code, 2, closed, created_at, setup, broken, "
                      "closed_at, packed)") == 1);
  transaction(*store, [&] { CHECK_FALSE(store->append("A", 1, 5, "ours")); });
}

TEST_CASE("the number of a room that is gone is not used again", "[inputs]") {
  Folder folder;
  fill(folder, 2, 5);
  auto const store = open(folder, kLongTail);
  Outside outside(folder);
  transaction(*store, [&] {
    store->set_closed("B", true);
    CHECK(store->archive().give_up("B", 1));
  });
  transaction(*store, [&] {
    while (store->archive().erase(2)) {
    }
    store->create_room("C", "{}", 1);
    append(*store, "C", 1, 7);  // their rows have the numbers of B's old rows
  });
  CHECK(outside.number("SELECT id FROM rooms WHERE code = 'C'") == 3);
  CHECK(outside.number("SELECT COUNT(*) FROM journal WHERE room = 2") == 0);
  transaction(*store, [&] { store->set_closed("A", true); });
  until(*store, outside, "SELECT packed FROM rooms WHERE code = 'A'");
  for (int i = 0; i < 10; ++i) transaction(*store);
  CHECK(store->read_room("C")->inputs.size() == 7);
}
