// Any bytes to the public port of a whole server, on a separate connection: requests one after another, half requests,
// upgrades and the frames behind them.
//
// Laws: the server answers or hangs up, and never hangs; an answer is HTTP with one of its own statuses; nothing
// outside of the page's folder is ever sent.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <spdlog/spdlog.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "base/sha256.hpp"
#include "protocol/errors.hpp"
#include "server/server.hpp"
#include "tests/fuzz/check.hpp"

namespace {

using namespace engawa;
using namespace engawa::fuzz;
namespace fs = std::filesystem;

constexpr std::string_view kSecret = "nobody may read this";

// A page of two files, with a secret file next to its folder.
class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "engawa-fuzz-XXXXXX").string();
    check(mkdtemp(name.data()) != nullptr, "there is a folder");
    path_ = name;
    fs::create_directories(page() / "assets");
    write(page() / "index.html", "<!doctype html>");
    write(page() / "assets" / "main.js", "export {}");
    write(path_ / "secret", kSecret);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(Folder const&) = delete;
  Folder& operator=(Folder const&) = delete;

  fs::path page() const { return path_ / "page"; }
  fs::path data() const { return path_ / "data"; }

 private:
  static void write(fs::path const& path, std::string_view text) { std::ofstream(path) << text; }
  fs::path path_;
};

struct House {
  Folder folder;
  std::unique_ptr<server::Server> server = start();

  std::unique_ptr<server::Server> start() const {
    spdlog::set_level(spdlog::level::off);
    // Cleanup runs in reverse order of first use. Without this, OpenSSL would be cleaned up at exit before the server's
    // threads, whose memory would leak.
    (void)sha256("");
    server::Config config;
    config.port = 0;
    config.data = folder.data();
    config.web_root = folder.page();
    config.connections_per_ip = config.http_connections_per_ip = config.rooms_per_ip = 1000000;
    config.accepts_per_s = config.requests_per_s = config.guests_per_min = config.rooms_per_min = 1000000;
    config.joins_per_min = config.unknown_rooms_per_min = 1000000;
    // Tables of games that ./check keeps; without them they are computed during the fuzzing.
    if (auto const* cache = std::getenv("ENGAWA_STORE_CACHE")) config.cache = cache;
    return server::Server::start(config).value();
  }
};

int connect_to(int port) {
  int const line = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  timeval const patience{20, 0};
  setsockopt(line, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  check(connect(line, reinterpret_cast<sockaddr const*>(&address), sizeof address) == 0, "the server listens");
  return line;
}

// Sends all of it, shuts down its side, and reads to the end.
std::string tell(int port, std::string_view bytes) {
  int const line = connect_to(port);
  while (!bytes.empty()) {
    auto const sent = send(line, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) break;  // the server has stopped reading
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  shutdown(line, SHUT_WR);
  std::string answer;
  std::array<char, 65536> block{};
  for (;;) {
    auto const got = recv(line, block.data(), block.size(), 0);
    check(got >= 0 || errno != EAGAIN, "the server ends what we have ended");
    if (got <= 0) break;
    answer.append(block.data(), static_cast<std::size_t>(got));
  }
  close(line);
  return answer;
}

void check_answer(std::string_view answer, bool said) {
  constexpr std::string_view start = "HTTP/1.";
  // The statuses that are not errors, and those of HTTP itself, which have no code in the registry.
  static std::set<std::string> const statuses = [] {
    std::set<std::string> all{"101", "200", "201", "204", "304", "404", "417", "426", "431"};
    for (auto const& entry : protocol::error_registry())
      if (entry.status != 500) all.insert(std::to_string(entry.status));
    return all;
  }();
  check(answer.substr(0, start.size()) == start, "an answer is HTTP", answer);
  auto const status = answer.substr(std::min(answer.size(), start.size() + 2), 3);
  check(statuses.contains(std::string(status)), "a status is one of ours", answer);
  check(said || answer.find(kSecret) == answer.npos, "nothing outside of the page is told", answer);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  static House const house;
  std::string_view const request(reinterpret_cast<char const*>(data), size);
  auto const answer = tell(house.server->port(), request);
  // The fuzzer guesses the secret from the comparison with it, and an answer may repeat a part of its request.
  if (!answer.empty()) check_answer(answer, request.find(kSecret) != request.npos);
  return 0;
}
