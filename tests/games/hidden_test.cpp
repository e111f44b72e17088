// The information that bots and hints get about a game with secrets, through Match: a game whose bots report what they
// saw.
#include "games/core/match_of.hpp"
#include "tests/catch.hpp"

namespace engawa::tests::hidden_test {
using namespace engawa::games;

constexpr int kSecret = 7, kLeastSeen = 1000;  // redrawn values are never below this

struct Peek {
  struct State {
    int secret = kSecret;
    bool over = false;
    friend bool operator==(State const&, State const&) = default;
  };
  struct Move {
    int saw = 0;
    friend bool operator==(Move const&, Move const&) = default;
  };
  static Info const& info() {
    static Info const info = [] {
      Info made;
      made.id = "peek";
      made.bots = {{"at_once", {"At once", "即答"}}, {"in_thought", {"In thought", "熟考"}}};
      made.stand_in = "at_once";
      return made;
    }();
    return info;
  }
  static int seats(State const&) { return 2; }
  static std::uint32_t ply(State const& state) { return state.over ? 1 : 0; }
  static SeatSet to_act(State const& state) { return state.over ? SeatSet{} : SeatSet::of(0); }
  static std::vector<Move> moves(State const&, Seat) { return {{kSecret}}; }
  static bool legal(State const&, Seat, Move const&) { return true; }
  static void apply(State& state, Seat, Move const&) { state.over = true; }
  static std::optional<Ranking> outcome(State const& state) {
    return state.over ? std::optional(standing(state)) : std::nullopt;
  }
  static Ranking standing(State const&) { return {}; }
  static State determinize(State state, Seat, Rng& rng) {
    state.secret = kLeastSeen + static_cast<int>(rng.below(1000));
    return state;
  }
};

class Look final : public Thought<Peek::Move> {
 public:
  explicit Look(int saw) : saw_(saw) {}
  bool think(Thinking&) override { return true; }
  Peek::Move move() const override { return {saw_}; }

 private:
  int saw_;
};

}  // namespace engawa::tests::hidden_test

namespace engawa::games {

template <>
struct Wire<tests::hidden_test::Peek> {
  using Peek = tests::hidden_test::Peek;
  static Result<Peek::Move> read_move(Peek::State const&, Json const&) { return Peek::Move{}; }
  static void write_move(Peek::State const&, Peek::Move const& move, std::string& out) {
    out += "{\"saw\":" + std::to_string(move.saw) + '}';
  }
  static std::string why_illegal(Peek::State const&, Seat, Peek::Move const&) { return {}; }
  static void write_legal(Peek::State const&, std::string& out) { out += "\"\""; }
  static void write_view(Peek::State const&, std::string& out) { out += "{}"; }
  static void write_change(Peek::State const&, Peek::State const&, std::string&) {}
  static void write_events(Peek::State const&, Peek::State const&, Seat, Peek::Move const&, std::string&) {}
  static std::uint64_t hash(Peek::State const&) { return 0; }
  static Result<Json> hint(Peek::State const& state, Seat, Thinking&) { return Json{{"saw", state.secret}}; }
};

template <>
struct Bots<tests::hidden_test::Peek> {
  using Peek = tests::hidden_test::Peek;
  static std::unique_ptr<Thought<Peek::Move>> begin(Peek::State const& state, Seat, std::string_view bot, int) {
    return bot == "in_thought" ? std::make_unique<tests::hidden_test::Look>(state.secret) : nullptr;
  }
  static Peek::Move choose(Peek::State const& state, Seat, std::string_view, int, Thinking&) { return {state.secret}; }
};

}  // namespace engawa::games

namespace engawa::tests::hidden_test {

TEST_CASE("whoever thinks for a seat sees what the seat may see", "[chance]") {
  MatchOf<Peek> const match{Peek::State{}};
  REQUIRE(match.hides());
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    CHECK(match.choose(0, "at_once", 1, {}, seed, {}).value()["saw"] >= kLeastSeen);
    CHECK(match.choose(0, "in_thought", 1, {}, seed, {}).value()["saw"] >= kLeastSeen);
    CHECK(match.hint(0, {}, seed, {}).value()["saw"] >= kLeastSeen);
  }
  CHECK(match.choose(0, "in_thought", 1, {}, 1, {}).value() != match.choose(0, "in_thought", 1, {}, 2, {}).value());
}

}  // namespace engawa::tests::hidden_test
