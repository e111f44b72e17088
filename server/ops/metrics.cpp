#include "server/ops/metrics.hpp"

#include <string_view>
#include <vector>

namespace engawa::server {
namespace {

void head(std::string& out, std::string_view name, std::string_view type, std::string_view help) {
  for (std::string_view const part :
       {std::string_view("# HELP "), name, std::string_view(" "), help, std::string_view("\n# TYPE "), name,
        std::string_view(" "), type, std::string_view("\n")})
    out += part;
}
constexpr std::string_view kUpgrades = "WebSockets that were refused.";
constexpr std::string_view kShort = "Answers of bots that had less time than their level needs, by the cause.";
constexpr std::string_view kBytes = "Size of the files of the store.";
constexpr std::string_view kContent =
    "Inputs that are not packed, those that are, and records of deleted rooms, without what the database adds to them.";
constexpr std::string_view kHttp = "HTTP connections that ended without a whole request.";

struct Row {
  std::string_view name, type, help;
  std::uint64_t value;
  std::string labels = {};
  bool micros = false;  // the value is microseconds, shown as seconds
};

std::string seconds(std::uint64_t micros) {
  auto const fraction = std::to_string(1000000 + micros % 1000000);
  return std::to_string(micros / 1000000) + '.' + fraction.substr(1);
}

// Rows of one name are adjacent and share its header.
void write(std::string& out, Row const& row, bool first) {
  if (first) head(out, row.name, row.type, row.help);
  out +=
      std::string(row.name) + row.labels + ' ' + (row.micros ? seconds(row.value) : std::to_string(row.value)) + '\n';
}

// `micros`: the observations are microseconds, shown as seconds.
void write(std::string& out, std::string const& name, std::string_view help, Histogram const& histogram, bool micros) {
  auto const number = [&](std::uint64_t value) { return micros ? seconds(value) : std::to_string(value); };
  head(out, name, "histogram", help);
  std::uint64_t total = 0;
  for (std::size_t i = 0; i <= Histogram::kBounds; ++i) {
    total += histogram.count(i);
    auto const bound = i < Histogram::kBounds ? number(histogram.bounds()[i]) : "+Inf";
    out += name + R"(_bucket{le=")" + bound + R"("} )" + std::to_string(total) + '\n';
  }
  out += name + "_sum " + number(histogram.sum()) + '\n' + name + "_count " + std::to_string(total) + '\n';
}

}  // namespace

std::string prometheus_text(Metrics const& m, Gauges const& g) {
  std::vector<Row> rows{
      {"engawa_connections", "gauge", "Open WebSocket connections.", m.connections_opened - m.connections_closed},
      {"engawa_connections_opened_total", "counter", "WebSocket connections opened.", m.connections_opened},
      {"engawa_messages_received_total", "counter", "Frames received from clients.", m.messages_received},
      {"engawa_messages_sent_total", "counter", "Frames sent to clients.", m.messages_sent},
      {"engawa_received_bytes_total", "counter", "Payload bytes received.", m.bytes_received},
      {"engawa_sent_bytes_total", "counter", "Payload bytes sent.", m.bytes_sent},
      {"engawa_refused_frames_total", "counter", "Frames that were no request.", m.refusals},
      {"engawa_rate_limited_total", "counter", "Requests refused for coming too fast.", m.rate_limited},
      {"engawa_storage_limited_total", "counter",
       "Requests refused since their guest or address had stored enough for an hour.", m.storing_refused},
      {"engawa_rooms", "gauge", "Rooms in memory.", m.rooms_created + m.rooms_loaded - m.rooms_dropped},
      {"engawa_rooms_asleep", "gauge", "Open rooms that are not in memory: they are read when somebody comes.",
       g.rooms_asleep},
      {"engawa_rooms_loaded_total", "counter", "Rooms read from the store.", m.rooms_loaded},
      {"engawa_rooms_created_total", "counter", "Rooms created.", m.rooms_created},
      {"engawa_steps_total", "counter", "Steps of all rooms.", m.steps},
      {"engawa_bot_moves_total", "counter", "Answers of bots.", m.bot_moves},
      {"engawa_bot_slices_total", "counter", "Slices of thinking.", m.bot_slices},
      {"engawa_bot_cpu_seconds_total",
       "counter",
       "Processor time spent on thinking.",
       m.bot_nanoseconds / 1000,
       {},
       true},
      {"engawa_bot_short_answers_total", "counter", kShort, m.bot_answers_shortened, R"({reason="load"})"},
      {"engawa_bot_short_answers_total", "counter", kShort, m.bot_answers_cut, R"({reason="due"})"},
      {"engawa_bot_short_answers_total", "counter", kShort, m.bot_answers_late, R"({reason="late"})"},
      {"engawa_outbox_overflows_total", "counter", "Times a slow reader's backlog was replaced.", m.outbox_overflows},
      {"engawa_slow_readers_total", "counter", "Connections given up since what they did not read ran over twice.",
       m.slow_readers},
      {"engawa_room_errors_total", "counter", "Rooms that failed.", m.room_errors},
      {"engawa_handshake_failures_total", "counter", kUpgrades, m.upgrades_origin, R"({reason="origin"})"},
      {"engawa_handshake_failures_total", "counter", kUpgrades, m.upgrades_limit, R"({reason="limit"})"},
      {"engawa_handshake_failures_total", "counter", kUpgrades, m.upgrades_bad, R"({reason="bad_request"})"},
      {"engawa_http_failures_total", "counter", kHttp, m.http_timeouts, R"({reason="timeout"})"},
      {"engawa_http_failures_total", "counter", kHttp, m.http_broken, R"({reason="bad_request"})"},
      {"engawa_reads_delayed_total", "counter", "Pauses in which a WebSocket that sent too much was not read.",
       m.reads_delayed},
      {"engawa_http_turned_away_total", "counter", "Connections refused before their first request.",
       m.http_turned_away},
      {"engawa_records_made_total", "counter", "Records of rounds that were made from a journal or read.",
       m.records_made},
      {"engawa_analyses_made_total", "counter", "Analyses of records that were begun.", m.analyses_made},
      {"engawa_journal_batches_total", "counter", "Transactions of the journal.", g.journal_batches},
      {"engawa_journal_appends_total", "counter", "Inputs given to the journal.", g.journal_appends},
      {"engawa_journal_errors_total", "counter", "Inputs or tasks that could not be stored.", g.journal_failures},
      {"engawa_journal_queue_depth", "gauge", "Inputs and tasks that wait for the journal.", g.journal_queue},
      {"engawa_store_up", "gauge", "1 while the store takes writes.", g.store_up ? 1u : 0u},
      {"engawa_store_outages_total", "counter", "Times the store began to fail.", g.store_outages},
      {"engawa_store_bytes", "gauge", kBytes, g.database_bytes, R"({file="database"})"},
      {"engawa_store_bytes", "gauge", kBytes, g.log_bytes, R"({file="log"})"},
      {"engawa_store_tail_rows", "gauge", "Inputs that are not packed.", g.tail_rows},
      {"engawa_store_lost_commits", "gauge", "Commits behind damage in the write-ahead log that the start has found.",
       g.lost_commits},
      {"engawa_store_round_trips_total", "counter", "Times that the server has waited for an answer of PostgreSQL.",
       g.round_trips},
      {"engawa_rooms_set_aside_total", "counter", "Rooms that were quarantined.", m.rooms_set_aside},
      {"engawa_rooms_taken_over_total", "counter", "Rooms taken from nodes of the cluster that are gone.",
       m.rooms_taken_over},
      {"engawa_rooms_moved_total", "counter", "Rooms that this node had to leave to another one.", m.rooms_moved},
      {"engawa_lease_renewals_total", "counter", "Times this node of a cluster renewed its lease.", m.lease_renewals},
      {"engawa_lease_lapses_total", "counter", "Times it was too late, and others could take its rooms.",
       m.lease_lapses},
      {"engawa_splices", "gauge", "Connections that this node carries to the node that has their room.",
       m.splices_begun - m.splices_ended},
      {"engawa_spliced_total", "counter", "Connections that this node carried to another one.", m.spliced},
      {"engawa_splice_failures_total", "counter", "Those whose node could not be reached, or was none of the cluster.",
       m.splice_failures},
      {"engawa_links_refused_total", "counter", "Connections to the port for nodes that did not know the secret.",
       m.links_refused},
      {"engawa_bot_queue_depth", "gauge", "Thoughts, hints and solutions that have no answer yet.", g.bot_queue},
  };
  for (std::size_t i = 0; i < m.closed.size(); ++i) {
    auto const code = i < Metrics::kCloseCodes.size() ? std::to_string(Metrics::kCloseCodes[i]) : "other";
    rows.push_back({"engawa_connections_closed_total", "counter", "WebSocket connections closed, by close code.",
                    m.closed[i], "{code=\"" + code + "\"}"});
  }
  auto const content = [&](std::string_view part, std::uint64_t bytes) {
    rows.push_back({"engawa_store_content_bytes", "gauge", kContent, bytes, "{part=\"" + std::string(part) + "\"}"});
  };
  content("tail", g.tail_bytes);
  if (g.packed_bytes) content("packed", *g.packed_bytes);
  if (g.record_bytes) content("records", *g.record_bytes);
  std::string out;
  for (std::size_t i = 0; i < rows.size(); ++i) write(out, rows[i], i == 0 || rows[i].name != rows[i - 1].name);
  if (g.journal_inputs)
    write(out, "engawa_journal_batch_inputs", "Inputs in a transaction of the journal.", *g.journal_inputs, false);
  if (g.journal_micros)
    write(out, "engawa_journal_append_seconds", "Time of a transaction of the journal.", *g.journal_micros, true);
  if (g.queue_micros)
    write(out, "engawa_journal_queue_seconds", "Time that the first of a batch waited for the batch before.",
          *g.queue_micros, true);
  if (g.task_micros)
    write(out, "engawa_journal_task_seconds", "Time of a task between the inputs of a batch.", *g.task_micros, true);
  if (g.commit_micros) write(out, "engawa_journal_commit_seconds", "Time of a commit alone.", *g.commit_micros, true);
  return out;
}

}  // namespace engawa::server
