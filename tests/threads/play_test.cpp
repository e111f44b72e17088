// A busy evening: rooms on two shards created by several threads, people and bots in all of them, and spectators.
#include "tests/threads/client.hpp"

using namespace engawa;
using namespace engawa::server;

namespace {

constexpr int kMakers = 3, kRoomsEach = 4, kRounds = 2;

void take_turn(Client& me, int turn) {
  switch (turn % 7) {
    case 2:
      return expect_played(me.ask(plain("hint")));
    case 4:
      me.drop();
      return me.come();
    case 5:
      for (auto const& answer : me.ask_all({say("one"), me.small_move(), say("two")})) expect_played(answer);
      return;
    default:
      return expect_played(me.ask(me.small_move()));
  }
}

void play(Client& me) {
  for (int turn = 0;; ++turn) {
    me.follow([&] { return me.phase() == "over" || me.my_turn(); });
    if (me.phase() != "over") {
      take_turn(me, turn);
    } else if (auto const round = me.round(); round < kRounds) {
      me.ask(plain("rematch"));
      me.follow([&] { return me.round() > round; });
    } else {
      return;
    }
  }
}

// Plays until the last round is over; leaves and returns meanwhile, and so do others.
void watch(Host& host, std::string const& room, int rounds) {
  Client watcher(host, room, {});
  auto const finished = [&] { return watcher.phase() == "over" && watcher.round() == rounds; };
  for (int visit = 1; !finished(); ++visit) {
    auto const seen = watcher.seq();
    watcher.follow([&] { return watcher.seq() > seen + 5 || finished(); });
    if (visit % 3 == 0) watcher.drop();
    watcher.ask(plain("sync"));
    if (visit % 2 == 0) expect_ok(Client(host, room, {}).ask(say("hello")));
  }
}

// The rooms of an evening, as they become known.
class Rooms {
 public:
  void add(std::string code) {
    std::lock_guard const lock(mutex_);
    codes_.push_back(std::move(code));
  }
  std::vector<std::string> all() const {
    std::lock_guard const lock(mutex_);
    return codes_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> codes_;
};

// A room with two people, one against a bot, or two bots alone.
void spend_evening(Host& host, Rooms& rooms, int number) {
  auto const token = host.guest("Maker");
  bool const alone = number % 3 == 1, plays = number % 3 != 2;
  auto const wish = table(plays ? Json("me") : bot("kozo"), plays && !alone ? Json("open") : bot("ponderer"));
  Client me(host, host.room(wish, token), token);
  rooms.add(me.room());
  Crowd others;
  others.add([&] { watch(host, me.room(), plays ? kRounds : 1); });
  if (plays) me.sit_down(0);
  std::unique_ptr<Client> other;
  if (plays && !alone) {
    other = std::make_unique<Client>(host, me.room(), host.guest("Other"));
    expect_ok(other->ask(sit(1)));
    others.add([&] { play(*other); });
  }
  expect_ok(me.ask(plain("start")));
  if (plays)
    play(me);
  else
    me.follow([&] { return me.phase() == "over"; });
  others.wait();
  expect_stored(host, me);
  if (other) expect_stored(host, *other);
  me.ask(plain("sync"));
  Client const late(host, me.room(), {});
  expect(late.seq() != me.seq() || late.document() == me.document(), "two clients, two documents");
}

void read_metrics(Host& host, Crowd const& crowd) {
  std::map<std::string, std::uint64_t> seen;
  while (!crowd.over()) {
    for (auto const* name : {"engawa_steps_total", "engawa_messages_sent_total", "engawa_journal_appends_total",
                             "engawa_bot_slices_total", "engawa_rooms_created_total"}) {
      auto const now = host.metric(name);
      expect(now >= seen[name], std::string(name) + " has fallen");
      seen[name] = now;
    }
    auto const list = host.admin("GET", "/rooms").json();
    for (auto const& room : list.at("rooms")) expect(room.at("state") != "broken", "a room is broken: " + room.dump());
    expect(host.admin("GET", "/readyz").status == 200, "the server is not ready");
  }
}

// The record of a round grows only at its end.
void read_records(Host& host, Rooms const& rooms, Crowd const& crowd) {
  std::map<std::string, std::string> seen;
  while (!crowd.over()) {
    for (auto const& code : rooms.all()) {
      auto const record = host.http("GET", "/api/records/" + code + "-1");
      expect(record.status == 200 || (record.status == 404 && seen[code].empty()), record.body);
      if (record.status != 200) continue;
      expect(record.body.compare(0, seen[code].size(), seen[code]) == 0, "the past of a record has changed");
      seen[code] = record.body;
    }
    host.http("GET", "/api/rooms");
  }
}

void watch_lobby(Host& host, Crowd const& crowd, std::size_t listed) {
  Client lobby(host, {}, {});
  while (!crowd.over()) {
    lobby.ask(plain("ping"));
    lobby.ask(plain("sync"));
    expect(lobby.document().at("rooms").size() <= listed, "the lobby lists too many rooms");
  }
}

}  // namespace

TEST_CASE("a busy evening on two shards", "[play]") {
  Folder folder;
  auto config = hurried(folder);
  config.listed_rooms = 5;
  config.trace_traffic = folder.path() + "/traffic";
  Host host(config);
  Rooms rooms;
  Crowd observers, makers;
  observers.add([&] { read_metrics(host, observers); });
  observers.add([&] { read_records(host, rooms, observers); });
  for (int i = 0; i < 2; ++i) observers.add([&] { watch_lobby(host, observers, 5); });
  for (int maker = 0; maker < kMakers; ++maker)
    makers.add([&, maker] {
      for (int i = 0; i < kRoomsEach; ++i) spend_evening(host, rooms, maker + i);
    });
  makers.wait();
  observers.end();
  CHECK(rooms.all().size() == kMakers * kRoomsEach);
  // The last one to leave may still be there.
  for (Attempts attempts("rooms without anybody are listed");; attempts.another())
    if (host.http("GET", "/api/rooms").json().at("rooms").empty()) break;
  for (Attempts attempts("steps were made that are not stored");; attempts.another()) {
    std::uint64_t stored = 0;
    for (auto const& code : rooms.all()) stored += host.journal(code).size();
    if (stored == host.metric("engawa_steps_total")) break;
  }
  CHECK(host.metric("engawa_bot_moves_total") > 0);
  CHECK(host.metric("engawa_store_outages_total") == 0);
  CHECK(host.metric("engawa_room_errors_total") == 0);
}

TEST_CASE("an open seat goes to one of those who press play at the same time", "[play]") {
  constexpr std::size_t kOpen = 4;
  Folder folder;
  Host host(hurried(folder));
  std::vector<std::unique_ptr<Client>> hosts;
  std::map<std::string, int> given;  // seats, by room
  for (std::size_t i = 0; i < kOpen; ++i) {
    auto const token = host.guest("Host");
    hosts.push_back(std::make_unique<Client>(host, host.room(table("me", "open"), token), token));
    hosts.back()->sit_down(0);
    given[hosts.back()->room()] = 1;
  }
  auto const listed = [&] {
    std::size_t waiting = 0;
    for (auto const& room : host.http("GET", "/api/rooms").json().at("rooms").get<std::vector<Json>>())
      waiting += room.at("online") == 1 && room.at("seats").at("open") == 1;
    return waiting;
  };
  for (Attempts attempts("the lobby does not hear of the rooms"); listed() < kOpen;) attempts.another();
  std::mutex mutex;
  std::vector<std::unique_ptr<Client>> guests;  // leaving opens the seat again
  Crowd crowd;
  for (int i = 0; i < 6; ++i)
    crowd.add([&] {
      for (int again = 0; again < 3; ++again) {
        auto const token = host.guest("Guest");
        auto const wish = table({}, {});
        auto const answer =
            host.http("POST", "/api/play", {{"game", wish.at("game")}, {"options", wish.at("options")}}, token);
        expect(answer.status == 200 || answer.status == 201, answer.body);
        auto const place = answer.json();
        auto client = std::make_unique<Client>(host, place.at("room"), token);
        client->sit_down(place.at("seat"));
        std::lock_guard const lock(mutex);
        ++given[client->room()];
        guests.push_back(std::move(client));
      }
    });
  crowd.wait();
  CHECK(guests.size() == 18);
  std::size_t shared = 0;
  for (auto const& client : hosts) shared += static_cast<std::size_t>(given[client->room()] - 1);
  CHECK(shared >= 1);
  CHECK(given.size() == kOpen + 18 - shared);
  for (auto const& [room, people] : given) CHECK(people <= 2);
}

TEST_CASE("bots think only as long as somebody waits for them", "[play]") {
  constexpr std::size_t kRooms = 8;
  Folder folder;
  auto config = hurried(folder);
  config.bot_budget_ms = 600'000;
  Host host(config);
  std::vector<std::unique_ptr<Client>> clients(kRooms);
  Crowd crowd;
  for (auto& client : clients)
    crowd.add([&] {
      auto const token = host.guest("Guest");
      client = std::make_unique<Client>(host, host.room(table(bot("ponderer"), bot("ponderer")), token), token);
      expect_ok(client->ask(plain("start")));
    });
  crowd.wait();
  CHECK(host.metric("engawa_bot_queue_depth") == kRooms);
  for (auto& client : clients) client->drop();
  for (Attempts attempts("bots think on though everybody has gone"); host.metric("engawa_bot_queue_depth") > 0;)
    attempts.another();
  CHECK(host.metric("engawa_bot_moves_total") == 0);
  auto const token = host.guest("Guest");
  Client player(host, host.room(table("me", bot("kozo")), token), token);
  player.sit_down(0);
  player.ask(plain("start"));
  player.ask(player.small_move());
  player.follow([&] { return player.my_turn(); });
  for (auto& client : clients) client->come();  // they think again, until the server shuts down
  host.stop();
}
