// Shutdown and restart during games, and rooms that move from memory to the archive.
#include <atomic>
#include <condition_variable>
#include <future>

#include "server/ops/metrics.hpp"
#include "server/records/record_keeper.hpp"
#include "server/shard/services.hpp"
#include "server/store/archive.hpp"
#include "server/store/store.hpp"
#include "tests/threads/client.hpp"

using namespace engawa;
using namespace engawa::server;

namespace {

constexpr int kPlayers = 6, kRestarts = 3;

// The number of acknowledged requests.
class Progress {
 public:
  void add(std::size_t more) {
    {
      std::lock_guard const lock(mutex_);
      count_ += more;
    }
    changed_.notify_all();
  }
  void wait_for(std::size_t more) {
    std::unique_lock lock(mutex_);
    auto const wanted = count_ + more;
    expect(changed_.wait_for(lock, kPatience, [&] { return count_ >= wanted; }), "the players do not get on");
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t count_ = 0;
};

// Runs until the server shuts down.
void play_on(Client& me, Progress& progress, Crowd const& crowd) {
  while (!crowd.over()) {
    std::vector<Json> requests = {say("hello")};
    if (me.my_turn()) requests.push_back(me.small_move());
    if (me.phase() == "over") requests.push_back(plain("rematch"));
    for (auto const& answer : me.ask_all(std::move(requests))) expect_played(answer);
    progress.add(1);
  }
}

std::unique_ptr<Client> seated(Host& host, std::string const& opponent) {
  auto const token = host.guest("Player");
  auto client = std::make_unique<Client>(host, host.room(table("me", bot(opponent)), token), token);
  client->sit_down(0);
  expect_ok(client->ask(plain("start")));
  return client;
}

// Records of finished rounds, with their paths.
class Records {
 public:
  void add(std::string const& path, std::string const& text) {
    std::lock_guard const lock(mutex_);
    texts_.emplace(path, text);
  }
  // Reads them repeatedly: they must not change.
  void read_until_over(Crowd const& crowd, Host& host) const {
    while (!crowd.over())
      for (auto const& [path, text] : all()) expect(host.http("GET", path).body == text, "the record has changed");
  }

 private:
  std::map<std::string, std::string> all() const {
    std::lock_guard const lock(mutex_);
    return texts_;
  }

  mutable std::mutex mutex_;
  std::map<std::string, std::string> texts_;
};

// Plays a round and leaves; the room's code.
std::string play_a_round(Host& host, Records& records) {
  auto const player = seated(host, "kozo");
  while (player->phase() != "over") {
    player->follow([&] { return player->phase() == "over" || player->my_turn(); });
    if (player->my_turn()) player->ask(player->small_move());
  }
  auto const path = "/api/records/" + player->room() + "-1";
  auto const record = host.http("GET", path);
  expect(record.status == 200 && record.body.find("\"result\"") != record.body.npos, record.body);
  records.add(path, record.body);
  return player->room();
}

}  // namespace

TEST_CASE("what was acknowledged before a stop is there after the start, and nothing else", "[restart]") {
  Folder folder;
  std::vector<std::unique_ptr<Client>> clients;
  std::vector<std::pair<std::string, std::string>> made;  // guest's token, room
  auto host = std::make_unique<Host>(hurried(folder));
  for (int i = 0; i < kPlayers; ++i) clients.push_back(seated(*host, i % 2 == 0 ? "ponderer" : "kozo"));
  Progress progress;
  for (int restart = 0; restart < kRestarts; ++restart) {
    Crowd crowd;
    for (auto& client : clients) crowd.add([&] { play_on(*client, progress, crowd); });
    crowd.add([&] {
      for (int i = 0; i < 200; ++i) {
        auto const token = host->guest("Maker");
        auto const room = token.empty() ? token : host->room(table("me", "open"), token);
        if (room.empty()) return;
        made.emplace_back(token, room);
      }
    });
    progress.wait_for(20 * kPlayers);
    CHECK(host->metric("engawa_room_errors_total") == 0);
    host->stop();
    crowd.wait();
    host.reset();
    host = std::make_unique<Host>(hurried(folder));
    for (auto& client : clients) {
      expect_stored(*host, *client);
      client->move_to(*host);
      client->repeat();
      client->ask(plain("sync"));
    }
    for (auto const& [token, room] : made) CHECK(host->http("GET", "/api/rooms/" + room).status == 200);
  }
  REQUIRE(!made.empty());
  auto const& [token, room] = made.back();
  CHECK(Client(*host, room, token).ask(sit(0)).at("type") == "ok");
}

TEST_CASE("rooms that nobody needs become records, however many records are asked for", "[restart]") {
  Folder folder;
  auto config = hurried(folder);
  config.lobby_ttl_s = 0;
  config.archive_s = 1;
  Host host(config);
  Records records;
  Crowd readers, players;
  for (int i = 0; i < 3; ++i) readers.add([&] { records.read_until_over(readers, host); });
  for (int i = 0; i < 4; ++i)
    players.add([&] {
      auto const code = play_a_round(host, records);
      for (Attempts attempts("the room stays"); host.admin("GET", "/rooms").body.find(code) != std::string::npos;)
        attempts.another();
      expect(host.http("GET", "/api/rooms/" + code).status == 404, "the room is still there");
    });
  players.wait();
  readers.end();
}

TEST_CASE("a keeper who is never without a question puts old rooms away all the same", "[restart]") {
  Folder folder;
  auto const store = Store::open(folder.path(), Durability::process).value();
  Journal journal(*store, 1, [](int, std::vector<Journal::Outcome> const&) {});
  RoomSetup setup;
  setup.code = "K7WMA2QX";
  setup.game = "nim";
  setup.options = R"({"preset":"753"})";
  setup.chairs.resize(2);
  journal.run(
      [setup](Store& open) {
        open.create_room(setup.code, write_setup(setup), 1);
        open.set_closed(setup.code, true);
      },
      {});
  auto const is_there = [&] {
    auto const there = std::make_shared<std::promise<bool>>();
    auto answer = there->get_future();
    journal.run([there](Store& open) { there->set_value(open.archive().read("K7WMA2QX", 0, 1).has_value()); }, {});
    return answer.get();
  };
  REQUIRE(is_there());
  std::atomic<bool> done{false};
  Metrics metrics;
  RecordKeeper::Times const times{1, 0, 0};
  auto keeper = std::make_unique<RecordKeeper>(journal, metrics, times, [](std::vector<std::string> const&) {});
  std::function<void()> const ask = [&] {
    if (!done) keeper->get("00000000", 1, RecordKeeper::Form::lines, [&](RecordKeeper::Answer const&) { ask(); });
  };
  ask();
  ask();
  auto const end = std::chrono::steady_clock::now() + kPatience;
  while (is_there() && std::chrono::steady_clock::now() < end) continue;
  done = true;
  keeper.reset();
  CHECK_FALSE(is_there());
}
