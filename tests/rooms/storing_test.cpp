// The hourly storage limits: counted in stored bytes, by room, and by guest and address (the peer).
#include <algorithm>
#include <thread>
#include <vector>

#include "server/ops/token_bucket.hpp"
#include "tests/catch.hpp"
#include "tests/rooms/fakes.hpp"

using namespace engawa;
using namespace engawa::server;

namespace engawa::tests::storing_test {

// A peer with an account, like a connection.
class Writer final : public FakePeer {
 public:
  explicit Writer(SharedBucket& account) : account_(account) {}
  std::int64_t storing_wait(std::int64_t now) override { return account_.wait(now); }
  void stored(std::int64_t now, std::size_t bytes) override {
    account_.charge(now, static_cast<double>(bytes));
    taken += bytes;
  }
  std::size_t taken = 0;

 private:
  SharedBucket& account_;
};

constexpr std::int64_t kHour = 3600000;
constexpr std::int64_t kSmall = 2;  // kB per hour
constexpr std::int64_t kPlenty = 1000000;

struct Table {
  RoomTuning tuning;
  FakeEnvironment host;
  std::unique_ptr<Room> room;
  SharedBucket account;
  Writer writer{account};
  FakePeer reader;
  int id = 0;

  Table(std::int64_t in_room, std::int64_t of_writer) : account(kb_per_hour(of_writer)) {
    tuning.chat = {1e9, 1e9};
    tuning.stored = kb_per_hour(in_room);
    room = load({});
    join(*room, writer, "g_writer");
    join(*room, reader, "g_reader");
    host.settle(*room);
  }

  std::unique_ptr<Room> load(std::vector<std::string> const& journal) {
    return Room::load(open_setup("753", "nim"), journal, host, tuning).value();
  }
  Json say(FakePeer& peer, std::string const& text, int with) {
    request(*room, peer, {{"type", "say"}, {"id", with}, {"text", text}});
    host.settle(*room);
    return peer.answer(with);
  }
  Json say(FakePeer& peer, std::string const& text = "hello") { return say(peer, text, ++id); }
  Json until_refused(FakePeer& peer) {
    for (int i = 0; i < 1000; ++i)
      if (auto const answer = say(peer); answer["type"] == "error") return answer;
    return {};
  }
  std::size_t bytes() const {
    std::size_t sum = 0;
    for (auto const& input : host.stored) sum += input.find(R"("in":"say")") != input.npos ? input.size() : 0;
    return sum;
  }
};

TEST_CASE("a shared bucket says when to come again, and what is owed is waited for", "[storing]") {
  SharedBucket bucket({10, 100});  // 100 ms per token
  std::int64_t const now = 1'795'294'077'000;
  CHECK(bucket.full(now));
  bucket.charge(now, 99);
  CHECK(bucket.wait(now) == 0);
  bucket.charge(now, 1);
  CHECK(bucket.wait(now) == 101);
  CHECK(bucket.wait(now + 100) == 0);
  bucket.charge(now + 100, 21);  // one is there, 20 are owed
  CHECK(bucket.wait(now + 100) == 2101);
  CHECK(bucket.wait(now + 2201) == 0);
  CHECK_FALSE(bucket.full(now + 12099));
  CHECK(bucket.full(now + 12100));
}

TEST_CASE("a shared bucket counts what several threads take", "[storing]") {
  SharedBucket bucket({1, 40000});
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int n = 0; n < 10000; ++n) bucket.charge(1000, 1);
    });
  threads.clear();
  CHECK(bucket.wait(1000) == 1001);
  CHECK(bucket.wait(2000) == 0);
}

TEST_CASE("who has stored enough is refused before anything changes, and goes on with the same id", "[storing]") {
  Table table(kPlenty, kSmall);
  auto const refused = table.until_refused(table.writer);
  CHECK(refused["code"] == "storage_limit");
  auto const wait = refused["retry_ms"].get<std::int64_t>();
  CHECK((wait > 0 && wait < kHour));
  auto const stored = table.bytes();
  CHECK(stored == table.writer.taken);
  CHECK((stored >= 1000 * kSmall && stored < 1000 * kSmall + 200));  // the last one may owe a little
  auto const seq = table.room->state().seq();
  CHECK(table.say(table.writer, "again", table.id)["code"] == "storage_limit");  // not remembered
  CHECK(table.room->state().seq() == seq);
  CHECK(table.bytes() == stored);
  CHECK(table.say(table.reader)["type"] == "ok");  // others are not delayed
  table.host.time += wait;
  table.id = refused["re"].get<int>();
  auto const done = table.say(table.writer, "at last", table.id);
  CHECK(done["type"] == "ok");
  auto const after = table.room->state().seq();
  CHECK(table.say(table.writer, "at last", table.id)["seq"] == done["seq"]);  // the answer again, and nothing else
  CHECK(table.room->state().seq() == after);
}

TEST_CASE("a room that has slept has the limit that it had", "[storing]") {
  Table table(kSmall, kPlenty);
  auto const wait = table.until_refused(table.writer)["retry_ms"].get<std::int64_t>();
  table.room->leave(table.writer);
  table.room->leave(table.reader);
  table.host.settle(*table.room);
  REQUIRE(table.room->dozing());
  auto const lasting = table.room->lasting();
  table.room = table.load(table.host.stored);
  table.room->woken(lasting);
  FakePeer third;
  join(*table.room, third, "g_third");
  CHECK(table.say(third)["code"] == "storage_limit");
  table.host.time += wait;
  CHECK(table.say(third)["type"] == "ok");
}

TEST_CASE("a room has a limit for all who are in it", "[storing]") {
  Table table(kSmall, kPlenty);
  CHECK(table.until_refused(table.writer)["code"] == "storage_limit");
  CHECK(table.say(table.reader)["code"] == "storage_limit");
  CHECK(table.reader.fault.empty());
  table.host.time += kHour + 60000;
  CHECK(table.say(table.reader)["type"] == "ok");
}

TEST_CASE("what stores nothing is not counted and not refused", "[storing]") {
  Table table(kPlenty, kSmall);
  request(*table.room, table.writer, {{"type", "stand"}, {"id", 900}});
  table.host.settle(*table.room);
  CHECK(table.writer.answer(900)["code"] == "forbidden");
  CHECK(table.writer.taken == 0);
  table.until_refused(table.writer);
  for (Json const& frame : {Json{{"type", "log"}, {"id", 901}}, Json{{"type", "sync"}, {"id", 902}},
                            Json{{"type", "hint"}, {"id", 903}}, Json{{"type", "ping"}, {"id", 904}}}) {
    request(*table.room, table.writer, frame);
    table.host.settle(*table.room);
    CHECK(table.writer.answer(frame["id"]).value("code", "") != "storage_limit");
  }
  CHECK(table.say(table.writer, "hello", 1)["type"] == "ok");  // an old answer is repeated
}

}  // namespace engawa::tests::storing_test
