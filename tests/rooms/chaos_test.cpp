// Random joins, departures and requests: the guarantees hold in any case.
#include <map>

#include "games/core/rng.hpp"
#include "tests/catch.hpp"
#include "tests/rooms/fakes.hpp"

namespace engawa::tests::chaos_test {
using namespace engawa;
using namespace engawa::server;

namespace {

struct Visitor {
  std::string guest;
  std::unique_ptr<FakePeer> peer;  // nullptr: disconnected
  std::uint64_t seq = 0;           // their state when they left
  std::string hash;
  Json document;
  int next_id = 1;
};

class Chaos {
 public:
  Chaos(std::string const& preset, std::uint64_t seed) : rng_(seed), setup_(open_setup(preset)) {
    setup_.clock = {ClockKind::move, 20000, 0};
    if (seed % 2 == 1) setup_.clock = {ClockKind::byoyomi, 20000, 0, 10000, 2};
    setup_.bot_delay_ms = 100;
    room_ = open_room(setup_, host_);
    for (auto const* name : {"g_a", "g_b", "g_c", "g_d"}) visitors_.push_back({name, nullptr, 0, {}, {}, 1});
  }

  void step() {
    auto& visitor = visitors_[rng_.below(static_cast<std::uint32_t>(visitors_.size()))];
    switch (rng_.below(16)) {
      case 0:
        return host_.pass(*room_, rng_.below(40000));
      case 1:
        return go(visitor);
      case 2:
        return restart();
      default:
        break;
    }
    if (!visitor.peer) return come(visitor);
    ask(visitor);
    if (rng_.below(3) > 0) host_.settle(*room_);
  }

  void check() {
    host_.settle(*room_);
    REQUIRE(host_.errors.empty());
    auto const document = Json::parse(room_->state().document());
    for (auto const& visitor : visitors_) {
      if (!visitor.peer) continue;
      REQUIRE(visitor.peer->fault == "");
      REQUIRE(visitor.peer->seq == room_->state().seq());
      REQUIRE(visitor.peer->document == document);
    }
    std::map<std::string, int> seats;
    for (auto const& seat : room_->state().seats())
      if (!seat.guest.empty()) REQUIRE(++seats[seat.guest] == 1);
    FakeEnvironment other;
    auto const replay = open_room(setup_, other, host_.stored);
    REQUIRE(Json::parse(replay->state().document()) == document);
  }

  int rounds() const { return room_->state().round(); }

 private:
  void come(Visitor& visitor) {
    visitor.peer = std::make_unique<FakePeer>();
    bool const resume = visitor.seq > 0 && rng_.below(2) == 0;
    if (resume) {
      visitor.peer->seq = visitor.seq;
      visitor.peer->hash = visitor.hash;
      visitor.peer->document = visitor.document;
    }
    join(*room_, *visitor.peer, visitor.guest, resume ? std::optional<std::uint64_t>(visitor.seq) : std::nullopt,
         visitor.hash);
    for (auto const& frame : visitor.peer->frames) REQUIRE(frame["type"] != "notice");
  }

  void go(Visitor& visitor) {
    if (!visitor.peer) return;
    host_.commit(*room_);
    visitor.seq = visitor.peer->seq;
    visitor.hash = visitor.peer->hash;
    visitor.document = visitor.peer->document;
    room_->leave(*visitor.peer);
    visitor.peer.reset();
  }

  // The process dies and another reads the journal: inputs that were not stored were not sent.
  void restart() {
    for (auto& visitor : visitors_) {
      if (!visitor.peer) continue;
      visitor.seq = visitor.peer->seq;
      visitor.hash = visitor.peer->hash;
      visitor.document = visitor.peer->document;
      visitor.peer.reset();
    }
    auto const stored = host_.stored;
    auto const time = host_.time;
    room_.reset();
    host_ = FakeEnvironment();
    host_.stored = stored;
    host_.time = time + 1000;
    room_ = open_room(setup_, host_, stored);
    room_->restarted();
  }

  void ask(Visitor& visitor) {
    Json frame{{"id", visitor.next_id++}};
    auto const seat = rng_.below(static_cast<std::uint32_t>(room_->state().seats().size()));
    switch (rng_.below(14)) {
      case 0:
        frame.update({{"type", "sit"}, {"seat", seat}});
        break;
      case 1:
        frame["type"] = "stand";
        break;
      case 2:
        frame.update({{"type", "seat"}, {"seat", seat}, {"to", "bot"}});
        break;
      case 3:
        frame.update({{"type", "seat"}, {"seat", seat}, {"to", rng_.below(2) == 0 ? "open" : "closed"}});
        break;
      case 4:
        frame["type"] = "start";
        break;
      case 5:
        frame["type"] = rng_.below(6) == 0 ? "resign" : "stand";
        break;
      case 6:
        frame.update({{"type", "rematch"}, {"accept", rng_.below(4) != 0}});
        break;
      case 7:
        frame.update({{"type", "say"}, {"text", "hello"}});
        break;
      case 8:
        frame.update({{"type", "sync"}, {"seq", visitor.peer->seq}});
        visitor.peer->may_repeat = true;
        break;
      default:
        frame.update({{"type", "move"}, {"ply", room_->state().ply()}, {"move", {{"cell", some_cell()}}}});
        break;
    }
    auto const id = frame["id"];
    request(*room_, *visitor.peer, frame);
    host_.commit(*room_);
    REQUIRE(!visitor.peer->answer(id).is_null());
  }

  std::string some_cell() {
    auto const* match = room_->state().match();
    if (!match || match->moves().empty()) return "a1";
    auto const moves = match->moves();
    return moves[rng_.below(static_cast<std::uint32_t>(moves.size()))]["cell"];
  }

  games::Rng rng_;
  RoomSetup setup_;
  FakeEnvironment host_;
  std::unique_ptr<Room> room_;
  std::vector<Visitor> visitors_;
};

}  // namespace

TEST_CASE("whatever people do, documents agree, numbers have no gap and the journal replays", "[chaos]") {
  constexpr std::uint64_t kSeeds = kSanitized ? 3 : 24;
  int rounds = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    CAPTURE(seed);
    static constexpr char const* presets[] = {"five", "seed", "classic"};
    Chaos chaos(presets[seed % 3], seed);
    for (int i = 0; i < 400; ++i) {
      chaos.step();
      if (i % 10 == 9) chaos.check();
    }
    rounds += chaos.rounds();
  }
  CHECK(rounds > static_cast<int>(kSeeds));  // games were played, finished and played again
}

}  // namespace engawa::tests::chaos_test
