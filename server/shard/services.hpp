// Services shared by the parts of the server: one of each per process, created by Server, alive as long as any thread
// runs.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "server/ops/config.hpp"
#include "server/ops/metrics.hpp"
#include "server/ops/server_clock.hpp"
#include "server/store/journal.hpp"

namespace engawa::server {

class Addresses;
class Analyst;
class BackupSchedule;
class BotPool;
class Certificate;
class GuestBook;
class LinkPictures;
class Lobby;
class Moderation;
class RecordKeeper;
class Room;
class Shard;
class Streams;
class TrafficLog;

struct StoredActs;

struct Services {
  Config config;
  ServerClock clock;
  Metrics metrics;
  std::unique_ptr<Addresses> addresses;
  std::unique_ptr<TrafficLog> traffic;       // nullptr: off
  std::unique_ptr<Certificate> certificate;  // nullptr: no TLS; used on shard 0
  std::unique_ptr<Journal> journal;
  std::unique_ptr<GuestBook> guests;
  std::unique_ptr<Moderation> moderation;  // always there
  std::unique_ptr<BotPool> bots;
  std::unique_ptr<BotPool>
      solver;  // for hints and solutions: games compute them in one long step, and no bot should wait behind one
  std::vector<std::unique_ptr<Shard>> shards;
  std::unique_ptr<Lobby> lobby;  // lives on shard 0
  Streams* streams = nullptr;    // lives on shard 0; owned by the server, which is above the shards
  // Called on the room's shard when a room that was in no server's memory was loaded here, and stays. Empty: not used.
  std::function<void(std::string const& code, Room const& room)> room_opened;
  // Called on the journal's thread with acts of the operator that another node of the cluster has stored. Empty: not used.
  std::function<void(StoredActs const& acts)> acts_read;
  std::unique_ptr<RecordKeeper> records;
  std::unique_ptr<Analyst> analyst;
  std::unique_ptr<LinkPictures> pictures;
  std::unique_ptr<BackupSchedule> backups;  // nullptr: none are made
  bool clustered = false;                   // this is a node of a cluster; known before the shards run
  std::atomic<bool> draining{false};        // no new rooms
  std::atomic<bool> others_live{false};     // other nodes of the cluster, which can take the rooms of this one
  std::atomic<std::int64_t> rooms{0};       // rooms in memory
  std::atomic<std::int64_t> sleepers{0};    // open rooms that are not in memory

  Services();
  ~Services();
  // The journal of these shards: each receives the results of its inputs, and all of them the news that the store works
  // again. REQUIRES: all shards exist, and the store outlives it.
  void make_journal(Store& store, Journal::Runs runs = Journal::Runs::on_its_thread);
  // The shard of a room and its connections.
  Shard& shard_of(std::string_view code);
};

}  // namespace engawa::server
