// The cases of nodes that need PostgreSQL; the others are in cluster_cases.cpp.
#include "server/store/cluster.hpp"

#include <algorithm>
#include <functional>

#include "server/store/archive.hpp"
#include "server/store/guest_table.hpp"
#include "server/store/store.hpp"
#include "tests/catch.hpp"
#include "tests/store/nodes_place.hpp"
#include "tests/store/places.hpp"
#include "tests/store/steps.hpp"

namespace engawa::server {
namespace {

class PostgresNodes final : public NodesPlace {
 public:
  std::unique_ptr<Store> open(ClusterNode const& node) override { return place_.open(node); }
  void end_lease(std::string const& address) override {
    CHECK(place_.run("UPDATE nodes SET lease_until = clock_timestamp() WHERE address = '" + address + "'") == 1);
  }

 private:
  PostgresPlace place_;
};

}  // namespace

std::unique_ptr<NodesPlace> make_nodes_place() { return std::make_unique<PostgresNodes>(); }

}  // namespace engawa::server

using namespace engawa;
using namespace engawa::server;

namespace {

// Two nodes; A1 and A2 are rooms of the first.
struct Two {
  PostgresPlace place;
  std::unique_ptr<Store> a = place.open({"a:1", kHour}), b = place.open({"b:1", kHour});
  Two() { make_two_rooms(*a); }
  void end_lease(std::string const& address) const {
    CHECK(place.run("UPDATE nodes SET lease_until = clock_timestamp() WHERE address = '" + address + "'") == 1);
  }
};

}  // namespace

TEST_CASE("a node that is gone for long is forgotten when it has no rooms any more", "[cluster]") {
  Two two;
  two.a.reset();
  two.end_lease("a:1");
  CHECK(claim(*two.b) == Codes{"A1", "A2"});
  CHECK(two.place.number("SELECT count(*) FROM nodes WHERE address = 'a:1'") == 1);
  two.place.run("UPDATE nodes SET lease_until = clock_timestamp() - interval '2 minutes' WHERE address = 'a:1'");
  CHECK(claim(*two.b).empty());
  CHECK(two.place.number("SELECT count(*) FROM nodes WHERE address = 'a:1'") == 0);
}

TEST_CASE("one process has an address, and who is no node has the database alone", "[cluster]") {
  Two two;
  auto const same = two.place.try_open({"a:1", kHour});
  REQUIRE_FALSE(same);
  CHECK(same.error().message.find("another engawad with the address a:1") != std::string::npos);
  auto const alone = two.place.try_open();
  REQUIRE_FALSE(alone);
  CHECK(alone.error().message.find("another engawad is using this database") != std::string::npos);
  two.a.reset();
  two.b.reset();
  auto const single = two.place.open();
  CHECK(single->cluster() == nullptr);
  CHECK(take(*single, "A1").inputs == Codes{"one"});  // whichever node it was
  auto const node = two.place.try_open({"a:1", kHour});
  REQUIRE_FALSE(node);
  CHECK(node.error().message.find("no node of a cluster") != std::string::npos);
}

TEST_CASE("a node whose connection was cut goes on with the rooms that it still has", "[cluster]") {
  Two const two;
  two.place.cut();
  CHECK_THROWS_AS(two.a->watch(), StoreFault);
  CHECK_THROWS_AS(two.b->watch(), StoreFault);
  for (auto* store : {two.a.get(), two.b.get()})
    for (bool up = false; !up;) try {
        store->probe();
        up = true;
      } catch (StoreFault const&) {
      }
  CHECK(renew(*two.a));
  CHECK(take(*two.b, "A1").home == "a:1");
  transaction(*two.a, [&] { CHECK(two.a->append("A1", 1, 2, "two")); });
  CHECK(take(*two.a, "A1").inputs == Codes{"one", "two"});
}

TEST_CASE("nodes count an hour that they are up together as one, whatever their clocks say", "[cluster]") {
  Two two;
  constexpr std::int64_t years = 17520 * kHour;
  for (int i = 0; i < 3; ++i)
    for (auto* node : {two.a.get(), two.b.get()})
      transaction(*node, [&] { CHECK(node->archive().count_uptime(kHour, (node == two.a.get() ? 1 : -1) * years)); });
  // The first of all uptimes is an hour; since then PostgreSQL's clock has advanced by moments.
  CHECK(two.place.number("SELECT uptime FROM engawa") >= kHour);
  CHECK(two.place.number("SELECT uptime FROM engawa") < kHour + kHour / 2);
}

TEST_CASE("nobody waits for a node that counts and is frozen", "[cluster]") {
  Two const two;
  two.a->begin();
  CHECK(two.a->archive().count_uptime(kHour, 0));
  transaction(*two.b, [&] {
    CHECK_FALSE(two.b->archive().count_uptime(kHour, 0));
    CHECK(two.b->archive().uptime().total == 0);
    two.b->guests().put({"g_1", "1", "Aki", "ja"}, 10);
  });
  CHECK(two.a->commit().empty());
  CHECK(two.place.number("SELECT uptime FROM engawa") == kHour);
}
