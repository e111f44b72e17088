#include "server/shard/room_directory.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "games/catalog.hpp"
#include "server/lobby/lobby.hpp"
#include "tests/catch.hpp"
#include "tests/store/folder.hpp"

using namespace engawa;
using namespace engawa::server;

namespace {

RoomSetup setup_of(std::string code) {
  auto const& game = *games::find_game("nim");
  auto const options = game.normalise(Json{{"preset", "753"}}).value();
  RoomSetup setup;
  setup.code = std::move(code);
  setup.game = "nim";
  setup.options = options.dump();
  setup.chairs.resize(static_cast<std::size_t>(game.seats(options)));
  return setup;
}

// The rooms of a shard that has no thread, no connections and no tick of its own.
struct House final : SlotOwner {
  Folder folder;
  std::unique_ptr<Store> store = Store::open(folder.path(), Durability::process).value();
  boost::asio::io_context io{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work{io.get_executor()};
  Services shared;
  JournalLink link{io, shared.journal, [this](std::vector<Journal::Outcome> const& outcomes) {
                     for (auto const& outcome : outcomes) rooms.reported(outcome);
                   }};
  Alarms alarms{io, shared.clock, [] { return true; }};
  RoomDirectory rooms{io, shared, link, alarms, *this};

  // `stored`: rooms of the last run.
  explicit House(std::vector<std::string> const& stored = {}, std::string const& broken = {}) {
    store->begin();
    for (auto const& code : stored) store->create_room(code, write_setup(setup_of(code)), 1);
    if (!broken.empty()) (void)store->set_broken(broken, "it fell down");
    store->commit();
    shared.lobby = std::make_unique<Lobby>(io, shared.clock, shared.config);
    shared.journal = std::make_unique<Journal>(
        *store, 1, [this](int, std::vector<Journal::Outcome> const& outcomes) { link.report(outcomes); });
  }

  Services& services() override { return shared; }
  void room_failed(RoomSlot& slot) override {
    boost::asio::post(io, [this, code = slot.code(), epoch = slot.epoch()] { rooms.failed(code, epoch); });
  }
  void append(RoomSlot& slot, std::uint64_t seq, std::string_view input) override {
    link.append({0, &slot, slot.code(), slot.epoch(), seq}, input);
  }
  void run(Journal::Work task, Journal::Done done) override { link.run(std::move(task), std::move(done)); }
  void set_alarm(RoomSlot& slot, std::int64_t at) override { alarms.set(slot, at); }
  void post_thought(ThoughtFor, Result<std::string>) override {}

  // Until nothing is ready and the journal has nothing left.
  void settle() {
    do shared.journal->flush();
    while (io.poll() > 0);
  }
  // The code of the refusal; empty: a room that works.
  template <class Call>
  std::string answer_to(Call const& call) {
    std::string answer = "none";
    call([&answer](Result<RoomSlot*> room) {
      answer = room ? "" : room.error().code;
      if (room) CHECK((*room)->alive());
    });
    settle();
    return answer;
  }
  std::string find(std::string const& code) {
    return answer_to([&](RoomSlot::Waiter const& done) { rooms.with_room(code, done); });
  }
  std::string create(std::string const& code) {
    return answer_to([&](RoomSlot::Waiter const& done) { rooms.create_room(setup_of(code), {}, done); });
  }
  std::string retry(std::string const& code) {
    return answer_to([&](RoomSlot::Waiter const& done) { rooms.retry_room(code, done); });
  }
  std::int64_t in_memory() const { return shared.rooms; }
  std::int64_t asleep() const { return shared.sleepers; }
  void tick_after(std::int64_t ms) {
    rooms.tick(shared.clock.now() + ms);
    settle();
  }
};

constexpr std::int64_t kMinute = 60000;

}  // namespace

TEST_CASE("a new room is in memory, and is found there", "[directory]") {
  House house;
  CHECK(house.create("AAAAAAAA").empty());
  CHECK(house.rooms.has_room("AAAAAAAA"));
  CHECK(house.find("AAAAAAAA").empty());
  CHECK(house.in_memory() == 1);
  CHECK(house.shared.metrics.rooms_loaded == 0);
}

TEST_CASE("a room that nobody has stored is not found, and takes no place", "[directory]") {
  House house;
  CHECK(house.find("AAAAAAAA") == "not_found");
  CHECK_FALSE(house.rooms.has_room("AAAAAAAA"));
  CHECK(house.in_memory() == 0);
}

TEST_CASE("a shard has no more rooms in memory than it may", "[directory]") {
  House house({"AAAAAAAA"});
  house.shared.config.rooms = 1;
  CHECK(house.create("BBBBBBBB").empty());
  CHECK(house.create("CCCCCCCC") == "limit_reached");
  CHECK(house.find("AAAAAAAA") == "limit_reached");
}

TEST_CASE("a room is read once for all who wait for it", "[directory]") {
  House house({"AAAAAAAA"});
  int answers = 0;
  for (int i = 0; i < 3; ++i)
    house.rooms.with_room("AAAAAAAA", [&](Result<RoomSlot*> room) { answers += room ? 1 : 0; });
  house.settle();
  CHECK(answers == 3);
  CHECK(house.shared.metrics.rooms_loaded == 1);
}

TEST_CASE("a room that nobody is in sleeps after a minute, and is read again", "[directory]") {
  House house;
  CHECK(house.create("AAAAAAAA").empty());
  house.tick_after(kMinute - 1000);
  CHECK(house.in_memory() == 1);
  house.tick_after(kMinute + 1000);
  CHECK(house.in_memory() == 0);
  CHECK(house.asleep() == 1);
  CHECK(house.rooms.has_room("AAAAAAAA"));
  CHECK(house.find("AAAAAAAA").empty());
  CHECK(house.in_memory() == 1);
  CHECK(house.asleep() == 0);
}

TEST_CASE("a room that nobody comes to is closed, and its code still opens it", "[directory]") {
  House house;
  CHECK(house.create("AAAAAAAA").empty());
  house.tick_after(1000 * house.shared.config.lobby_ttl_s + 1000);
  CHECK_FALSE(house.rooms.has_room("AAAAAAAA"));
  CHECK(house.store->open_rooms().empty());
  CHECK(house.find("AAAAAAAA").empty());
}

TEST_CASE("rooms of the last run are read, and sleep again at once", "[directory]") {
  House house({"AAAAAAAA"});
  house.rooms.know_rooms({"AAAAAAAA"});
  CHECK(house.rooms.has_room("AAAAAAAA"));
  house.settle();
  CHECK(house.shared.metrics.rooms_loaded == 1);
  CHECK(house.in_memory() == 0);
  CHECK(house.asleep() == 1);
}

TEST_CASE("a node shows no room that another one may have taken", "[directory]") {
  House house;
  CHECK(house.create("AAAAAAAA").empty());
  house.rooms.hold_until(house.shared.clock.now() - 1);
  CHECK_FALSE(house.rooms.is_held());
  CHECK(house.find("AAAAAAAA") == "busy");
  house.rooms.hold_until(house.shared.clock.now() + kMinute);
  CHECK(house.find("AAAAAAAA").empty());
}

TEST_CASE("a quarantined room is not opened before the operator retries it", "[directory]") {
  House house({"AAAAAAAA"}, "AAAAAAAA");
  CHECK(house.find("AAAAAAAA") == "internal");
  CHECK(house.in_memory() == 0);
  CHECK(house.retry("BBBBBBBB") == "not_found");
  CHECK(house.retry("AAAAAAAA").empty());
  CHECK(house.find("AAAAAAAA").empty());
}

TEST_CASE("the rooms are quiet when no hint is being computed, and those in memory are shown", "[directory]") {
  House house;
  CHECK(house.rooms.quiet());
  CHECK(house.create("AAAAAAAA").empty());
  CHECK(house.rooms.quiet());
  std::vector<std::string> shown;
  house.rooms.for_each_room([&](std::string const& code, Room const&) { shown.push_back(code); });
  CHECK(shown == std::vector<std::string>{"AAAAAAAA"});
}
