// The owners of rooms, and the rooms of a dead or late node: the behaviour of a cluster's database, PostgreSQL (in
// store_tests) or the simulated one (in simulation_tests). Time passes only in the database: a test decides when a
// lease ends.
#include <algorithm>
#include <chrono>
#include <functional>

#include "server/store/store.hpp"
#include "tests/catch.hpp"
#include "tests/store/nodes_place.hpp"
#include "tests/store/steps.hpp"

using namespace engawa;
using namespace engawa::server;

namespace {

std::string home_of(Store& store, std::string const& room) {
  std::string home;
  transaction(store, [&] { store.cluster()->find_home(room, home); });
  return home;
}

Codes owned(Store& store) {
  Codes codes;
  transaction(store, [&] { codes = store.cluster()->owned(); });
  std::sort(codes.begin(), codes.end());
  return codes;
}

// Two nodes; A1 and A2 are rooms of the first.
struct Two {
  std::unique_ptr<NodesPlace> place = make_nodes_place();
  std::unique_ptr<Store> a = place->open({"a:1", kHour}), b = place->open({"b:1", kHour});
  Two() { make_two_rooms(*a); }
  void end_lease(std::string const& address) const { place->end_lease(address); }
};

}  // namespace

TEST_CASE("a room is its node's while that lives", "[cluster]") {
  Two const two;
  CHECK(two.place->open({"c:1", kHour})->cluster() != nullptr);
  CHECK(home_of(*two.b, "A1") == "a:1");
  CHECK(home_of(*two.a, "A1").empty());
  CHECK(home_of(*two.b, "none").empty());
  auto const elsewhere = take(*two.b, "A1");
  CHECK(elsewhere.home == "a:1");
  CHECK(elsewhere.inputs.empty());
  CHECK(claim(*two.b).empty());
  CHECK(renew(*two.a));
  transaction(*two.b, [&] { two.b->set_closed("A1", true); });  // another node's room, which it may not close
  transaction(*two.a, [&] { CHECK(two.a->append("A1", 1, 2, "two")); });
  CHECK(owned(*two.a) == Codes{"A1", "A2"});
  CHECK(take(*two.a, "A1").inputs == Codes{"one", "two"});
}

TEST_CASE("the rooms of a node that is late go to who asks for them first, and it writes nothing to them any more",
          "[cluster]") {
  Two const two;
  two.end_lease("a:1");
  CHECK(home_of(*two.b, "A1").empty());
  auto const taken = take(*two.b, "A1");
  CHECK(taken.inputs == Codes{"one"});
  // The former owner has noticed nothing.
  two.a->begin();
  CHECK(two.a->append("A1", 1, 2, "of a former owner"));
  CHECK(two.a->append("A2", 1, 2, "still its own"));
  auto const refused = two.a->commit();
  REQUIRE(refused.size() == 1);
  CHECK(refused.front().room == "A1");
  transaction(*two.b, [&] { CHECK(two.b->append("A1", taken.epoch, 2, "two")); });
  CHECK_FALSE(renew(*two.a));
  CHECK(owned(*two.a) == Codes{"A2"});
  CHECK(take(*two.a, "A1").home == "b:1");
  CHECK(take(*two.a, "A2").inputs == Codes{"one", "still its own"});
  CHECK(renew(*two.a));
  CHECK(take(*two.b, "A2").home == "a:1");
}

TEST_CASE("the rooms of a dead node are shared out, each to one", "[cluster]") {
  Two two;
  auto const c = two.place->open({"c:1", kHour});
  transaction(*two.a, [&] {
    two.a->create_room("A3", "{}", 1);
    two.a->create_room("closed", "{}", 1);
    two.a->set_closed("closed", true);
    two.a->create_room("broken", "{}", 1);
    CHECK(two.a->set_broken("broken", "it failed"));
  });
  two.a.reset();
  CHECK(claim(*two.b).empty());  // its lease has not ended
  two.end_lease("a:1");
  two.b->begin();
  auto const first = two.b->cluster()->claim(1);
  CHECK(first.size() == 1);
  auto rest = claim(*c);  // while the other has not committed
  (void)two.b->commit();
  CHECK(rest.size() == 2);
  rest.push_back(first.front());
  std::sort(rest.begin(), rest.end());
  CHECK(rest == Codes{"A1", "A2", "A3"});
  CHECK(claim(*two.b).empty());
  CHECK(home_of(*c, first.front()) == "b:1");
}

TEST_CASE("a node that starts again has its rooms at once, and one that leaves gives them away at once", "[cluster]") {
  Two two;
  two.a.reset();
  two.a = two.place->open({"a:1", kHour});
  CHECK(claim(*two.a) == Codes{"A1", "A2"});
  CHECK(take(*two.a, "A1").epoch == 2);
  transaction(*two.a, [&] { two.a->cluster()->leave(); });
  CHECK(claim(*two.b) == Codes{"A1", "A2"});
  CHECK_FALSE(renew(*two.a));  // it is a node again, after its row was deleted
  CHECK(owned(*two.a).empty());
  CHECK(renew(*two.a));
}

TEST_CASE("a node has heard what the living ones have in their lobbies, and reads what is new", "[cluster]") {
  Two two;
  auto const tell = [](Store& store, std::string const& text) {
    std::int64_t version = 0;
    transaction(store, [&] { version = store.cluster()->tell_lobby(text); });
    return version;
  };
  auto const lobbies = [&](std::vector<std::int64_t> const& known) {
    std::vector<NodeLobby> read;
    transaction(*two.b, [&] { read = two.b->cluster()->lobbies(known); });
    return read;
  };
  CHECK(lobbies({}).empty());
  auto const first = tell(*two.a, "A1 {}\n");
  REQUIRE(first > 0);
  REQUIRE(lobbies({}).size() == 1);
  CHECK(lobbies({}).front().address == "a:1");
  CHECK(lobbies({}).front().version == first);
  CHECK(lobbies({}).front().text == "A1 {}\n");
  REQUIRE(lobbies({first}).size() == 1);
  CHECK_FALSE(lobbies({first}).front().text);
  auto const second = tell(*two.a, "");
  CHECK(second > first);
  CHECK(lobbies({first}).front().text == "");
  two.end_lease("a:1");
  CHECK(lobbies({}).empty());
  CHECK_FALSE(renew(*two.a));
  CHECK(lobbies({}).size() == 1);  // its renewals count again
  transaction(*two.a, [&] { two.a->cluster()->leave(); });
  CHECK(lobbies({}).empty());
  CHECK(tell(*two.a, "A1 {}\n") == 0);
  CHECK(lobbies({}).empty());
}

TEST_CASE("two nodes that are late and take rooms of each other do not wait for each other", "[cluster]") {
  Two const two;
  transaction(*two.b, [&] { two.b->create_room("B1", "{}", 1); });
  two.end_lease("a:1");
  two.end_lease("b:1");
  two.a->begin();
  two.b->begin();
  CHECK(two.a->take_room("B1", false)->home.empty());
  CHECK(two.b->take_room("A1", false)->home.empty());
  CHECK(two.a->cluster()->renew() == Cluster::Renewed::not_now);
  CHECK(two.b->cluster()->renew() == Cluster::Renewed::not_now);
  CHECK(two.a->commit().empty());
  CHECK(two.b->commit().empty());
  CHECK_FALSE(renew(*two.a));
  CHECK(renew(*two.a));
  CHECK(owned(*two.a) == Codes{"A2", "B1"});
}

// PostgreSQL ends the transaction: nothing has to wait for it.
TEST_CASE("a room that was expected is another node's as long as that lives", "[cluster]") {
  Two const two;
  auto const expected = [&](Store& store) {
    StoredRoom room;
    transaction(store, [&] {
      store.expect({"A1", "A2"});
      room = store.take_room("A1").value();
    });
    return room;
  };
  CHECK(expected(*two.b).home == "a:1");
  two.end_lease("a:1");
  auto const taken = expected(*two.b);
  CHECK(taken.home.empty());
  CHECK(taken.inputs == Codes{"one"});
  CHECK(expected(*two.a).home == "b:1");
}

TEST_CASE("a node that is frozen while it renews its lease keeps its rooms no longer than the lease", "[cluster]") {
  Two const two;
  auto const late = two.place->open({"late:1", 500});
  transaction(*late, [&] { late->create_room("L1", "{}", 1); });
  late->begin();
  CHECK(late->cluster()->renew() == Cluster::Renewed::held);  // its row is locked from now on, and it sends no more
  auto const end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  auto taken = claim(*two.b);
  while (taken.empty() && std::chrono::steady_clock::now() < end) taken = claim(*two.b);
  CHECK(taken == Codes{"L1"});
  CHECK_THROWS_AS(late->commit(), StoreFault);
}
