// One history: a client gets steps only if its history is the room's, whatever happened to the room in between.
#include <chrono>
#include <cstdio>
#include <memory>
#include <random>

#include "base/fnv.hpp"
#include "base/sha256.hpp"
#include "server/room/history.hpp"
#include "tests/catch.hpp"
#include "tests/rooms/fakes.hpp"

namespace engawa::tests::fork_test {
using namespace engawa;
using namespace engawa::server;

namespace {

// A client's state after one step of one history.
struct Moment {
  std::string hash;
  std::shared_ptr<Json const> document;
};

// A history of the room: its journal, and a client's state after each step.
struct Told {
  std::int64_t created_at = 0;
  std::vector<std::string> lines;
  std::vector<Moment> moments;  // by number, from 0 on
};

// A client that keeps every state, and whether it learned of another history.
class Client final : public Peer {
 public:
  std::uint64_t seq = 0;
  std::string hash;
  Json document;
  std::size_t states = 0, notices = 0, steps_before_state = 0;
  std::vector<std::pair<std::uint64_t, Moment>> moments;
  std::string fault;

  void send(Frame frame, FrameKind) override {
    auto const json = Json::parse(*frame);
    auto const type = json["type"].get<std::string>();
    notices += type == "notice" && json["kind"] == "history";
    if (type != "state" && type != "step") return;
    if (type == "step" && json["seq"] != seq + 1)
      fault = "step " + json["seq"].dump() + " after " + std::to_string(seq);
    states += type == "state";
    steps_before_state += type == "step" && states == 0;
    if (type == "state") document = json["room"];
    if (type == "step") document.merge_patch(json["set"]);
    seq = json["seq"];
    hash = json["hash"];
    moments.emplace_back(seq, Moment{hash, std::make_shared<Json const>(document)});
  }
  void close(int, std::string_view) override {}
};

void enter(Room& room, Client& client, std::string const& guest, std::optional<std::uint64_t> seq = {}) {
  protocol::Hello hello;
  hello.seq = seq;
  if (seq) hello.hash = client.hash;
  room.enter(client, {guest, "nick of " + guest}, hello, "\"hello\"", {});
}

RoomSetup setup_of(std::int64_t created_at) {
  auto setup = open_setup("753", "nim");
  setup.created_at = created_at;
  return setup;
}

class Forks {
 public:
  explicit Forks(std::uint64_t seed) : chance_(seed) {
    for (std::int64_t created_at : {1, 2}) {
      Told root;
      root.created_at = created_at;
      pool_.push_back(go_on(root, 0, 40, 256));
    }
  }

  // A room continues from some step of some history, and a client of any history reconnects to it.
  void one() {
    auto const from = pool_[below(pool_.size())];
    auto const fork = below(from.lines.size() + 1);
    auto const kept = 1 + below(64);
    auto const told = go_on(from, fork, below(12), kept);
    check_comeback(told, kept);
    if (pool_.size() < 24)
      pool_.push_back(told);
    else
      pool_[below(pool_.size())] = told;
  }

  std::size_t ours = 0, others = 0, unknown = 0;

 private:
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(chance_() % bound); }

  std::unique_ptr<Room> load(Told const& told, FakeEnvironment& host, std::size_t kept) {
    RoomTuning tuning;
    tuning.history_steps = kept;
    host.stored = told.lines;
    host.time = 1'000'000 + static_cast<std::int64_t>(told.lines.size()) * 1000;  // the same inputs can come again
    auto room = Room::load(setup_of(told.created_at), told.lines, host, tuning);
    REQUIRE(room.has_value());
    return std::move(*room);
  }

  Told go_on(Told const& from, std::size_t fork, std::size_t inputs, std::size_t kept) {
    Told told;
    told.created_at = from.created_at;
    told.lines.assign(from.lines.begin(), from.lines.begin() + static_cast<std::ptrdiff_t>(fork));
    FakeEnvironment host;
    auto const room = load(told, host, kept);
    Client alice, bob;
    enter(*room, alice, "g_alice");
    enter(*room, bob, "g_bob");
    for (std::size_t i = 0; i < inputs; ++i) {
      host.time += 1000;
      ask(*room, below(2) == 0 ? alice : bob);
      host.commit(*room);
    }
    host.commit(*room);
    told.lines = host.stored;
    told.moments.assign(from.moments.begin(),
                        from.moments.begin() + static_cast<std::ptrdiff_t>(std::min(fork + 1, from.moments.size())));
    for (auto const& [seq, moment] : alice.moments) {
      if (seq >= told.moments.size()) told.moments.resize(seq + 1);
      told.moments[seq] = moment;
    }
    REQUIRE(told.moments.size() == told.lines.size() + 1);
    return told;
  }

  void ask(Room& room, Client& client) {
    Json frame{{"id", ++id_}};
    switch (below(6)) {
      case 0:
        frame.update({{"type", "sit"}, {"seat", below(2)}});
        break;
      case 1:
        frame.update({{"type", "start"}});
        break;
      case 2:
        frame.update({{"type", "rematch"}});
        break;
      case 3:
        frame.update({{"type", "move"},
                      {"ply", room.state().ply()},
                      {"move", {{"row", below(3)}, {"from", below(3)}, {"count", 1}}}});
        break;
      default:
        frame.update({{"type", "say"}, {"text", "line " + std::to_string(below(3))}});
        break;
    }
    room.receive(client, std::get<protocol::ClientFrame>(protocol::decode(frame.dump())));
  }

  void check_comeback(Told const& told, std::size_t kept) {
    auto const& past = pool_[below(pool_.size())];
    auto const seq = below(past.moments.size());
    auto const& moment = past.moments[seq];
    FakeEnvironment host;
    auto const room = load(told, host, kept);
    Client client;
    client.seq = seq;
    client.hash = moment.hash;
    client.document = *moment.document;
    auto const now = room->state().seq();
    auto const same =
        past.created_at == told.created_at && seq <= told.lines.size() &&
        std::equal(past.lines.begin(), past.lines.begin() + static_cast<std::ptrdiff_t>(seq), told.lines.begin());
    auto const known = seq > now || now - seq <= std::min(kept, told.lines.size());
    enter(*room, client, "g_late", seq);
    host.commit(*room);
    INFO("at " << seq << " of " << now << ", " << kept << " kept, " << (same ? "ours" : "another"));
    REQUIRE(client.fault == "");
    REQUIRE(client.document == Json::parse(room->state().document()));
    REQUIRE(client.seq == room->state().seq());
    REQUIRE(client.states == (same && known ? 0u : 1u));
    REQUIRE(client.notices == (!same && known ? 1u : 0u));
    if (!same) REQUIRE(client.steps_before_state == 0);
    ++(!known ? unknown : same ? ours : others);
  }

  std::mt19937_64 chance_;
  std::vector<Told> pool_;
  int id_ = 0;
};

}  // namespace

TEST_CASE("whoever comes back to whatever history has the room's document, and no step of another past", "[fork]") {
  constexpr int kCases = kSanitized ? 500 : 10000;
  Forks forks(20);
  for (int i = 0; i < kCases; ++i) {
    CAPTURE(i);
    forks.one();
  }
  CHECK(forks.ours > kCases / 20);
  CHECK(forks.others > kCases / 20);
  CHECK(forks.unknown > kCases / 50);
}

TEST_CASE("a history is told by its room and by every byte of every line", "[fork]") {
  auto const after = [](RoomSetup const& setup, std::vector<std::string> const& lines) {
    History history(setup);
    for (auto const& line : lines) history.add(line);
    return std::string(std::string_view(history.text()));
  };
  auto const setup = setup_of(5);
  auto other = setup;
  other.code = "OTHER000";
  std::vector<std::string> const lines{R"({"in":"sit","at":1,"seat":0})", R"({"in":"start","at":2})"};
  auto const hash = after(setup, lines);
  CHECK(hash == after(setup, lines));
  CHECK(hash != after(other, lines));
  CHECK(hash != after(setup_of(6), lines));
  CHECK(hash != after(setup, {lines[1], lines[0]}));
  CHECK(hash != after(setup, {lines[0] + lines[1]}));
  for (std::size_t i = 0; i < lines[0].size(); ++i)
    for (int bit = 0; bit < 8; ++bit) {
      auto changed = lines;
      changed[0][i] = static_cast<char>(changed[0][i] ^ (1 << bit));
      CHECK(hash != after(setup, changed));
    }
}

// A new version of the program must not change it: clients would learn of a history that never existed.
TEST_CASE("the hash of a history is fixed", "[fork]") {
  History history(setup_of(5));
  history.add(R"({"in":"sit","at":1,"seat":0})");
  CHECK(std::string(std::string_view(history.text())) == "08c97b976def");
}

TEST_CASE("a move for the board of another history is stale, and counts when it is repeated", "[fork]") {
  FakeEnvironment host;
  auto const room = open_room(open_setup("classic"), host);
  FakePeer black, white;
  start_game(*room, {{black, "g_black"}, {white, "g_white"}});
  host.commit(*room);
  auto const hash = black.frames.back().value("hash", black.frames[black.frames.size() - 2].value("hash", ""));
  REQUIRE(hash.size() == 12);
  auto move = Json{{"type", "move"}, {"id", 3}, {"ply", 0}, {"move", {{"cell", "d3"}}}, {"hash", "0123456789ab"}};
  request(*room, black, move);
  CHECK(black.answer(3)["code"] == "stale");
  CHECK(room->state().ply() == 0);
  request(*room, white, {{"type", "say"}, {"id", 4}, {"text", "later than the board that black saw"}});
  move["id"] = 5;
  move["hash"] = hash;
  request(*room, black, move);
  host.commit(*room);
  CHECK(black.answer(5)["type"] == "ok");
  auto const first = black.answer(5);
  move["hash"] = "0123456789ab";  // a repetition is answered, whatever it contains
  request(*room, black, move);
  CHECK(black.answer(5) == first);
  CHECK(room->state().ply() == 1);
}

// rooms_tests "[.history]": the cost of the hash per step.
TEST_CASE("the time of a hash", "[.history]") {
  std::string line = R"({"in":"move","at":1763634705200,"seat":1,"guest":"g_7H2K9QXM4B1C","request":"k3xw9a1b2c-17")";
  line += R"(,"move":{"cell":"f7"}})";
  constexpr int kTimes = 1'000'000;
  auto const time = [&](char const* what, auto const& once) {
    auto const began = std::chrono::steady_clock::now();
    for (int i = 0; i < kTimes; ++i) once();
    auto const ns = std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - began).count() / kTimes;
    std::printf("%-34s %7.1f ns a line of %zu bytes\n", what, ns, line.size());
  };
  History history(setup_of(5));
  time("History::add", [&] { history.add(line); });
  std::uint64_t sum = history.hash();
  time("History::text", [&] { sum += static_cast<unsigned char>(history.text().digits[0]); });
  Digest digest{};
  time("for comparison: sha256", [&] { sum += (digest = sha256(line))[0]; });
  CHECK(sum != 0);
}

}  // namespace engawa::tests::fork_test
