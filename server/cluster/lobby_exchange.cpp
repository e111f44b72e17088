#include "server/cluster/lobby_exchange.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string_view>
#include <utility>

#include "server/lobby/addresses.hpp"
#include "server/lobby/moderation.hpp"
#include "server/shard/shard.hpp"
#include "server/store/act_table.hpp"

namespace engawa::server {
namespace {

constexpr auto kExchangeEvery = std::chrono::seconds(1);
constexpr std::size_t kLeastRooms = 10;

// One line per room: its code and its summary, which is JSON on one line. Lines that begin with @ are those of
// Addresses::spent().
std::string text_of(Lobby::Summaries const& rooms) {
  std::string text;
  for (auto const& [code, summary] : rooms) text += code + ' ' + summary + '\n';
  return text;
}

Lobby::Summaries rooms_in(std::string_view text) {
  Lobby::Summaries rooms;
  while (!text.empty()) {
    auto const line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (auto const space = line.find(' '); space != line.npos && !line.starts_with('@'))
      rooms.emplace(line.substr(0, space), line.substr(space + 1));
  }
  return rooms;
}

}  // namespace

LobbyExchange::LobbyExchange(Services& services) : services_(services), timer_(services.shards.front()->io()) {}

void LobbyExchange::start() {
  services_.shards.front()->post([this] { exchange(); });
}

void LobbyExchange::wait() {
  timer_.expires_after(kExchangeEvery);
  timer_.async_wait([this](boost::system::error_code error) {
    if (!error) exchange();
  });
}

void LobbyExchange::exchange() {
  struct Work {
    std::optional<std::string> telling;
    std::int64_t told = 0;
    std::vector<std::int64_t> known;
    std::vector<NodeLobby> lobbies;
    StoredActs acts;
  };
  auto const work = std::make_shared<Work>();
  // A list shows this many rooms of all nodes together, so the other nodes would read any further ones for nothing.
  auto const listed = static_cast<std::size_t>(services_.config.listed_rooms);
  auto own = text_of(services_.lobby->own_rooms(std::max(kLeastRooms, listed / (nodes_.size() + 1)))) +
             services_.addresses->spent(services_.clock.now());
  if (told_version_ == 0 || own != told_) work->telling = own;
  work->told = told_version_;
  for (auto const& [address, node] : nodes_) work->known.push_back(node.version);
  services_.journal->run(
      [this, work](Store& store) {
        work->acts = store.acts().after(services_.moderation->last());
        auto& cluster = *store.cluster();
        if (work->telling) work->told = cluster.tell_lobby(*work->telling);
        work->known.push_back(work->told);
        work->lobbies = cluster.lobbies(work->known);
      },
      [this, work, own = std::move(own)](bool stored) mutable {
        if (stored && services_.acts_read) services_.acts_read(work->acts);
        services_.shards.front()->post([this, work, own = std::move(own), stored]() mutable {
          if (stored) {
            told_ = std::move(own);
            told_version_ = work->told;
            show(work->lobbies);
          }
          wait();
        });
      });
}

// This node's own text must be among them; if it is missing, it is sent again.
void LobbyExchange::show(std::vector<NodeLobby> const& lobbies) {
  std::map<std::string, Node> now;
  bool is_told = false;
  for (auto const& lobby : lobbies) {
    is_told |= lobby.version == told_version_;
    if (lobby.address == services_.config.cluster_address) continue;
    auto& node = now[lobby.address];
    node.version = lobby.version;
    node.rooms = lobby.text ? rooms_in(*lobby.text) : std::move(nodes_[lobby.address].rooms);
    if (lobby.text) services_.addresses->spent_elsewhere(lobby.address, *lobby.text, services_.clock.now());
  }
  if (!is_told) told_version_ = 0;
  for (auto const& [address, node] : nodes_)
    if (!now.contains(address)) services_.lobby->show_node(address, {});
  nodes_ = std::move(now);
  for (auto const& [address, node] : nodes_) services_.lobby->show_node(address, node.rooms);
}

}  // namespace engawa::server
