// Which of a machine's addresses other machines can use, and in which order.
#include "server/ops/reach.hpp"

#include "tests/catch.hpp"

namespace {

using namespace engawa::server;
using Urls = std::vector<std::string>;

std::vector<OwnAddress> const kMachine{{"lo", "127.0.0.1"},       {"lo", "::1"},
                                       {"docker0", "172.17.0.1"}, {"tailscale0", "100.101.102.103"},
                                       {"eth0", "192.168.1.20"},  {"eth0", "169.254.7.7"},
                                       {"eth0", "fe80::1"},       {"eth0", "2001:db8::20"},
                                       {"wlan0", "10.1.2.3"},     {"br-0123456789ab", "172.18.0.1"},
                                       {"veth12", "10.9.9.9"},    {"virbr0", "192.168.122.1"}};

}  // namespace

TEST_CASE("home networks come first, and what nobody else reaches is left out", "[settings]") {
  CHECK(reachable_urls("0.0.0.0", 8080, kMachine) ==
        Urls{"http://192.168.1.20:8080", "http://10.1.2.3:8080", "http://100.101.102.103:8080"});
  CHECK(reachable_urls("::", 80, kMachine) ==
        Urls{"http://192.168.1.20", "http://10.1.2.3", "http://100.101.102.103", "http://[2001:db8::20]"});
  CHECK(reachable_urls("0.0.0.0", 8080, {}).empty());
  CHECK(reachable_urls("0.0.0.0", 8080, {{"lo", "127.0.0.1"}, {"eth0", "nonsense"}}).empty());
}

TEST_CASE("a server on loopback has no address for others, and one on one address has that", "[settings]") {
  for (std::string const bind : {"127.0.0.1", "127.9.9.9", "::1", "localhost"}) {
    INFO(bind);
    CHECK_FALSE(beyond_loopback(bind));
    CHECK(reachable_urls(bind, 8080, kMachine).empty());
  }
  CHECK(reachable_urls("192.168.1.20", 8080, kMachine) == Urls{"http://192.168.1.20:8080"});
  CHECK(reachable_urls("fd00::7", 8080, kMachine) == Urls{"http://[fd00::7]:8080"});
  CHECK(reachable_urls("games.lan", 8080, kMachine) == Urls{"http://games.lan:8080"});
}

TEST_CASE("the public address is the only one where it is set", "[settings]") {
  Config config;
  config.public_url = "https://games.example";
  CHECK(reachable_urls(config, 8080) == Urls{"https://games.example"});
  config.base_path = "/engawa";
  CHECK(reachable_urls(config, 8080) == Urls{"https://games.example/engawa"});
  config.public_url.clear();
  CHECK(reachable_urls(config, 8080).empty());  // it listens on loopback
}
