#include "server/metrics.hpp"

#include <string_view>

namespace engawa::server {
namespace {

void line(std::string& out, std::string_view name, std::string_view type, std::string_view help, std::uint64_t value) {
  auto const add = [&](std::string_view text) { out += text; };
  add("# HELP ");
  add(name);
  add(" ");
  add(help);
  add("\n# TYPE ");
  add(name);
  add(" ");
  add(type);
  add("\n");
  add(name);
  add(" ");
  out += std::to_string(value);
  add("\n");
}

}  // namespace

std::string prometheus_text(Metrics const& m, Gauges const& g) {
  std::string out;
  line(out, "engawa_connections", "gauge", "Open WebSocket connections.", m.connections_opened - m.connections_closed);
  line(out, "engawa_connections_opened_total", "counter", "WebSocket connections opened.", m.connections_opened);
  line(out, "engawa_messages_received_total", "counter", "Frames received from clients.", m.messages_received);
  line(out, "engawa_messages_sent_total", "counter", "Frames sent to clients.", m.messages_sent);
  line(out, "engawa_received_bytes_total", "counter", "Payload bytes received.", m.bytes_received);
  line(out, "engawa_sent_bytes_total", "counter", "Payload bytes sent.", m.bytes_sent);
  line(out, "engawa_refused_frames_total", "counter", "Frames that were no request.", m.refusals);
  line(out, "engawa_rate_limited_total", "counter", "Requests refused for coming too fast.", m.rate_limited);
  line(out, "engawa_rooms", "gauge", "Rooms in memory.", m.rooms_created + m.rooms_loaded - m.rooms_dropped);
  line(out, "engawa_rooms_created_total", "counter", "Rooms created.", m.rooms_created);
  line(out, "engawa_steps_total", "counter", "Steps of all rooms.", m.steps);
  line(out, "engawa_bot_moves_total", "counter", "Answers of bots.", m.bot_moves);
  line(out, "engawa_outbox_overflows_total", "counter", "Times a slow reader's backlog was replaced.",
       m.outbox_overflows);
  line(out, "engawa_room_errors_total", "counter", "Rooms that failed.", m.room_errors);
  line(out, "engawa_journal_batches_total", "counter", "Transactions of the journal.", g.journal_batches);
  line(out, "engawa_journal_appends_total", "counter", "Inputs given to the journal.", g.journal_appends);
  line(out, "engawa_journal_errors_total", "counter", "Inputs or tasks that could not be stored.", g.journal_failures);
  line(out, "engawa_bot_queue_depth", "gauge", "Bots waiting for a thread.", g.bot_queue);
  return out;
}

}  // namespace engawa::server
