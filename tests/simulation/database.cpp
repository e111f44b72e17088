#include "tests/simulation/database.hpp"

#include <algorithm>
#include <utility>

#include "server/ops/fail_point.hpp"

namespace engawa::simulation {

bool Database::lock(Transaction& by, std::string const& row) {
  auto& lock = locks_[row];
  if (lock.writer && lock.writer != &by) return false;
  for (auto const* reader : lock.readers)
    if (reader != &by) return false;
  lock.writer = &by;
  by.locked.insert(row);
  return true;
}

bool Database::share(Transaction& by, std::string const& row) {
  auto& lock = locks_[row];
  if (lock.writer && lock.writer != &by) return false;
  lock.readers.insert(&by);
  by.shared.insert(row);
  return true;
}

void Database::unlock(Transaction& transaction) {
  for (auto const* rows : {&transaction.locked, &transaction.shared})
    for (auto const& row : *rows) {
      auto& lock = locks_[row];
      if (lock.writer == &transaction) lock.writer = nullptr;
      lock.readers.erase(&transaction);
      if (!lock.writer && lock.readers.empty()) locks_.erase(row);
    }
  bool const any = !transaction.locked.empty() || !transaction.shared.empty();
  transaction = {};
  if (any && unlocked) unlocked();
}

void Database::commit(Transaction& transaction) {
  auto& changes = transaction.changes;
  for (auto& [code, row] : changes.rooms) {
    auto const known = rooms_.find(code);
    if (known == rooms_.end()) {
      rooms_[code].row = row;
      continue;
    }
    auto& before = known->second.row;
    if (before.owner != row.owner && row.owner != 0) {
      auto const owner = nodes_.find(before.owner);
      witness_.taken(before, row, owner != nodes_.end() && owner->second.lease_until > now());
    }
    if (before.epoch != row.epoch) witness_.loaded(code);
    auto const used = before.used;
    before = row;
    before.used = used;
  }
  for (auto& input : changes.inputs) {
    auto const known = rooms_.find(input.room);
    if (known == rooms_.end()) continue;
    auto& room = known->second;
    room.row.used = now();
    if (input.seq != room.inputs.size() + 1) continue;  // bug.no_fence: the number is taken
    witness_.stored(input, input.epoch == room.row.epoch);
    room.inputs.push_back(std::move(input.text));
  }
  for (auto& snapshot : changes.snapshots) {
    if (!rooms_.contains(snapshot.room)) continue;
    auto& kept = rooms_.at(snapshot.room).snapshots;
    kept[snapshot.seq] = std::move(snapshot.text);
    while (kept.size() > 2) kept.erase(kept.begin());
  }
  for (auto& [id, row] : changes.nodes) row ? void(nodes_[id] = *row) : void(nodes_.erase(id));
  for (auto& [address, row] : changes.lobbies) row ? void(lobbies_[address] = *row) : void(lobbies_.erase(address));
  unlock(transaction);
}

void Database::roll_back(Transaction& transaction) { unlock(transaction); }

RoomRow const* Database::room(Transaction const& by, std::string const& code) const {
  if (auto const own = by.changes.rooms.find(code); own != by.changes.rooms.end()) return &own->second;
  auto const known = rooms_.find(code);
  return known == rooms_.end() ? nullptr : &known->second.row;
}

NodeRow const* Database::node(Transaction const& by, std::int64_t id) const {
  if (auto const own = by.changes.nodes.find(id); own != by.changes.nodes.end())
    return own->second ? &*own->second : nullptr;
  auto const known = nodes_.find(id);
  return known == nodes_.end() ? nullptr : &known->second;
}

void Database::each_room(Transaction const& by, std::function<void(RoomRow const&)> const& look) const {
  for (auto const& [code, room] : rooms_)
    if (!by.changes.rooms.contains(code)) look(room.row);
  for (auto const& [code, row] : by.changes.rooms) look(row);
}

void Database::each_node(Transaction const& by, std::function<void(std::int64_t, NodeRow const&)> const& look) const {
  for (auto const& [id, row] : nodes_)
    if (!by.changes.nodes.contains(id)) look(id, row);
  for (auto const& [id, row] : by.changes.nodes)
    if (row) look(id, *row);
}

bool Database::is_living(Transaction const& by, std::int64_t id) const {
  auto const* const row = node(by, id);
  return row && row->lease_until > now();
}

std::vector<std::string> Database::rooms_of(Transaction const& by, std::int64_t node) const {
  std::vector<std::string> codes;
  each_room(by, [&](RoomRow const& row) {
    if (row.owner == node) codes.push_back(row.code);
  });
  std::sort(codes.begin(), codes.end());
  return codes;
}

std::uint64_t Database::last_input(Transaction const& by, std::string const& code) const {
  auto const known = rooms_.find(code);
  std::uint64_t last = known == rooms_.end() ? 0 : known->second.inputs.size();
  for (auto const& input : by.changes.inputs)
    if (input.room == code) last = input.seq;
  return last;
}

// kFind. Waits for the row.
bool Database::find(Transaction& by, std::string const& code, std::optional<RoomRow>& found) {
  if (!room(by, code)) return true;
  if (!lock(by, row_of(code))) return false;
  found = *room(by, code);
  return true;
}

// kFindFree, and kLook if that finds nothing.
std::optional<RoomRow> Database::find_free(Transaction& by, std::string const& code, std::int64_t me,
                                           std::string& home) {
  auto const* const row = room(by, code);
  if (!row) return std::nullopt;
  auto const owner = row->owner;
  bool const free = owner == 0 || owner == me || (!is_living(by, owner) && share(by, row_of(owner)));
  if (free && lock(by, row_of(code))) return *row;
  home = this->home(by, code, me);
  if (home.empty()) home = "a node that takes it now";
  return *row;
}

// kCreate
bool Database::create(Transaction& by, std::string const& code, std::string const& setup, std::int64_t me) {
  if (room(by, code)) throw std::runtime_error("the code is taken");
  if (!lock(by, row_of(code))) return false;
  by.changes.rooms[code] = {next_room_++, code, setup, {}, 1, false, me, 0};
  return true;
}

// kPut
bool Database::put(Transaction& by, RoomRow const& row) {
  if (!room(by, row.code)) return true;
  if (!lock(by, row_of(row.code))) return false;
  by.changes.rooms[row.code] = row;
  return true;
}

// kAppend and kAppendUnfenced
bool Database::append(Transaction& by, Changes::Input const& input, std::vector<Store::Refused>& refused) {
  if (!room(by, input.room)) return true;
  if (server::fail_point::on("bug.no_fence")) {
    by.changes.inputs.push_back(input);
    return true;
  }
  if (!lock(by, row_of(input.room))) return false;
  if (room(by, input.room)->epoch == input.epoch)
    by.changes.inputs.push_back(input);
  else
    refused.push_back({input.room, input.epoch});
  return true;
}

// kPutSnapshot
bool Database::put_snapshot(Transaction& by, std::uint64_t epoch, Changes::Input const& snapshot) {
  if (!room(by, snapshot.room)) return true;
  if (!lock(by, row_of(snapshot.room))) return false;
  if (room(by, snapshot.room)->epoch == epoch) by.changes.snapshots.push_back(snapshot);
  return true;
}

std::vector<std::string> Database::inputs(Transaction const& by, std::string const& code, std::uint64_t after) const {
  std::vector<std::string> inputs;
  if (auto const known = rooms_.find(code); known != rooms_.end() && after < known->second.inputs.size())
    inputs.assign(known->second.inputs.begin() + static_cast<std::ptrdiff_t>(after), known->second.inputs.end());
  for (auto const& input : by.changes.inputs)
    if (input.room == code && input.seq > after) inputs.push_back(input.text);
  return inputs;
}

std::optional<Changes::Input> Database::snapshot(std::string const& code) const {
  auto const known = rooms_.find(code);
  if (known == rooms_.end() || known->second.snapshots.empty()) return std::nullopt;
  auto const& [seq, text] = *known->second.snapshots.rbegin();
  return Changes::Input{code, seq, text};
}

}  // namespace engawa::simulation
