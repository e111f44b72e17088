#include "tests/rooms/fakes.hpp"

#include "games/catalog.hpp"
#include "games/core/thinking.hpp"
#include "tests/catch.hpp"

namespace engawa::server {

namespace {

// Moves depend only on the seed; long searches are cut short, as in a server.
Result<std::string> think_through(ThinkJob const& job) {
  bool const quick = job.kind == ThinkJob::Kind::move;
  games::Thinking thinking({std::chrono::milliseconds(quick ? 0 : 20)}, job.seed, job.stop.get_token());
  auto const thinker = job.begin(thinking);
  if (!thinker) return thinker.error();
  while (!(*thinker)->think(thinking)) continue;
  auto const found = (*thinker)->answer();
  if (!found) return found.error();
  return found->dump();
}

}  // namespace

void FakeEnvironment::append(std::uint64_t seq, std::string_view input) {
  waiting.emplace_back(input);
  if (seq != stored.size() + waiting.size()) errors.push_back("a gap in the journal");
}

void FakeEnvironment::commit(Room& room) {
  while (!waiting.empty()) {
    stored.push_back(std::move(waiting.front()));
    waiting.pop_front();
    room.committed(stored.size());
  }
}

void FakeEnvironment::settle(Room& room) {
  for (;;) {
    if (!hold_journal) commit(room);
    if (!thinking.empty()) {
      auto const job = std::move(thinking.front());
      thinking.pop_front();
      if (job.stop.stop_requested()) continue;
      room.thought(job.ticket, think_through(job));
    } else if (alarm_at != 0 && alarm_at <= time) {
      alarm_at = 0;
      room.alarm();
    } else {
      return;
    }
  }
}

void FakeEnvironment::pass(Room& room, std::int64_t ms) {
  auto const until = time + ms;
  settle(room);
  while (alarm_at != 0 && alarm_at <= until) {
    time = std::max(time, alarm_at);
    settle(room);
  }
  time = until;
}

void FakePeer::send(Frame frame, FrameKind) {
  if (closed != 0) return;
  auto json = Json::parse(*frame);
  if (json["type"] == "state") {
    document = json["room"];
    seq = json["seq"];
    hash = json["hash"];
  } else if (json["type"] == "step" && (!may_repeat || json["seq"] > seq)) {
    if (json["seq"] != seq + 1 && fault.empty()) fault = "step " + json["seq"].dump() + " after " + std::to_string(seq);
    document.merge_patch(json["set"]);
    seq = json["seq"];
    hash = json["hash"];
  }
  frames.push_back(std::move(json));
}

Json FakePeer::answer(Json const& id) const {
  for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame)
    if (frame->value("re", Json()) == id) return *frame;
  return nullptr;
}

std::vector<std::string> FakePeer::types() const {
  std::vector<std::string> names;
  for (auto const& frame : frames) names.push_back(frame["type"]);
  return names;
}

RoomSetup open_setup(std::string const& preset, std::string const& id) {
  auto const& game = *games::find_game(id);
  auto const options = game.normalise(Json{{"preset", preset}}).value();
  RoomSetup setup;
  setup.code = "TESTROOM";
  setup.game = id;
  setup.options = options.dump();
  setup.chairs.resize(static_cast<std::size_t>(game.seats(options)));
  setup.seed = 7;
  return setup;
}

std::unique_ptr<Room> open_room(RoomSetup setup, FakeEnvironment& host, std::vector<std::string> const& journal,
                                RoomTuning const& tuning) {
  auto room = Room::load(std::move(setup), journal, host, tuning);
  REQUIRE(room.has_value());
  return std::move(*room);
}

void join(Room& room, FakePeer& peer, std::string const& guest, std::optional<std::uint64_t> seq,
          std::string const& hash, std::string const& program) {
  protocol::Hello hello;
  hello.program = program;
  hello.seq = seq;
  hello.hash = hash;
  room.enter(peer, {guest, "nick of " + guest}, hello, "\"hello\"", {});
}

void request(Room& room, FakePeer& peer, Json const& frame) {
  auto const decoded = protocol::decode(frame.dump());
  INFO(frame.dump());
  REQUIRE(std::holds_alternative<protocol::ClientFrame>(decoded));
  room.receive(peer, std::get<protocol::ClientFrame>(decoded));
}

void start_game(Room& room, std::initializer_list<std::pair<FakePeer&, char const*>> players) {
  for (auto const& [peer, guest] : players) join(room, peer, guest);
  int seat = 0;
  for (auto const& player : players) request(room, player.first, {{"type", "sit"}, {"id", 1}, {"seat", seat++}});
  request(room, players.begin()->first, {{"type", "start"}, {"id", 2}});
}

}  // namespace engawa::server
