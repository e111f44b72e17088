// The rooms of a shard without a thread, connections or a tick, on a store in a folder.
#pragma once
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "games/catalog.hpp"
#include "server/lobby/addresses.hpp"
#include "server/lobby/guests.hpp"
#include "server/lobby/lobby.hpp"
#include "server/shard/room_directory.hpp"
#include "server/shard/shard_times.hpp"
#include "server/store/guest_table.hpp"
#include "tests/catch.hpp"
#include "tests/store/folder.hpp"

namespace engawa::server {

inline RoomSetup setup_of(std::string code) {
  auto const& game = *games::find_game("nim");
  auto const options = game.normalise(Json{{"preset", "753"}}).value();
  RoomSetup setup;
  setup.code = std::move(code);
  setup.game = "nim";
  setup.options = options.dump();
  setup.chairs.resize(static_cast<std::size_t>(game.seats(options)));
  return setup;
}

struct House final : SlotOwner {
  Folder folder;
  std::unique_ptr<Store> store = Store::open(folder.path(), Durability::process).value();
  boost::asio::io_context io{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work{io.get_executor()};
  Services shared;
  ShardTimes measured;
  JournalLink link{io, shared.journal, [this](std::vector<Journal::Outcome> const& outcomes) {
                     for (auto const& outcome : outcomes) rooms.reported(outcome);
                   }};
  Alarms alarms{io, shared.clock, [] { return true; }};
  RoomDirectory rooms{io, shared, link, alarms, *this};

  // `stored`: rooms of the previous run.
  explicit House(std::vector<std::string> const& stored = {}, std::string const& broken = {}) {
    store->begin();
    for (auto const& code : stored) store->create_room(code, write_setup(setup_of(code)), 1);
    if (!broken.empty()) (void)store->set_broken(broken, "it fell down");
    store->commit();
    shared.lobby = std::make_unique<Lobby>(io, shared.clock, shared.config);
    shared.addresses = Addresses::make(shared.config).value();
    auto const guests = store->guests().all();
    shared.journal = std::make_unique<Journal>(
        *store, 1, [this](int, std::vector<Journal::Outcome> const& outcomes) { link.report(outcomes); });
    shared.guests = std::make_unique<GuestBook>(*shared.journal, guests);
  }

  Services& services() override { return shared; }
  void room_failed(RoomSlot& slot) override {
    boost::asio::post(io, [this, code = slot.code(), epoch = slot.epoch()] { rooms.failed(code, epoch); });
  }
  void collect(RoomSlot& slot, std::uint64_t seq, std::string_view input) override {
    link.add({0, &slot, slot.code(), slot.epoch(), seq}, input);
  }
  void run(Journal::Work task, Journal::Done done) override { link.run(std::move(task), std::move(done)); }
  void set_alarm(RoomSlot& slot, std::int64_t at) override { alarms.set(slot, at); }
  ShardTimes& times() override { return measured; }
  void post_thought(ThoughtFor, Result<std::string>) override {}

  // Runs until nothing is ready and the journal is empty.
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

}  // namespace engawa::server
