// The game of games/README.md, played through all interfaces of a game: the catalogue, `engawa rules`, and a room with
// people and a bot. The laws and the transcripts of every game also run on it (tests/games).
#include "clients/cli/verbs/rules_verb.hpp"
#include "games/catalog.hpp"
#include "tests/catch.hpp"
#include "tests/rooms/fakes.hpp"

using namespace engawa;
using namespace engawa::server;

TEST_CASE("one line makes it a game of the catalogue, beside the others", "[tutorial]") {
  REQUIRE(games::find_game("tictactoe") != nullptr);
  CHECK(games::find_game("reversi") != nullptr);
  CHECK(games::catalog().front().info().id == "reversi");
  CHECK(games::strongest_bot(games::find_game("tictactoe")->info())->id == "mc");  // it analyses the game
}

TEST_CASE("engawa rules plays it", "[tutorial]") {
  cli::RulesFilter filter(*games::find_game("tictactoe"));
  auto state = filter.answer(R"({"do":"new"})");
  for (int const cell : {0, 3, 1, 4, 2}) {
    CHECK(state["to_act"].size() == 1);
    state = filter.answer(R"({"do":"move","move":{"cell":)" + std::to_string(cell) + "}}");
  }
  CHECK(state["outcome"]["winner"] == "s0");
  CHECK(state["outcome"]["reason"] == "line");
  CHECK(state["view"]["rows"]["r0"] == "XXX");
  CHECK(filter.answer(R"({"do":"move","move":{"cell":5}})")["error"]["code"] == "game_over");
  auto const& game = *games::find_game("tictactoe");
  auto const match = game.start(game.normalise(Json::object()).value(), games::Seed(0)).value();
  // The games that use every cell: 81 792 are won by the ninth mark, 46 080 are drawn.
  CHECK(match->perft(9) == 127872);
}

TEST_CASE("a person plays it in a room against its bot", "[tutorial]") {
  auto setup = open_setup("standard", "tictactoe");
  setup.chairs[1] = {RoomSetup::Chair::Kind::bot, "mc", 1};
  FakeEnvironment host;
  auto room = open_room(setup, host);
  FakePeer peer;
  join(*room, peer, "g_person");
  request(*room, peer, {{"type", "sit"}, {"id", 1}, {"seat", 0}});
  request(*room, peer, {{"type", "start"}, {"id", 2}});
  host.settle(*room);
  for (int id = 3; id < 9 && peer.document["phase"] == "playing"; ++id) {
    auto const legal = peer.document["legal"].get<std::string>();
    request(*room, peer,
            {{"type", "move"}, {"id", id}, {"ply", peer.document["ply"]}, {"move", {{"cell", std::stoi(legal)}}}});
    host.settle(*room);
  }
  CHECK(peer.document["phase"] == "over");
  CHECK(peer.document["result"]["ranking"].size() == 2);
  CHECK(peer.fault.empty());
  CHECK(host.errors.empty());
}
