#include "server/cluster/whereabouts.hpp"

#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>

#include "server/api/create_room.hpp"
#include "server/lobby/lobby.hpp"
#include "server/ops/secrets.hpp"
#include "server/shard/shard.hpp"
#include "server/store/cluster.hpp"

namespace engawa::server {
namespace {

// The code in /rooms/CODE/ws, /api/rooms/CODE and the paths below them; empty: the request is about no room. Records
// are in the database, which all nodes share.
std::string code_in(std::string_view path) {
  for (std::string_view const head : {"/rooms/", "/api/rooms/"})
    if (path.substr(0, head.size()) == head) {
      auto const code = path.substr(head.size());
      return normal_room_code(code.substr(0, code.find('/')));
    }
  return {};
}

// This server's own rooms are preferred. A malformed body is refused here, as without a cluster.
void find_game(Services& services, HttpRequest const& request, std::function<void(Result<std::string>)> done) {
  auto const body = parse_json(request.body);
  auto const setup = body ? read_play_request(*body, {}, services.config, 0) : Result<RoomSetup>(body.error());
  if (!setup) return done(std::string());
  services.shards.front()->post([&services, game = setup->game, options = setup->options, done = std::move(done)] {
    done(services.lobby->node_to_play(game, options));
  });
}

}  // namespace

void find_room_of(Services& services, HttpRequest const& request, std::function<void(Result<std::string>)> done) {
  if (request.method == "POST" && request.path == "/api/play") return find_game(services, request, std::move(done));
  auto const code = code_in(request.path);
  if (code.empty()) return done(std::string());
  auto& shard = services.shard_of(code);
  shard.post([&services, &shard, code, done = std::move(done)] {
    if (shard.rooms().has_room(code) || !services.journal->up()) return done(std::string());
    auto const home = std::make_shared<std::string>();
    services.journal->run([home, code](Store& store) { store.cluster()->find_home(code, *home); },
                          [home, done](bool read) {
                            if (read) return done(std::move(*home));
                            done(refuse("busy", "the server cannot reach its store now; try again"));
                          });
  });
}

}  // namespace engawa::server
