#include "server/shard/connections.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tests/catch.hpp"

using namespace engawa::server;

namespace {

using Log = std::vector<std::string>;

struct Harbour {
  boost::asio::io_context io{1};
  Connections connections{io};
  Log log;
};

struct Line final : ShardConnection {
  Line(Harbour& harbour_, std::string name_, std::string node_ = {})
      : harbour(harbour_), name(std::move(name_)), where(std::move(node_)) {
    harbour.connections.add(*this);
  }
  ~Line() override { end(); }
  void on_tick(std::int64_t now) override { say("tick " + std::to_string(now)); }
  void flush() override { say("flush"); }
  void go_away() override { say("go_away"); }
  void drop() override {
    say("drop");
    end();
  }
  std::string_view node() const override { return where; }

  void say(std::string const& what) {
    harbour.log.push_back(name + ' ' + what);
    if (on_call) on_call();
  }
  void end() {
    if (std::exchange(ended, true)) return;
    harbour.connections.remove(*this);
  }

  Harbour& harbour;
  std::string name, where;
  std::function<void()> on_call;
  bool ended = false;
};

}  // namespace

TEST_CASE("what is asked for in one turn is flushed at its end", "[connections]") {
  Harbour harbour;
  Line a(harbour, "a"), b(harbour, "b");
  harbour.connections.flush_soon(a);
  harbour.connections.flush_soon(b);
  CHECK(harbour.log.empty());
  harbour.io.poll();
  CHECK(harbour.log == Log{"a flush", "b flush"});
}

TEST_CASE("what work asks for is flushed behind it, without another turn", "[connections]") {
  Harbour harbour;
  Line a(harbour, "a");
  harbour.connections.flush_after([&] {
    harbour.connections.flush_soon(a);
    CHECK(harbour.log.empty());
  });
  CHECK(harbour.log == Log{"a flush"});
  CHECK(harbour.io.poll() == 0);
}

TEST_CASE("a connection that ends is not flushed any more, and may end while others are", "[connections]") {
  Harbour harbour;
  Line a(harbour, "a"), b(harbour, "b"), c(harbour, "c");
  harbour.connections.flush_soon(a);
  harbour.connections.flush_soon(b);
  harbour.connections.flush_soon(c);
  b.end();
  a.on_call = [&] { c.end(); };
  harbour.io.poll();
  CHECK(harbour.log == Log{"a flush"});
}

TEST_CASE("a tick reaches each connection that is still there", "[connections]") {
  Harbour harbour;
  Line a(harbour, "a"), b(harbour, "b");
  a.on_call = [&] { b.end(); };
  b.on_call = [&] { a.end(); };
  harbour.connections.tick(7);
  CHECK(harbour.log.size() == 1);
  CHECK(harbour.log.front().ends_with(" tick 7"));
}

TEST_CASE("connections to nodes that are gone are dropped", "[connections]") {
  Harbour harbour;
  Line here(harbour, "here"), there(harbour, "there", "node-1:7000"), gone(harbour, "gone", "node-2:7000");
  harbour.connections.leave_dead_nodes({"node-1:7000"});
  CHECK(harbour.log == Log{"gone drop"});
}

TEST_CASE("the last connection that ends says that none is left", "[connections]") {
  Harbour harbour;
  int empty = 0;
  {
    Line a(harbour, "a"), b(harbour, "b");
    harbour.connections.when_empty([&] { ++empty; });
    harbour.connections.close();
    CHECK(harbour.log.size() == 2);
    a.end();
    CHECK(empty == 0);
  }
  CHECK(empty == 1);
  harbour.connections.when_empty([&] { ++empty; });
  CHECK(empty == 2);
}
