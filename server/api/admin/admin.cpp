#include "server/api/admin/admin.hpp"

#include <algorithm>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/sha256.hpp"
#include "server/api/admin/lists.hpp"
#include "server/api/admin/page.hpp"
#include "server/bots/bot_pool.hpp"
#include "server/http/header_text.hpp"
#include "server/lobby/moderation.hpp"
#include "server/ops/certificate.hpp"
#include "server/ops/period.hpp"
#include "server/ops/reach.hpp"
#include "server/ops/secrets.hpp"
#include "server/shard/shard.hpp"
#include "server/site/own_site.hpp"
#include "server/store/journal.hpp"
#include "server/store/sqlite/backup_schedule.hpp"

namespace engawa::server {
namespace {

constexpr std::size_t kLeastToken = 32, kMostToken = 1024;
constexpr int kMostQuarantined = 1000;
constexpr auto kMethods = "GET, HEAD, POST, OPTIONS";
constexpr std::string_view kPaths =
    "there are GET / (a page), /metrics, /healthz, /readyz, /rooms, /rooms/CODE/journal, /guests, /server, /acts "
    "and POST /acts, /drain, /rooms/CODE/retry\n";

// The code in /rooms/CODE/VERB; empty for any other path.
std::string code_in(std::string const& path, std::string_view verb) {
  constexpr std::string_view prefix = "/rooms/";
  if (path.compare(0, prefix.size(), prefix) != 0 || path.size() < prefix.size() + verb.size()) return {};
  if (path.compare(path.size() - verb.size(), verb.size(), verb) != 0) return {};
  return normal_room_code(std::string_view(path).substr(prefix.size(), path.size() - prefix.size() - verb.size()));
}

// Any text as JSON; invalid UTF-8 is replaced.
std::string quoted(std::string const& text) { return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace); }

// The seed tells what is hidden in the running game, so nobody is shown it.
std::string without_seed(std::string const& setup) {
  auto json = Json::parse(setup, nullptr, false);
  if (!json.is_object()) return setup;
  json.erase("seed");
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// One line for each part of a room that a repair needs; invalid JSON is shown as text. A quarantined room is shown with
// its seed, without which it cannot be replayed.
std::string journal_lines(StoredRoom const& room, bool quarantined) {
  auto const line = [](std::string head, std::string const& text) {
    if (Json::accept(text) && text.find('\n') == text.npos) return head + text + "}\n";
    return head + "null,\"damaged\":" + quoted(text) + "}\n";
  };
  std::string out = line(R"({"setup":)", quarantined ? room.setup : without_seed(room.setup));
  std::uint64_t seq = 0;
  for (auto const& input : room.inputs) out += line(R"({"seq":)" + std::to_string(++seq) + R"(,"input":)", input);
  return out;
}

// Takes the same time wherever they differ.
bool is_secret(std::string_view one, std::string_view other) {
  auto const a = sha256(one), b = sha256(other);
  unsigned char differs = 0;
  for (std::size_t i = 0; i < a.size(); ++i) differs |= static_cast<unsigned char>(a[i] ^ b[i]);
  return differs == 0;
}

}  // namespace

Result<std::string> read_admin_token(std::string const& file) {
  if (file.empty()) return std::string();
  std::ifstream in(file, std::ios::binary);
  std::string text(kMostToken + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  auto const what = "admin.token_file " + file;
  if (in.bad() || (text.empty() && !in.eof())) return refuse("internal", what + " cannot be read");
  std::string token(trimmed(std::string_view(text).substr(0, text.find_last_not_of("\r\n") + 1)));
  bool const plain = std::all_of(token.begin(), token.end(), [](char c) { return c > ' ' && c <= '~'; });
  if (token.size() >= kLeastToken && token.size() <= kMostToken && plain) return token;
  return refuse("internal", what +
                                " must hold one line of 32 to 1024 characters without spaces, such as `openssl rand "
                                "-hex 32` prints");
}

void Admin::handle(HttpRequest const& request, Respond const& respond) {
  // Cross-origin requests are refused, both from pages that name this port and, by Host, from DNS rebinding. They come
  // from a browser on this machine, so a loopback address alone does not keep them out.
  if (!admin_host_allowed(services_.config, request.host))
    return respond(text_response(403, wrong_admin_host(request).message + '\n'));
  // The operator's page: its acts and its scripts have an Origin, what it reads has none.
  bool const own = (request.method == "POST" || admin_page(request.path)) && admin_origin_allowed(request);
  if (!request.origin.empty() && !own)
    return respond(text_response(403, "requests of other pages to the admin port are refused\n"));
  if (request.method == "OPTIONS") return respond(options_response(kMethods));
  if (!is_open_to(request, respond)) return;
  if (request.method == "GET") return get(request, respond);
  if (request.method == "POST") return post(request, respond);
  auto response = text_response(405, "only GET and POST\n");
  response.headers.emplace_back("Allow", kMethods);
  respond(std::move(response));
}

// Probes and Prometheus have no token, and learn nothing about people; nor does the page, before it is told the token.
bool Admin::is_open_to(HttpRequest const& request, Respond const& respond) const {
  auto const& path = request.path;
  bool const open = path == "/healthz" || path == "/readyz" || path == "/metrics" || admin_page(path);
  if (request.method == "GET" && open) return true;
  if (token_.empty() ? !beyond_loopback(services_.config.admin_bind) : is_secret(request.token, token_)) return true;
  if (token_.empty()) {
    respond(http_error(refuse("forbidden", "other machines can reach this port: set admin.token_file")));
    return false;
  }
  auto response =
      http_error(refuse("unauthenticated", "send the secret of admin.token_file: Authorization: Bearer SECRET"));
  response.headers.emplace_back("WWW-Authenticate", "Bearer");
  respond(std::move(response));
  return false;
}

void Admin::get(HttpRequest const& request, Respond const& respond) {
  auto const& path = request.path;
  if (path == "/healthz") return respond(text_response(200, "ok\n"));
  if (path == "/readyz") return show_readiness(respond);
  if (path == "/metrics") return show_metrics(respond);
  if (path == "/rooms") return list_admin_rooms(services_, respond);
  if (path == "/guests") return list_admin_guests(services_, respond);
  if (path == "/server") return show_admin_server(services_, respond);
  if (path == "/acts") return acts_.list(request.query, respond);
  if (auto const code = code_in(path, "/journal"); !code.empty()) return show_journal(code, respond);
  if (auto page = admin_page(path)) return respond(std::move(*page));
  respond(text_response(404, std::string(kPaths)));
}

void Admin::post(HttpRequest const& request, Respond const& respond) {
  auto const& path = request.path;
  if (path == "/acts") return acts_.take(request, respond);
  if (path == "/drain") {
    drain_();
    Act act;
    act.kind = Act::Kind::drain;
    acts_.note(std::move(act));
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
  gauges.open_reports = services_.moderation->open_reports();
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
  if (services_.certificate) gauges.certificate_ends_at = static_cast<std::uint64_t>(services_.certificate->ends_at());
  gauges.rooms_asleep = static_cast<std::uint64_t>(std::max<std::int64_t>(0, services_.sleepers));
  respond(text_response(200, prometheus_text(services_.metrics, gauges), "text/plain; version=0.0.4"));
}

void Admin::show_journal(std::string const& code, Respond const& respond) {
  struct Found {
    std::optional<StoredRoom> room;
    bool quarantined = false;
  };
  auto found = std::make_shared<Found>();
  services_.journal->run(
      [found, code](Store& store) {
        found->room = store.read_room(code);
        auto const rooms = store.list_rooms(kMostQuarantined);
        found->quarantined = std::any_of(rooms.begin(), rooms.end(),
                                         [&](RoomRow const& row) { return row.code == code && !row.broken.empty(); });
      },
      [found, code, respond](bool read) {
        if (!read) return respond(http_error(refuse("busy", "the store cannot be read now")));
        if (!found->room) return respond(http_error(refuse("not_found", "there is no room " + code)));
        respond(text_response(200, journal_lines(*found->room, found->quarantined), "application/jsonl"));
      });
}

void Admin::retry_room(std::string const& code, Respond const& respond) {
  Act act;
  act.kind = Act::Kind::retry;
  act.room = code;
  acts_.note(std::move(act));
  auto& shard = services_.shard_of(code);
  shard.post([&shard, code, respond] {
    shard.rooms().retry_room(code, [code, respond](Result<RoomSlot*> room) {
      respond(room ? json_response(200, R"({"code":")" + code + R"(","state":"live"})") : http_error(room.error()));
    });
  });
}

}  // namespace engawa::server
