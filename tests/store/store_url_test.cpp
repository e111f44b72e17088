// The place of the games in the setting, and the part of it that is shown.
#include "server/ops/store_url.hpp"

#include "tests/catch.hpp"

using namespace engawa::server;

TEST_CASE("a URL names a folder or a server", "[url]") {
  CHECK(read_store_url("sqlite:", "var")->place == "var");
  CHECK(read_store_url("sqlite:/srv/games", "var")->place == "/srv/games");
  CHECK(read_store_url("sqlite:games", "var")->kind == StoreUrl::Kind::sqlite);
  for (auto const* url : {"postgres://engawa@db/engawa", "postgresql:///engawa?host=/run/postgresql"}) {
    CHECK(read_store_url(url, "var")->kind == StoreUrl::Kind::postgres);
    CHECK(read_store_url(url, "var")->place == url);
  }
  for (auto const* wrong : {"", "var", "sqlite", "sqlite:///x", "postgres:db", "mysql://user:secret@host/db"}) {
    auto const refused = read_store_url(wrong, "var");
    REQUIRE(refused.has_error());
    CHECK(refused.error().message.find("sqlite:FOLDER or postgres://") != std::string::npos);
    CHECK(refused.error().message.find("secret") == std::string::npos);
  }
}

TEST_CASE("a password is not shown, wherever it is in the URL", "[url]") {
  CHECK(masked("sqlite:") == "sqlite:");
  CHECK(masked("postgres://db/engawa") == "postgres://db/engawa");
  CHECK(masked("postgres://me@db:5432/engawa?sslmode=require") == "postgres://me@db:5432/engawa?sslmode=require");
  CHECK(masked("postgres://me:secret@db/engawa") == "postgres://me:***@db/engawa");
  CHECK(masked("postgres://me:sec@ret@db/engawa") == "postgres://me:***@db/engawa");
  CHECK(masked("postgres://me:sec/r?et@db/engawa") == "postgres://me:***@db/engawa");
  CHECK(masked("postgres://db/engawa?user=me&password=secret&port=1") ==
        "postgres://db/engawa?user=me&password=***&port=1");
  CHECK(masked("postgresql:///engawa?sslpassword=secret") == "postgresql:///engawa?sslpassword=***");
  for (std::string const name : {"pass%77ord", "%70assword", "PASSWORD", "Password", "passw0rd", "pwd", "sslp%61ssword",
                                 "p%61ssword", "", "%zz"})
    CHECK(masked("postgres://db/engawa?" + name + "=secret&port=1") == "postgres://db/engawa?" + name + "=***&port=1");
  CHECK(masked("postgres://db/engawa?password=sec&ret") == "postgres://db/engawa?password=***&***");
  CHECK(masked("postgres://db/engawa?secret") == "postgres://db/engawa?***");
  CHECK(masked("postgres://me%3Asecret@db/engawa") == "postgres://me:***@db/engawa");
  CHECK(masked("postgres://me%3asec:ret@db/engawa") == "postgres://me:***@db/engawa");
  CHECK(masked("postgres://:secret@db/engawa") == "postgres://:***@db/engawa");
}
