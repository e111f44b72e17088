#include "server/api/admin/lists.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>

#include "base/json_write.hpp"
#include "server/lobby/addresses.hpp"
#include "server/ops/wall_clock.hpp"
#include "server/shard/shard.hpp"
#include "server/store/cluster.hpp"

namespace engawa::server {
namespace {

constexpr int kListedRooms = 1000;

// Any text as JSON; invalid UTF-8 is replaced.
std::string json_text(std::string const& text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Collects something from all shards; the last shard calls `done`, on its thread.
template <class Found>
struct Gathering {
  std::mutex mutex;
  std::size_t missing = 0;
  Found found;
  std::function<void(Found const&)> done;
};

// `add(found, shard)` on each shard, then `done(found)`.
template <class Found, class Add>
void gather(Services& services, Add const& add, std::function<void(Found const&)> done) {
  auto gathering = std::make_shared<Gathering<Found>>();
  gathering->missing = services.shards.size();
  gathering->done = std::move(done);
  for (auto& shard : services.shards)
    shard->post([gathering, add, &shard = *shard] {
      std::lock_guard const lock(gathering->mutex);
      add(gathering->found, shard);
      if (--gathering->missing == 0) gathering->done(gathering->found);
    });
}

using Lines = std::map<std::string, std::string>;  // by code

void add_people(std::string& out, RoomState const& state) {
  int bots = 0;
  out += R"(,"people":[)";
  auto const& seats = state.seats();
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    bots += seats[seat].kind == SeatKind::bot;
    if (seats[seat].guest.empty()) continue;
    out += std::string(out.back() == '[' ? "" : ",") + R"({"seat":)" + std::to_string(seat) + R"(,"guest":)" +
           json_text(seats[seat].guest) + R"(,"nick":)" + json_text(seats[seat].nick) + R"(,"online":)" +
           (seats[seat].online ? "true}" : "false}");
  }
  out += R"(],"bots":)" + std::to_string(bots) + R"(,"spectators":)" + std::to_string(state.parts().spectators);
}

std::string live_line(std::string const& code, Room const& room, std::size_t memory) {
  static constexpr std::string_view phases[] = {"lobby", "playing", "over"};
  auto const& state = room.state();
  auto out = R"({"code":")" + code + R"(","game":")" + state.setup().game + R"(","state":"live","phase":")" +
             std::string(phases[static_cast<int>(state.phase())]) + R"(","members":)" + std::to_string(room.members()) +
             R"(,"seq":)" + std::to_string(state.seq()) + R"(,"memory_bytes":)" + std::to_string(memory);
  add_people(out, state);
  return out + '}';
}

std::string stored_line(RoomRow const& room) {
  std::string out = R"({"code":)" + json_text(room.code) + R"(,"game":)" + json_text(room.game) + R"(,"state":)";
  out += room.broken.empty() ? R"("asleep")" : R"("broken","reason":)" + json_text(room.broken);
  return out + R"(,"members":0,"seq":)" + std::to_string(room.seq) + '}';
}

std::string rooms_text(std::vector<RoomRow> const& rows, Lines const& live) {
  std::string list;
  auto const add = [&](std::string const& line) { list += (list.empty() ? "" : ",\n") + line; };
  for (auto const& row : rows)
    if (!row.broken.empty()) add(stored_line(row));
  for (auto const& [code, line] : live) add(line);
  for (auto const& row : rows)
    if (row.broken.empty() && !live.contains(row.code)) add(stored_line(row));
  return R"({"rooms":[)" + list + "]}\n";
}

struct Present {
  std::string nick;
  std::set<std::string> rooms, blocks;
  std::int64_t since = 0;  // server time
};
using Guests = std::map<std::string, Present>;

void add_guests(Guests& guests, Shard const& shard) {
  for (auto& here : shard.connections().here()) {
    if (here.guest.empty()) continue;
    auto& guest = guests[here.guest];
    guest.since = guest.nick.empty() ? here.since : std::min(guest.since, here.since);
    guest.nick = std::move(here.nick);
    if (!here.room.empty()) guest.rooms.insert(std::move(here.room));
    if (auto block = client_network(here.address.find(':') == here.address.npos ? here.address + "/24" : here.address))
      guest.blocks.insert(std::move(*block));
  }
  shard.rooms().in_memory().for_each_room([&guests](std::string const& code, Room const& room) {
    for (auto const& seat : room.state().seats())
      if (auto const guest = guests.find(seat.guest); seat.online && guest != guests.end())
        guest->second.rooms.insert(code);
  });
}

std::string text_array(std::set<std::string> const& texts) {
  std::string out = "[";
  for (auto const& text : texts) out += (out.size() == 1 ? "" : ",") + json_text(text);
  return out + ']';
}

std::string guests_text(Guests const& guests, std::int64_t ahead) {
  std::string list;
  for (auto const& [id, guest] : guests) {
    if (!list.empty()) list += ",\n";
    list += R"({"guest":)" + json_text(id) + R"(,"nick":)" + json_text(guest.nick) + R"(,"rooms":)" +
            text_array(guest.rooms) + R"(,"addresses":)" + text_array(guest.blocks) + R"(,"since":)" +
            std::to_string(guest.since + ahead) + '}';
  }
  return R"({"guests":[)" + list + "]}\n";
}

// Bytes of this process in memory; 0: unknown.
std::int64_t resident_bytes() {
  std::ifstream statm("/proc/self/statm");  // proc(5): all pages, then the resident ones
  std::int64_t all = 0, resident = 0;
  if (!(statm >> all >> resident)) return 0;
  return resident * ::sysconf(_SC_PAGESIZE);
}

std::string server_text(Config const& config, std::vector<std::string> const& nodes) {
  auto out = R"({"memory_bytes":)" + std::to_string(resident_bytes());
  if (!config.cluster_address.empty())
    out +=
        R"(,"node":)" + json_text(config.cluster_address) + R"(,"nodes":)" + text_array({nodes.begin(), nodes.end()});
  return out + "}\n";
}

}  // namespace

void show_admin_server(Services& services, Respond const& respond) {
  auto nodes = std::make_shared<std::vector<std::string>>();
  services.journal->run(
      [nodes](Store& store) {
        if (auto* const cluster = store.cluster()) *nodes = cluster->living();
      },
      [&services, nodes, respond](bool) { respond(json_response(200, server_text(services.config, *nodes))); });
}

void list_admin_rooms(Services& services, Respond const& respond) {
  auto const add = [](Lines& lines, Shard const& shard) {
    auto const& rooms = shard.rooms().in_memory();
    rooms.for_each_room(
        [&](std::string const& code, Room const& room) { lines[code] = live_line(code, room, rooms.memory_of(code)); });
  };
  gather<Lines>(services, add, [&services, respond](Lines const& live) {
    auto rows = std::make_shared<std::vector<RoomRow>>();
    services.journal->run([rows](Store& store) { *rows = store.list_rooms(kListedRooms); },
                          [rows, live, respond](bool) { respond(json_response(200, rooms_text(*rows, live))); });
  });
}

void list_admin_guests(Services& services, Respond const& respond) {
  gather<Guests>(services, add_guests, [&services, respond](Guests const& guests) {
    respond(json_response(200, guests_text(guests, wall_clock() - services.clock.now())));
  });
}

}  // namespace engawa::server
