// Failures on one thread while the others continue: the store, and rooms.
#include "server/ops/fail_point.hpp"
#include "tests/threads/client.hpp"

using namespace engawa;
using namespace engawa::server;

namespace {

constexpr int kPlayers = 6;

// Its destructor ends the failures.
struct Faults {
  ~Faults() { fail_point::set({}); }
  static void set(std::string_view list) { fail_point::set(list); }
};

// People who play against bots, each in a separate room, until they are released.
class Players {
 public:
  explicit Players(Host& host) : host_(host) {
    for (int i = 0; i < kPlayers; ++i) {
      auto const token = host.guest("Player");
      auto const wish = table("me", bot(i % 2 == 0 ? "kozo" : "ponderer"));
      clients_.push_back(std::make_unique<Client>(host, host.room(wish, token), token));
    }
    for (auto& client : clients_) crowd_.add([this, &me = *client] { play(me); });
  }

  void finish() {
    crowd_.end();
    for (auto const& client : clients_) expect_stored(host_, *client);
  }
  bool any_closed_with(int code) const {
    return std::any_of(clients_.begin(), clients_.end(),
                       [&](auto const& client) { return client->closings().contains(code); });
  }

 private:
  void play(Client& me) {
    me.sit_down(0);
    expect_ok(me.ask(plain("start")));
    for (int turn = 1; !crowd_.over(); ++turn) {
      std::vector<Json> requests = {say("hello")};
      if (me.my_turn()) requests.push_back(me.small_move());
      if (me.phase() == "over") requests.push_back(plain("rematch"));
      for (auto const& answer : me.ask_all(std::move(requests))) expect_played(answer);
      if (turn % 10 == 0) me.drop();
      if (turn % 12 == 0) me.repeat();
      if (turn % 15 == 0) me.ask(plain("sync"));
    }
  }

  Host& host_;
  std::vector<std::unique_ptr<Client>> clients_;
  Crowd crowd_;
};

// A guest whose connection is cut before the start keeps the seat.
Config patient(Folder const& folder) {
  auto config = hurried(folder);
  config.grace_ms = 30'000;
  return config;
}

void wait_for(Host const& host, std::string const& metric, std::uint64_t least) {
  for (Attempts attempts(metric + " does not come to " + std::to_string(least)); host.metric(metric) < least;)
    attempts.another();
}

}  // namespace

TEST_CASE("the store fails in the middle of games, and nothing that was acknowledged is lost", "[faults]") {
  if (!fail_point::kBuilt) return;
  Folder folder;
  Host host(patient(folder));
  Players players(host);
  Faults faults;
  std::uint64_t outages = 0;
  for (auto const* list : {"journal.commit=throw@5", "journal.committed=throw@3,store.checkpoint=throw",
                           "journal.append=throw@9,store.take_room=throw@2"}) {
    faults.set(list);
    wait_for(host, "engawa_store_outages_total", ++outages);
    wait_for(host, "engawa_store_up", 1);
    outages = host.metric("engawa_store_outages_total");
  }
  faults.set("store.put_guest=throw@1");
  auto const token = host.guest("Late");
  faults.set("store.create_room=throw@1");
  auto const room = host.room(table("me", "open"), token);
  CHECK(host.metric("engawa_store_outages_total") >= 5);
  faults.set({});
  Client(host, room, token).ask(say("here I am"));
  players.finish();
  CHECK(players.any_closed_with(1011));
  CHECK(host.metric("engawa_rooms_set_aside_total") == 0);
}

TEST_CASE("rooms that throw are rebuilt or quarantined, and put back into service", "[faults]") {
  if (!fail_point::kBuilt) return;
  Folder folder;
  Host host(patient(folder));
  Players players(host);
  Faults faults;
  faults.set("room.throw=throw@10-60");
  wait_for(host, "engawa_room_errors_total", 51);
  wait_for(host, "engawa_rooms_set_aside_total", 1);
  auto const steps = host.metric("engawa_steps_total");
  wait_for(host, "engawa_steps_total", steps + 200);
  players.finish();
  CHECK(players.any_closed_with(1011));
  CHECK(players.any_closed_with(4007));
  CHECK(host.metric("engawa_store_outages_total") == 0);
}
