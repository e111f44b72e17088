#include "server/visit/greeting.hpp"

#include <string>
#include <utility>
#include <vector>

#include "tests/catch.hpp"
#include "tests/shard/house.hpp"

using namespace engawa;
using namespace engawa::server;

namespace {

struct FakeVisitor final : Visitor {
  bool ending() const override { return code != 0 || gone; }
  void wait() override { waits = true; }
  void go_on() override { waits = false; }
  void refuse_hello(std::string_view id, Refusal const& refusal, protocol::ErrorContext const& context) override {
    refusals.push_back(std::string(id) + ' ' + refusal.code);
    retry_ms = context.retry_ms.value_or(0);
  }
  void hang_up(int with, std::string_view) override { code = with; }
  void enter(Entry entry) override {
    ++entered;
    channel = &entry.channel;
    guest = entry.guest;
    token = entry.token;
    counted = entry.storing.address && entry.storing.guest;
  }

  int entered = 0, code = 0;
  bool gone = false, waits = false, counted = false;
  std::int64_t retry_ms = 0;
  std::vector<std::string> refusals;
  Channel* channel = nullptr;
  Guest guest;
  std::string token;
};

using Refusals = std::vector<std::string>;

struct Hall {
  House house{{"AAAAAAAA"}};

  std::shared_ptr<FakeVisitor> say(std::string room, protocol::Hello hello = {}) {
    auto visitor = std::make_shared<FakeVisitor>();
    say_as(visitor, std::move(room), std::move(hello));
    house.settle();
    return visitor;
  }
  void say_as(std::shared_ptr<FakeVisitor> const& visitor, std::string room, protocol::Hello hello = {}) {
    greet(visitor, {house.io, house.shared, house.rooms, std::move(room), "192.0.2.1"}, std::move(hello), "h1");
  }
};

protocol::Hello named(std::string nick, std::string token = {}) {
  protocol::Hello hello;
  hello.nick = std::move(nick);
  hello.token = std::move(token);
  return hello;
}

}  // namespace

TEST_CASE("who only looks at the lobby enters at once, as nobody", "[greeting]") {
  Hall hall;
  auto const visitor = std::make_shared<FakeVisitor>();
  hall.say_as(visitor, {});
  CHECK(visitor->channel == hall.house.shared.lobby.get());
  CHECK(visitor->guest.id.empty());
  CHECK_FALSE(visitor->counted);
}

TEST_CASE("a new guest gets a token, and comes back with it", "[greeting]") {
  Hall hall;
  auto const first = hall.say("AAAAAAAA", named("Sen"));
  CHECK(first->entered == 1);
  CHECK(first->guest.nick == "Sen");
  CHECK(first->counted);
  CHECK_FALSE(first->waits);
  REQUIRE_FALSE(first->token.empty());
  auto const again = hall.say("AAAAAAAA", named("Rikyu", first->token));
  CHECK(again->guest.id == first->guest.id);
  CHECK(again->guest.nick == "Rikyu");
  CHECK(again->token.empty());
  CHECK(again->channel == first->channel);
}

TEST_CASE("a nick that looks like a bot's is refused, and hello may be said again", "[greeting]") {
  Hall hall;
  auto const visitor = hall.say("AAAAAAAA", named("Sen (bot)"));
  CHECK(visitor->refusals == Refusals{"h1 bad_message"});
  CHECK(visitor->code == 0);
  CHECK_FALSE(visitor->waits);
  CHECK(visitor->entered == 0);
}

TEST_CASE("a token that is not known closes with 4003", "[greeting]") {
  Hall hall;
  protocol::Hello hello;
  hello.token = "nobody's";
  for (auto const* room : {"", "AAAAAAAA"}) {
    auto const visitor = hall.say(room, hello);
    CHECK(visitor->refusals == Refusals{"h1 unauthenticated"});
    CHECK(visitor->code == 4003);
  }
}

TEST_CASE("a room that nobody has made closes with 4006", "[greeting]") {
  Hall hall;
  auto const visitor = hall.say("BBBBBBBB", named("Sen"));
  CHECK(visitor->refusals == Refusals{"h1 not_found"});
  CHECK(visitor->code == 4006);
}

TEST_CASE("a quarantined room closes with 4007", "[greeting]") {
  Hall hall;
  hall.house.shared.journal->run([](Store& store) { (void)store.set_broken("AAAAAAAA", "it fell down"); }, {});
  auto const visitor = hall.say("AAAAAAAA", named("Sen"));
  CHECK(visitor->refusals == Refusals{"h1 internal"});
  CHECK(visitor->code == 4007);
}

TEST_CASE("a room that the server has no place for closes with 1013", "[greeting]") {
  Hall hall;
  hall.house.shared.config.rooms = 0;
  auto const visitor = hall.say("AAAAAAAA", named("Sen"));
  CHECK(visitor->refusals == Refusals{"h1 limit_reached"});
  CHECK(visitor->code == 1013);
}

TEST_CASE("too many new guests from an address close with 4101, and hear when to come again", "[greeting]") {
  Hall hall;
  auto const later = hall.house.shared.clock.now() + 3600000;  // so that none is renewed while the test runs
  while (hall.house.shared.addresses->take(Addresses::Ration::guest, "192.0.2.1", later) == 0) {
  }
  auto const visitor = hall.say("AAAAAAAA");
  CHECK(visitor->refusals == Refusals{"h1 rate_limited"});
  CHECK(visitor->retry_ms > 0);
  CHECK(visitor->code == 4101);
}

TEST_CASE("who has gone while the hello was looked into does not enter", "[greeting]") {
  Hall hall;
  auto const visitor = std::make_shared<FakeVisitor>();
  hall.say_as(visitor, "AAAAAAAA", named("Sen"));
  CHECK(visitor->waits);
  visitor->gone = true;
  hall.house.settle();
  CHECK(visitor->entered == 0);
  CHECK(visitor->refusals.empty());
}
