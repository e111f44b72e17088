#include "server/api/admin.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>

#include "base/json_write.hpp"
#include "server/bots/bot_pool.hpp"
#include "server/ops/period.hpp"
#include "server/ops/secrets.hpp"
#include "server/shard/shard.hpp"
#include "server/site/own_site.hpp"
#include "server/store/journal.hpp"
#include "server/store/sqlite/backup_schedule.hpp"

namespace engawa::server {
namespace {

constexpr int kListedRooms = 1000;
constexpr auto kMethods = "GET, HEAD, POST, OPTIONS";
constexpr std::string_view kPaths =
    "there are GET /metrics, /healthz, /readyz, /rooms, /rooms/CODE/journal and POST /drain, /rooms/CODE/retry\n";

// The code in /rooms/CODE/VERB; empty for any other path.
std::string code_in(std::string const& path, std::string_view verb) {
  constexpr std::string_view prefix = "/rooms/";
  if (path.compare(0, prefix.size(), prefix) != 0 || path.size() < prefix.size() + verb.size()) return {};
  if (path.compare(path.size() - verb.size(), verb.size(), verb) != 0) return {};
  return normal_room_code(std::string_view(path).substr(prefix.size(), path.size() - prefix.size() - verb.size()));
}

// Any text as JSON; invalid UTF-8 is replaced.
std::string quoted(std::string const& text) { return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace); }

// One line for each part of a room that a repair needs; invalid JSON is shown as text.
std::string journal_lines(StoredRoom const& room) {
  auto const line = [](std::string head, std::string const& text) {
    if (Json::accept(text) && text.find('\n') == text.npos) return head + text + "}\n";
    return head + "null,\"damaged\":" + quoted(text) + "}\n";
  };
  std::string out = line(R"({"setup":)", room.setup);
  std::uint64_t seq = 0;
  for (auto const& input : room.inputs) out += line(R"({"seq":)" + std::to_string(++seq) + R"(,"input":)", input);
  return out;
}

// Collects from all shards the rooms in memory; the last shard calls `done`, on its thread.
struct Gathering {
  struct Live {
    std::string phase;
    std::size_t members = 0;
    std::uint64_t seq = 0;
    std::string game;
  };
  std::mutex mutex;
  std::size_t missing = 0;
  std::map<std::string, Live> rooms;
  std::function<void(std::map<std::string, Live> const&)> done;

  void add(Shard const& shard) {
    static constexpr std::string_view phases[] = {"lobby", "playing", "over"};
    std::lock_guard const lock(mutex);
    shard.rooms().for_each_room([&](std::string const& code, Room const& room) {
      auto const& state = room.state();
      rooms[code] = {std::string(phases[static_cast<int>(state.phase())]), room.members(), state.seq(),
                     state.setup().game};
    });
    if (--missing == 0) done(rooms);
  }
};

std::string live_line(std::string const& code, Gathering::Live const& room) {
  return R"({"code":")" + code + R"(","game":")" + room.game + R"(","state":"live","phase":")" + room.phase +
         R"(","members":)" + std::to_string(room.members) + R"(,"seq":)" + std::to_string(room.seq) + '}';
}

std::string stored_line(RoomRow const& room) {
  std::string out = R"({"code":)" + quoted(room.code) + R"(,"game":)" + quoted(room.game) + R"(,"state":)";
  out += room.broken.empty() ? R"("asleep")" : R"("broken","reason":)" + quoted(room.broken);
  return out + R"(,"members":0,"seq":)" + std::to_string(room.seq) + '}';
}

}  // namespace

void Admin::handle(HttpRequest const& request, Respond const& respond) {
  // Cross-origin requests are refused, both from pages that name this port and, by Host, from DNS rebinding. They come
  // from a browser on this machine, so a loopback address alone does not keep them out.
  if (!request.origin.empty())
    return respond(text_response(403, "requests of pages (with an Origin) to the admin port are refused\n"));
  if (!admin_host_allowed(services_.config, request.host))
    return respond(text_response(403, wrong_admin_host(request).message + '\n'));
  if (request.method == "OPTIONS") return respond(options_response(kMethods));
  if (request.method == "GET") return get(request.path, respond);
  if (request.method == "POST") return post(request.path, respond);
  auto response = text_response(405, "only GET and POST\n");
  response.headers.emplace_back("Allow", kMethods);
  respond(std::move(response));
}

void Admin::get(std::string const& path, Respond const& respond) {
  if (path == "/healthz") return respond(text_response(200, "ok\n"));
  if (path == "/readyz") return show_readiness(respond);
  if (path == "/metrics") return show_metrics(respond);
  if (path == "/rooms") return list_rooms(respond);
  if (auto const code = code_in(path, "/journal"); !code.empty()) return show_journal(code, respond);
  respond(text_response(404, std::string(kPaths)));
}

void Admin::post(std::string const& path, Respond const& respond) {
  if (path == "/drain") {
    drain_();
    return respond(json_response(200, R"({"draining":true})"));
  }
  if (auto const code = code_in(path, "/retry"); !code.empty()) return retry_room(code, respond);
  respond(text_response(404, std::string(kPaths)));
}

// Asks the journal, so that a stuck journal is not ready. While the store is down the answer is immediate.
void Admin::show_readiness(Respond const& respond) {
  services_.journal->run([](Store&) {},
                         [this, respond](bool) {
                           bool const up = services_.journal->up(), draining = services_.draining;
                           if (up && !draining) return respond(json_response(200, R"({"ready":true})"));
                           std::string body = R"({"ready":false,"reasons":[)";
                           if (draining) body += R"("draining")";
                           if (!up) body += draining ? R"(,"store")" : R"("store")";
                           body += ']';
                           if (!up) body += R"(,"store":)" + quoted(services_.journal->trouble());
                           respond(json_response(503, body + '}'));
                         });
}

void Admin::show_metrics(Respond const& respond) {
  auto const& journal = *services_.journal;
  auto const counters = journal.counters();
  Gauges gauges;
  gauges.journal_batches = counters.batches;
  gauges.journal_appends = counters.appends;
  gauges.journal_failures = counters.failures;
  gauges.journal_queue = counters.queued;
  gauges.store_outages = counters.outages;
  gauges.store_up = journal.up();
  gauges.journal_inputs = &journal.times().inputs;
  gauges.journal_micros = &journal.times().append;
  gauges.queue_micros = &journal.times().queue;
  gauges.task_micros = &journal.times().task;
  gauges.commit_micros = &journal.times().commit;
  gauges.bot_queue = services_.bots->queued() + services_.solver->queued();
  add_times(gauges, services_.shards);
  auto const holdings = journal.holdings();
  gauges.database_bytes = holdings.database_bytes;
  gauges.log_bytes = holdings.log_bytes;
  gauges.tail_rows = holdings.tail_rows;
  gauges.tail_bytes = holdings.tail_bytes;
  gauges.packed_bytes = holdings.packed_bytes;
  gauges.record_bytes = holdings.record_bytes;
  gauges.lost_commits = holdings.lost_commits;
  gauges.round_trips = holdings.round_trips;
  if (auto const* const backups = services_.backups.get()) {
    gauges.backup_interval = static_cast<std::uint64_t>(seconds_of(services_.config.backup_every));
    gauges.backup_newest = static_cast<std::uint64_t>(backups->newest_s());
    gauges.backups_made = backups->made();
    gauges.backups_failed = backups->failures();
  }
  gauges.rooms_asleep = static_cast<std::uint64_t>(std::max<std::int64_t>(0, services_.sleepers));
  respond(text_response(200, prometheus_text(services_.metrics, gauges), "text/plain; version=0.0.4"));
}

// All rooms in memory and all quarantined ones; of the others in the store, only the newest.
void Admin::list_rooms(Respond const& respond) {
  auto gathering = std::make_shared<Gathering>();
  gathering->missing = services_.shards.size();
  gathering->done = [this, respond](std::map<std::string, Gathering::Live> const& live) {
    auto rows = std::make_shared<std::vector<RoomRow>>();
    services_.journal->run([rows](Store& store) { *rows = store.list_rooms(kListedRooms); },
                           [rows, live, respond](bool) {
                             std::string list;
                             auto const add = [&](std::string const& line) {
                               list += (list.empty() ? "" : ",\n") + line;
                             };
                             for (auto const& row : *rows)
                               if (!row.broken.empty()) add(stored_line(row));
                             for (auto const& [code, room] : live) add(live_line(code, room));
                             for (auto const& row : *rows)
                               if (row.broken.empty() && !live.contains(row.code)) add(stored_line(row));
                             respond(json_response(200, R"({"rooms":[)" + list + "]}\n"));
                           });
  };
  for (auto& shard : services_.shards) shard->post([gathering, &shard = *shard] { gathering->add(shard); });
}

void Admin::show_journal(std::string const& code, Respond const& respond) {
  auto room = std::make_shared<std::optional<StoredRoom>>();
  services_.journal->run([room, code](Store& store) { *room = store.read_room(code); },
                         [room, code, respond](bool read) {
                           if (!read) return respond(http_error(refuse("busy", "the store cannot be read now")));
                           if (!*room) return respond(http_error(refuse("not_found", "there is no room " + code)));
                           respond(text_response(200, journal_lines(**room), "application/jsonl"));
                         });
}

void Admin::retry_room(std::string const& code, Respond const& respond) {
  auto& shard = services_.shard_of(code);
  shard.post([&shard, code, respond] {
    shard.rooms().retry_room(code, [code, respond](Result<RoomSlot*> room) {
      respond(room ? json_response(200, R"({"code":")" + code + R"(","state":"live"})") : http_error(room.error()));
    });
  });
}

}  // namespace engawa::server
