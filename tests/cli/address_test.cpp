// Addresses of servers, and links to rooms and records, with and without a path before them.
#include "clients/cli/net/address.hpp"

#include "tests/catch.hpp"

using namespace engawa::cli;

namespace {

std::string url(std::string_view text) {
  auto const address = parse_address(text);
  return address ? address->url() : "refused";
}

}  // namespace

TEST_CASE("the path of a server is kept", "[address]") {
  CHECK(url("https://games.example.org") == "https://games.example.org");
  CHECK(url("https://games.example.org/") == "https://games.example.org");
  CHECK(url("https://games.example.org/engawa") == "https://games.example.org/engawa");
  CHECK(url("https://games.example.org:443/engawa//?a=/b#c") == "https://games.example.org/engawa");
  CHECK(url("games.example.org:8080/a/b-c_d.e~f/") == "http://games.example.org:8080/a/b-c_d.e~f");
  CHECK(url("ws://[::1]:8080/engawa") == "http://[::1]:8080/engawa");
  auto const address = parse_address("https://games.example.org/engawa");
  REQUIRE(address.has_value());
  CHECK(address->origin() == "https://games.example.org");
  CHECK(address->place() == "games.example.org/engawa");
}

TEST_CASE("the address of a page names its server", "[address]") {
  for (std::string const server : {"https://games.example.org", "https://games.example.org/engawa", "http://x/games/r"})
    for (std::string const page : {"/r/K7WMA2QX", "/r/K7WMA2QX?seat=1", "/g/K7WMA2QX-1", "/g/K7WMA2QX-1#12"})
      CHECK(url(server + page) == server);
  for (std::string const page : {"/api/games", "/lobby/ws", "/rooms/K7WMA2QX/ws", "/assets/x.js", "/r/", "/r/nonsense"})
    CHECK(url("https://games.example.org" + page) == "https://games.example.org");
}

TEST_CASE("a path that no server has is refused", "[address]") {
  for (std::string const path : {"/a b", "/a\nb", "/a\x7f", "/縁側", "/<a>", "/a b/r/K7WMA2QX", "/a\"b", "/a\\b"})
    CHECK(url("https://games.example.org" + path) == "refused");
}

TEST_CASE("a link contains the path of its server", "[address]") {
  auto const room = parse_room("遊ぼう「https://games.example.org/engawa/r/k7wma2qx」、待ってる");
  REQUIRE(room.has_value());
  CHECK(room->code == "K7WMA2QX");
  CHECK(room->server == "https://games.example.org/engawa");
  CHECK(parse_room("games.example.org/a/b/r/K7WMA2QX?x=1")->server == "games.example.org/a/b");
  CHECK(parse_room("https://x/r/r/K7WMA2QX")->server == "https://x/r");
  for (std::string_view const path : {"/g/", "/api/records/"}) {
    auto const record = parse_record("(https://games.example.org/engawa" + std::string(path) + "K7WMA2QX-2).");
    REQUIRE(record.has_value());
    CHECK(record->id == "K7WMA2QX-2");
    CHECK(record->server == "https://games.example.org/engawa");
  }
  CHECK_FALSE(parse_record("https://games.example.org/engawa/r/K7WMA2QX").has_value());
  CHECK_FALSE(parse_room("https://games.example.org/engawa/r/K7WM").has_value());
}
