// The statements of server/store/postgres/nodes.cpp.
#include <algorithm>
#include <utility>

#include "server/ops/fail_point.hpp"
#include "tests/simulation/database.hpp"

namespace engawa::simulation {
namespace {

namespace fail_point = server::fail_point;

}  // namespace

void Database::own(Transaction& by, std::string const& code, std::int64_t node) {
  auto row = *room(by, code);
  row.owner = node;
  by.changes.rooms[code] = std::move(row);
}

// rooms.owner refers to nodes.id: ON UPDATE SET NULL ON DELETE SET NULL.
bool Database::let_go(Transaction& by, std::int64_t node) {
  auto const codes = rooms_of(by, node);
  for (auto const& code : codes)
    if (!lock(by, row_of(code))) return false;
  for (auto const& code : codes)
    if (room(by, code)->owner == node) own(by, code, 0);
  return true;
}

bool Database::join(Transaction& by, std::string const& address, Time lease, std::int64_t& id) {
  std::int64_t before = 0;
  each_node(by, [&](std::int64_t known, NodeRow const& row) {
    if (row.address == address) before = known;
  });
  if (before != 0) {
    if (!lock(by, row_of(before)) || !let_go(by, before)) return false;
    by.changes.nodes[before] = std::nullopt;
  }
  id = next_node_++;
  by.changes.nodes[id] = NodeRow{address, now() + lease};
  return true;
}

std::optional<server::Cluster::Renewed> Database::renew(Transaction& by, std::int64_t id, Time lease) {
  using server::Cluster;
  auto const* const row = node(by, id);
  if (!row) return std::nullopt;
  if (!lock(by, row_of(id))) return Cluster::Renewed::not_now;
  bool const held = row->lease_until > now();
  by.changes.nodes[id] = NodeRow{row->address, now() + lease};
  return held ? Cluster::Renewed::held : Cluster::Renewed::lapsed;
}

std::string Database::home(Transaction const& by, std::string const& code, std::int64_t me) const {
  auto const* const row = room(by, code);
  if (!row || row->owner == 0 || row->owner == me || !is_living(by, row->owner)) return {};
  return node(by, row->owner)->address;
}

bool Database::claim(Transaction& by, std::int64_t me, std::size_t limit, std::vector<std::string>& codes) {
  bool const eager = fail_point::on("bug.eager_takeover"), twice = fail_point::on("bug.two_sweeps");
  if (codes.empty()) {  // the first try
    std::set<std::int64_t> gone{0};
    each_node(by, [&](std::int64_t id, NodeRow const& row) {
      if (id != me && row.lease_until <= now() && (twice || share(by, row_of(id)))) gone.insert(id);
    });
    std::vector<std::pair<std::pair<Time, std::int64_t>, std::string>> free;
    each_room(by, [&](RoomRow const& row) {
      if (row.closed || !row.broken.empty()) return;
      if (eager ? row.owner != me : gone.contains(row.owner)) free.push_back({{row.used, row.id}, row.code});
    });
    std::sort(free.rbegin(), free.rend());
    if (eager && !free.empty()) {
      std::swap(free.front(), chance_.choose(free));
      free.resize(1);
    }
    for (auto const& [used, code] : free)
      if (codes.size() < limit && (twice || lock(by, row_of(code)))) codes.push_back(code);
  }
  for (auto const& code : codes)
    if (!lock(by, row_of(code))) return false;
  for (auto const& code : codes) own(by, code, me);
  return true;
}

void Database::forget(Transaction& by, std::int64_t me) {
  std::vector<std::int64_t> old;
  each_node(by, [&](std::int64_t id, NodeRow const& row) {
    if (id != me && row.lease_until < now() - 60 * kSecond) old.push_back(id);
  });
  for (auto const id : old) {
    bool used = false;
    each_room(by, [&](RoomRow const& row) { used |= row.owner == id && !row.closed && row.broken.empty(); });
    if (used || !lock(by, row_of(id)) || !let_go(by, id)) continue;
    by.changes.lobbies[node(by, id)->address] = std::nullopt;
    by.changes.nodes[id] = std::nullopt;
  }
}

std::vector<std::string> Database::living(Transaction const& by) const {
  std::vector<std::string> addresses;
  each_node(by, [&](std::int64_t, NodeRow const& row) {
    if (row.lease_until > now()) addresses.push_back(row.address);
  });
  return addresses;
}

std::vector<std::string> Database::owned(Transaction const& by, std::int64_t me) const { return rooms_of(by, me); }

bool Database::leave(Transaction& by, std::int64_t me) {
  auto const* const row = node(by, me);
  if (!row) return true;
  if (!lock(by, row_of(me)) || !let_go(by, me)) return false;
  by.changes.lobbies[row->address] = std::nullopt;
  by.changes.nodes[me] = std::nullopt;
  return true;
}

void Database::tell(Transaction& by, std::int64_t me, std::string const& text, std::int64_t& version) {
  auto const* const row = node(by, me);
  if (!row) return;
  version = next_version_++;
  by.changes.lobbies[row->address] = LobbyRow{version, text};
}

std::vector<NodeLobby> Database::lobbies(Transaction const& by, std::vector<std::int64_t> const& known) const {
  std::vector<NodeLobby> found;
  auto rows = lobbies_;
  for (auto const& [address, row] : by.changes.lobbies) row ? void(rows[address] = *row) : void(rows.erase(address));
  auto const addresses = living(by);
  for (auto const& [address, row] : rows) {
    if (std::find(addresses.begin(), addresses.end(), address) == addresses.end()) continue;
    bool const is_known = std::find(known.begin(), known.end(), row.version) != known.end();
    found.push_back({address, row.version, is_known ? std::nullopt : std::optional(row.text)});
  }
  return found;
}

}  // namespace engawa::simulation
