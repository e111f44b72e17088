// A room's world without sockets, threads or time: a host whose clock, journal and bots advance only when the test
// tells them to, and peers that keep received frames.
#pragma once
#include <chrono>
#include <deque>
#include <initializer_list>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "server/room/room.hpp"

namespace engawa::server {

class FakeEnvironment final : public RoomEnvironment {
 public:
  std::int64_t time = 1'000'000;
  bool store_is_up = true;
  bool hold_journal = false;                                     // appends wait for commit()
  std::vector<std::string> stored;                               // stored in the journal
  std::deque<std::string> waiting;                               // not stored yet
  std::vector<std::pair<std::uint64_t, std::string>> snapshots;  // with the number of the input before them
  std::int64_t alarm_at = 0;
  std::deque<ThinkJob> thinking;
  std::vector<std::string> errors;
  std::vector<std::string> listings;                                // with the room's changes
  std::vector<std::chrono::steady_clock::time_point> acknowledged;  // when these moves were received

  std::int64_t now() const override { return time; }
  bool may_store() const override { return store_is_up; }
  void append(std::uint64_t seq, std::string_view input) override;
  void keep_snapshot(std::uint64_t seq, std::string snapshot) override {
    snapshots.emplace_back(seq, std::move(snapshot));
  }
  void set_alarm(std::int64_t at) override { alarm_at = at; }
  void think(ThinkJob job) override { thinking.push_back(std::move(job)); }
  void listing_changed(std::string const& listing) override { listings.push_back(listing); }
  void move_acknowledged(std::chrono::steady_clock::time_point received) override { acknowledged.push_back(received); }
  void log_error(std::string const& what) override { errors.push_back(what); }

  // Stores everything that waits, and notifies the room.
  void commit(Room& room);
  // Lets bots answer until none is to move, and due alarms ring.
  void settle(Room& room);
  // Lets time pass; rings the alarm when it is due.
  void pass(Room& room, std::int64_t ms);
};

class FakePeer : public Peer {
 public:
  std::vector<Json> frames;
  Json document;
  std::uint64_t seq = 0;
  std::string hash;
  bool may_repeat = false;  // has sent sync: steps in flight come again, and are skipped
  int closed = 0;           // code; 0: open
  std::int64_t round_trip = 0;
  std::string fault;  // the first broken promise: a gap in the numbers

  void send(Frame frame, FrameKind kind) override;
  void close(int code, std::string_view) override { closed = code; }
  std::int64_t round_trip_ms() override { return round_trip; }
  // The last answer to a request, or null.
  Json answer(Json const& id) const;
  std::vector<std::string> types() const;
};

// A set-up for a preset of a game, with every seat open and no creator.
RoomSetup open_setup(std::string const& preset, std::string const& game = "reversi");
std::unique_ptr<Room> open_room(RoomSetup setup, FakeEnvironment& host, std::vector<std::string> const& journal = {},
                                RoomTuning const& tuning = {});
void join(Room& room, FakePeer& peer, std::string const& guest, std::optional<std::uint64_t> seq = {},
          std::string const& hash = {}, std::string const& program = {});
void request(Room& room, FakePeer& peer, Json const& frame);
// Each joins as this guest and takes the seat of its index in the list; then the first one starts the game.
void start_game(Room& room, std::initializer_list<std::pair<FakePeer&, char const*>> players);

}  // namespace engawa::server
