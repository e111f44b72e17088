// Random people in random rooms, in every game: the room's answers match the table of seats, and in any case nobody
// shares a seat, no acknowledged move is missing, no bot moves for a person, and no room gets stuck. Every cell of the
// table that a room can reach is tested.
#include <map>
#include <set>

#include "games/core/rng.hpp"
#include "tests/catch.hpp"
#include "tests/rooms/fakes.hpp"

namespace engawa::tests::seats_property_test {
using namespace engawa;
using namespace engawa::server;

namespace {

constexpr std::int64_t kGraceMs = 5000;

using Cell = std::tuple<SeatStage, SeatEvent, SeatStatus>;

// A guest with the connections that they have had; only the last one may be open.
struct Visitor {
  std::string guest;
  std::unique_ptr<FakePeer> peer;  // nullptr: disconnected
  int next_id = 1;
};

SeatStatus status_at(RoomState const& state, int seat) {
  return status_of(state.seats()[static_cast<std::size_t>(seat)]);
}

// The event of an accepted input, if it is one of the table's.
std::optional<SeatEvent> event_of(RoomState const& before, Input const& input) {
  switch (input.kind) {
    case InputKind::sit:
      if (seat_of(before.seats(), input.guest) == input.seat) return SeatEvent::sit_again;
      return stage_of(before.parts()) == SeatStage::lobby ? SeatEvent::sit : SeatEvent::take_over;
    case InputKind::hold:
      return SeatEvent::hold;
    case InputKind::stand:
      return SeatEvent::stand;
    case InputKind::open:
      return SeatEvent::open;
    case InputKind::close:
      return SeatEvent::close;
    case InputKind::bot:
      return SeatEvent::bot;
    case InputKind::online:
      return SeatEvent::rejoin;
    case InputKind::offline:
      return SeatEvent::drop;
    case InputKind::stand_in:
    case InputKind::vacate:
      return SeatEvent::grace_over;
    case InputKind::forfeit:
    case InputKind::flag:
      return SeatEvent::forfeit;
    case InputKind::kick:
      return SeatEvent::kick;
    case InputKind::resign:
      return SeatEvent::resign;
    default:
      return std::nullopt;
  }
}

// The effect of a round's start on a seat: in new rooms nobody may lose it because they were disconnected then.
SeatStatus at_start(RoomSetup const& setup, SeatStage stage, SeatStatus status) {
  bool const away = status == SeatStatus::away || status == SeatStatus::stand_in || status == SeatStatus::resigned_away;
  bool const leaves = setup.fair_start && setup.absent_forfeits && stage == SeatStage::game && away;
  auto const begun = leaves ? SeatStatus::bot : seat_rule(stage, SeatEvent::start, status).to;
  bool const timed = setup.timeout_forfeits && setup.clock.kind != ClockKind::none;
  bool const replaced = setup.fair_start && timed && begun == SeatStatus::away;
  return replaced ? SeatStatus::stand_in : begun;
}

// The cells of the table that were used, over all runs.
std::map<Cell, int> met;

// The room folded again from the stored inputs, one after the other: the state before and after each.
class Shadow {
 public:
  explicit Shadow(RoomSetup const& setup) : state_(RoomState::make(setup).value()) {}

  void follow(std::vector<std::string> const& stored) {
    for (; told_ < stored.size(); ++told_) step(read_input(stored[told_]).value());
  }
  RoomState const& state() const { return state_; }

 private:
  void step(Input const& input) {
    std::vector<SeatStatus> statuses;
    for (auto const& seat : state_.seats()) statuses.push_back(status_of(seat));
    auto const event = event_of(state_, input);
    auto const stage = stage_of(state_.parts());
    int const round = state_.round();
    INFO(write_input(input));
    if (input.kind == InputKind::bot_move || input.kind == InputKind::move)
      REQUIRE(state_.seats()[static_cast<std::size_t>(input.seat)].bot_plays() == (input.kind == InputKind::bot_move));
    REQUIRE(state_.apply(input).has_value());
    bool const starts = state_.round() != round;
    if (event && input.seat >= 0) {
      auto const rule = seat_rule(stage, *event, statuses[static_cast<std::size_t>(input.seat)]);
      ++met[{stage, *event, statuses[static_cast<std::size_t>(input.seat)]}];
      REQUIRE(rule.code.empty());
      statuses[static_cast<std::size_t>(input.seat)] = rule.to;
      if (!starts) REQUIRE(status_at(state_, input.seat) == rule.to);
    }
    for (std::size_t i = 0; starts && i < statuses.size(); ++i) {
      ++met[{stage, SeatEvent::start, statuses[i]}];
      REQUIRE(status_at(state_, static_cast<int>(i)) == at_start(state_.setup(), stage, statuses[i]));
    }
    std::set<std::string> owners;
    for (auto const& seat : state_.seats())
      if (!seat.guest.empty()) REQUIRE((owners.insert(seat.guest).second && !seat.nick.empty()));
  }

  RoomState state_;
  std::size_t told_ = 0;
};

struct Table {
  char const* game;
  char const* preset;
};
constexpr Table kTables[] = {
    {"reversi", "classic"}, {"nim", "753"}, {"reversi", "five"}, {"fifteen", "eight"}, {"bubbles", "duel"}};

RoomSetup setup_of(std::uint64_t seed) {
  auto const& table = kTables[seed % std::size(kTables)];
  auto setup = open_setup(table.preset, table.game);
  setup.grace_ms = kGraceMs;
  setup.hold_ms = kGraceMs;
  setup.join_bots = seed % 3 != 0;
  setup.absent_forfeits = seed % 4 == 1;
  setup.fair_start = seed / 4 % 2 == 0;
  setup.timeout_forfeits = seed % 2 == 0;
  if (seed % 5 < 3 && seed % 7 < 4) setup.clock = {ClockKind::fischer, 20000, 1000};
  if (seed % 5 < 3 && seed % 7 == 4) setup.clock = {ClockKind::move, 8000, 0};
  if (seed % 2 == 0) setup.chairs.back() = {RoomSetup::Chair::Kind::bot, "random", 1};
  setup.stand_in = "random";
  setup.stand_in_level = 1;
  return setup;
}

class Party {
 public:
  explicit Party(std::uint64_t seed) : rng_(seed), setup_(setup_of(seed)), shadow_(setup_) {
    room_ = open_room(setup_, host_);
    for (auto const* name : {"g_a", "g_b", "g_c", "g_d"}) visitors_.push_back({name, nullptr, 1});
  }

  void step() {
    auto& visitor = visitors_[rng_.below(static_cast<std::uint32_t>(visitors_.size()))];
    switch (rng_.below(24)) {
      case 0:
      case 6:
        host_.pass(*room_, rng_.below(3 * kGraceMs));
        break;
      case 1:
      case 2:
        leave(visitor);
        break;
      case 3:
        restart();
        break;
      case 4:
        come(visitor, rng_.below(2) == 0 ? "renamed" : "");  // a second socket of the same token, if there is one
        break;
      case 5:
        hold(visitor);
        break;
      default:
        if (visitor.peer && visitor.peer->closed == 0)
          ask(visitor);
        else
          come(visitor);
    }
    if (rng_.below(3) > 0) host_.settle(*room_);
    check();
  }

  // All leave; a stranger alone must be able to bring the room to the end of a game.
  void must_end() {
    for (auto& visitor : visitors_) leave(visitor);
    Visitor closer{"g_closer", nullptr, 1};
    come(closer);
    host_.pass(*room_, 3 * kGraceMs);
    auto const& state = room_->state();
    if (state.phase() == Phase::lobby) {
      REQUIRE((state.host() == closer.guest || state.host().empty()));  // no player yet: the first becomes the host
      if (state.seats()[0].kind != SeatKind::open) expect(closer, {{"type", "seat"}, {"seat", 0}, {"to", "open"}}, "");
      expect(closer, {{"type", "sit"}, {"seat", 0}}, "");
      expect(closer, {{"type", "start"}}, "");
      if (state.phase() == Phase::playing) expect(closer, {{"type", "stand"}}, "");
    }
    for (int i = 0; i < 4000 && state.phase() == Phase::playing; ++i) host_.pass(*room_, 1000);
    REQUIRE(state.phase() == Phase::over);
    check();
  }

 private:
  void come(Visitor& visitor, std::string const& nick = "") {
    auto old = std::move(visitor.peer);
    bool const open = old && old->closed == 0;
    visitor.peer = std::make_unique<FakePeer>();
    protocol::Hello const hello;
    room_->enter(*visitor.peer, {visitor.guest, nick.empty() ? "nick of " + visitor.guest : nick}, hello, "\"hello\"",
                 {});
    if (open) REQUIRE(old->closed == 4004);
  }

  void leave(Visitor& visitor) {
    if (visitor.peer) room_->leave(*visitor.peer);
    visitor.peer.reset();
  }

  void hold(Visitor const& visitor) { (void)room_->hold_seat({visitor.guest, "nick of " + visitor.guest}); }

  void restart() {
    for (auto& visitor : visitors_) visitor.peer.reset();
    auto const stored = host_.stored;
    auto const time = host_.time;
    room_.reset();
    host_ = FakeEnvironment();
    host_.stored = stored;
    host_.time = time + 1000;
    room_ = open_room(setup_, host_, stored);
    room_->restarted();
  }

  // Sends a request and compares its answer with `code` (empty: ok).
  void expect(Visitor& visitor, Json frame, std::string_view code) {
    int const id = visitor.next_id++;
    frame["id"] = id;
    auto* const peer = visitor.peer.get();
    request(*room_, *peer, frame);
    host_.commit(*room_);
    INFO(frame.dump() << " by " << visitor.guest << " got " << peer->answer(id).dump());
    REQUIRE(peer->answer(id).value("code", "") == code);
  }

  // The same for requests that the table decides; `before`: refused for another reason.
  void ask_table(Visitor& visitor, Json const& frame, SeatEvent event, int seat, std::string_view before = "") {
    auto const& state = room_->state();
    if (!before.empty()) return expect(visitor, frame, before);
    auto const status = status_at(state, seat);
    auto const stage = stage_of(state.parts());
    auto const rule = seat_rule(stage, event, status);
    auto const seq = state.seq();
    expect(visitor, frame, rule.code);
    if (state.seq() == seq) ++met[{stage, event, status}];  // refused, or already so; the others are in the journal
  }

  void ask(Visitor& visitor) {
    if (room_->state().phase() == Phase::over && rng_.below(8) == 0) return plain(visitor, {{"type", "rematch"}});
    auto const seat = static_cast<int>(rng_.below(static_cast<std::uint32_t>(room_->state().seats().size())));
    switch (rng_.below(12)) {
      case 0:
      case 1:
        return sit(visitor, seat);
      case 2:
        return stand(visitor);
      case 3:
        return set(visitor, seat);
      case 4:
        return kick(host_or(visitor));
      case 5:
        return resign(visitor);
      case 6:
        return plain(visitor, rng_.below(3) == 0 ? Json{{"type", "start"}} : Json{{"type", "rematch"}});
      case 7:
        return rng_.below(4) == 0 ? hand_over(host_or(visitor)) : pardon(host_or(visitor));
      default:
        return move(visitor);
    }
  }

  void sit(Visitor& visitor, int seat) {
    auto const& state = room_->state();
    Json const frame{{"type", "sit"}, {"seat", seat}};
    int const own = seat_of(state.seats(), visitor.guest);
    auto const event = own == seat                                                             ? SeatEvent::sit_again
                       : stage_of(state.parts()) == SeatStage::game && state.setup().join_bots ? SeatEvent::take_over
                                                                                               : SeatEvent::sit;
    bool const elsewhere = stage_of(state.parts()) == SeatStage::game && own >= 0 && own != seat &&
                           status_at(state, own) != SeatStatus::left;
    bool const over = event != SeatEvent::sit_again && state.phase() == Phase::over;
    ask_table(visitor, frame, event, seat,
              state.parts().people.is_kicked(visitor.guest) ? "forbidden"
              : over                                        ? "game_over"
              : elsewhere                                   ? "forbidden"
                                                            : "");
  }

  void stand(Visitor& visitor) {
    int const own = seat_of(room_->state().seats(), visitor.guest);
    ask_table(visitor, {{"type", "stand"}}, SeatEvent::stand, own, own < 0 ? "forbidden" : "");
  }

  void set(Visitor& visitor, int seat) {
    static constexpr std::pair<char const*, SeatEvent> ways[] = {
        {"open", SeatEvent::open}, {"closed", SeatEvent::close}, {"bot", SeatEvent::bot}};
    auto const& [to, event] = ways[rng_.below(3)];
    bool const host = room_->state().host() == visitor.guest;
    ask_table(visitor, {{"type", "seat"}, {"seat", seat}, {"to", to}}, event, seat, host ? "" : "not_host");
  }

  void kick(Visitor& visitor) {
    auto const& state = room_->state();
    auto const* chosen = &visitors_[rng_.below(static_cast<std::uint32_t>(visitors_.size()))];
    for (auto const& candidate : visitors_)  // preferably a player
      if (seat_of(state.seats(), chosen->guest) < 0 || chosen->guest == visitor.guest) chosen = &candidate;
    auto const& other = *chosen;
    int const seat = seat_of(state.seats(), other.guest);
    bool const connected = other.peer && other.peer->closed == 0;
    Json const frame{{"type", "kick"}, {"guest", other.guest}};
    char const* before = seat < 0 && !connected          ? "not_found"
                         : state.host() != visitor.guest ? "not_host"
                         : state.host() == other.guest   ? "forbidden"
                                                         : "";
    if (seat >= 0) ask_table(visitor, frame, SeatEvent::kick, seat, before);
    if (seat < 0) expect(visitor, frame, before);
    if (*before == 0 && connected) REQUIRE(other.peer->closed == 4005);
  }

  // Mostly the host, if connected, because others are only refused.
  Visitor& host_or(Visitor& visitor) {
    if (rng_.below(4) == 0) return visitor;
    for (auto& other : visitors_)
      if (other.guest == room_->state().host() && other.peer && other.peer->closed == 0) return other;
    return visitor;
  }

  void pardon(Visitor& visitor) {
    auto const& other = visitors_[rng_.below(static_cast<std::uint32_t>(visitors_.size()))];
    auto const& state = room_->state();
    auto const people = people_of(state.parts());
    bool const known = (other.peer && other.peer->closed == 0) ||
                       std::any_of(people.begin(), people.end(), [&](auto const& p) { return p.guest == other.guest; });
    expect(visitor, {{"type", "pardon"}, {"guest", other.guest}},
           state.host() != visitor.guest ? "not_host"
           : !known                      ? "not_found"
                                         : "");
  }

  void hand_over(Visitor& visitor) {
    auto const& other = visitors_[rng_.below(static_cast<std::uint32_t>(visitors_.size()))];
    auto const& state = room_->state();
    int const seat = seat_of(state.seats(), other.guest);
    bool const connected = other.peer && other.peer->closed == 0;
    auto const status = seat < 0 ? SeatStatus::open : status_at(state, seat);
    bool const there = status == SeatStatus::here || status == SeatStatus::resigned;
    char const* before = seat < 0 && !connected                  ? "not_found"
                         : state.host() != visitor.guest         ? "not_host"
                         : state.host() != other.guest && !there ? "forbidden"
                                                                 : "";
    expect(visitor, {{"type", "hand_over"}, {"guest", other.guest}}, before);
    if (*before == 0) REQUIRE(state.host() == other.guest);
  }

  void resign(Visitor& visitor) {
    auto const& state = room_->state();
    int const own = seat_of(state.seats(), visitor.guest);
    bool const playing = state.phase() == Phase::playing;
    bool const finished =
        playing && own >= 0 && state.info().simultaneous && !state.to_act().has(static_cast<games::Seat>(own));
    ask_table(visitor, {{"type", "resign"}}, SeatEvent::resign, own,
              own < 0                        ? "forbidden"
              : state.phase() == Phase::over ? "game_over"
              : finished                     ? "not_your_turn"
                                             : "");
  }

  // Requests that the table does not decide: any answer will do, but there must be one.
  void plain(Visitor& visitor, Json frame) {
    int const id = visitor.next_id++;
    frame["id"] = id;
    request(*room_, *visitor.peer, frame);
    host_.commit(*room_);
    REQUIRE(!visitor.peer->answer(id).is_null());
  }

  // An acknowledged move is in the journal, at the number that the answer names.
  void move(Visitor& visitor) {
    auto const& state = room_->state();
    int const own = seat_of(state.seats(), visitor.guest);
    Json move{{"cell", "a1"}};
    if (own >= 0 && state.to_act().has(static_cast<games::Seat>(own)))
      move = state.match()->choose(static_cast<games::Seat>(own), "random", 1, {}, rng_.next(), {}).value();
    int const id = visitor.next_id;
    plain(visitor, {{"type", "move"}, {"ply", state.ply()}, {"move", move}});
    auto const answer = visitor.peer->answer(id);
    if (answer["type"] != "ok") return;
    auto const line = Json::parse(host_.stored[answer["seq"].get<std::size_t>() - 1]);
    REQUIRE(line["in"] == "move");
    REQUIRE(line["guest"] == visitor.guest);
    REQUIRE(line["request"] == id);
    REQUIRE(line["seat"] == own);
  }

  void check() {
    host_.commit(*room_);
    REQUIRE(host_.errors.empty());
    shadow_.follow(host_.stored);
    auto const document = room_->state().document();
    REQUIRE(shadow_.state().document() == document);
    for (auto const& visitor : visitors_) {
      if (!visitor.peer || visitor.peer->closed != 0) continue;
      REQUIRE(visitor.peer->fault == "");
      REQUIRE(visitor.peer->seq == room_->state().seq());
      REQUIRE(visitor.peer->document == Json::parse(document));
    }
  }

  games::Rng rng_;
  RoomSetup setup_;
  FakeEnvironment host_;
  std::unique_ptr<Room> room_;
  Shadow shadow_;
  std::vector<Visitor> visitors_;
};

// Cells that no room reaches: a guest who sends a request is connected, so they are at their seat; and cells that only
// journals of older servers contain.
bool out_of_reach(Cell const& cell) {
  auto const& [stage, event, status] = cell;
  bool const speaks = event == SeatEvent::sit_again || event == SeatEvent::stand || event == SeatEvent::resign;
  bool const away = status == SeatStatus::held || status == SeatStatus::away || status == SeatStatus::stand_in ||
                    status == SeatStatus::resigned_away;
  if (speaks && away) return true;
  return event == SeatEvent::grace_over && (status == SeatStatus::stand_in || status == SeatStatus::resigned_away);
}

// The cells that allow something and have not been tested.
std::vector<Cell> cells_to_meet() {
  std::vector<Cell> cells;
  for (auto const stage : {SeatStage::lobby, SeatStage::game})
    for (std::size_t event = 0; event < kSeatEvents; ++event)
      for (std::size_t status = 0; status < kSeatStatuses; ++status) {
        Cell const cell{stage, static_cast<SeatEvent>(event), static_cast<SeatStatus>(status)};
        if (std::apply(seat_rule, cell).code.empty() && !out_of_reach(cell) && met[cell] == 0) cells.push_back(cell);
      }
  return cells;
}

}  // namespace

TEST_CASE("whoever comes, goes and is removed: seats do what the table says, in every game", "[property]") {
  met.clear();
  for (std::uint64_t seed = 1; seed <= 25; ++seed) {
    CAPTURE(seed);
    Party party(seed);
    for (int i = 0; i < 160; ++i) party.step();
    party.must_end();
  }
  // Nim again, whose games are short, until every cell is tested.
  for (std::uint64_t seed = 101; !cells_to_meet().empty() && seed <= 24000; seed += std::size(kTables)) {
    CAPTURE(seed);
    Party party(seed);
    for (int i = 0; i < 120; ++i) party.step();
    party.must_end();
  }
  for (auto const& [stage, event, status] : cells_to_meet()) {
    CAPTURE(static_cast<int>(stage), static_cast<int>(event), static_cast<int>(status));
    FAIL_CHECK("this cell of the table was never met");
  }
}

TEST_CASE("from every state of a seat a person can get to play it", "[property]") {
  for (auto const stage : {SeatStage::lobby, SeatStage::game})
    for (std::size_t first = 0; first < kSeatStatuses; ++first) {
      std::set<SeatStatus> reached{static_cast<SeatStatus>(first)};
      if (seat_rule(stage, SeatEvent::rejoin, *reached.begin()).code == "internal") continue;  // not in this phase
      for (std::size_t before = 0; before != reached.size();) {
        before = reached.size();
        for (auto const status : std::set(reached))
          for (std::size_t event = 0; event < kSeatEvents; ++event)
            if (auto const rule = seat_rule(stage, static_cast<SeatEvent>(event), status); rule.code.empty())
              reached.insert(rule.to);
      }
      CAPTURE(first);
      CHECK(reached.count(SeatStatus::here) == 1);
    }
}

}  // namespace engawa::tests::seats_property_test
