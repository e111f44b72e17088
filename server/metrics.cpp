#include "server/metrics.hpp"

#include <string_view>

namespace engawa::server {
namespace {

struct Row {
  std::string_view name, type, help;
  std::uint64_t value;
};

void write(std::string& out, Row const& row) {
  for (std::string_view const part :
       {std::string_view("# HELP "), row.name, std::string_view(" "), row.help, std::string_view("\n# TYPE "), row.name,
        std::string_view(" "), row.type, std::string_view("\n"), row.name, std::string_view(" ")})
    out += part;
  out += std::to_string(row.value) + '\n';
}

}  // namespace

std::string prometheus_text(Metrics const& m, Gauges const& g) {
  Row const rows[] = {
      {"engawa_connections", "gauge", "Open WebSocket connections.", m.connections_opened - m.connections_closed},
      {"engawa_connections_opened_total", "counter", "WebSocket connections opened.", m.connections_opened},
      {"engawa_messages_received_total", "counter", "Frames received from clients.", m.messages_received},
      {"engawa_messages_sent_total", "counter", "Frames sent to clients.", m.messages_sent},
      {"engawa_received_bytes_total", "counter", "Payload bytes received.", m.bytes_received},
      {"engawa_sent_bytes_total", "counter", "Payload bytes sent.", m.bytes_sent},
      {"engawa_refused_frames_total", "counter", "Frames that were no request.", m.refusals},
      {"engawa_rate_limited_total", "counter", "Requests refused for coming too fast.", m.rate_limited},
      {"engawa_rooms", "gauge", "Rooms in memory.", m.rooms_created + m.rooms_loaded - m.rooms_dropped},
      {"engawa_rooms_created_total", "counter", "Rooms created.", m.rooms_created},
      {"engawa_steps_total", "counter", "Steps of all rooms.", m.steps},
      {"engawa_bot_moves_total", "counter", "Answers of bots.", m.bot_moves},
      {"engawa_outbox_overflows_total", "counter", "Times a slow reader's backlog was replaced.", m.outbox_overflows},
      {"engawa_room_errors_total", "counter", "Rooms that failed.", m.room_errors},
      {"engawa_journal_batches_total", "counter", "Transactions of the journal.", g.journal_batches},
      {"engawa_journal_appends_total", "counter", "Inputs given to the journal.", g.journal_appends},
      {"engawa_journal_errors_total", "counter", "Inputs or tasks that could not be stored.", g.journal_failures},
      {"engawa_bot_queue_depth", "gauge", "Bots waiting for a thread.", g.bot_queue},
  };
  std::string out;
  for (auto const& row : rows) write(out, row);
  return out;
}

}  // namespace engawa::server
