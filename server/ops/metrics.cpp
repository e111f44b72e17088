#include "server/ops/metrics.hpp"

#include <string_view>
#include <vector>

#include "base/expect.hpp"

namespace engawa::server {
namespace {

void head(std::string& out, std::string_view name, std::string_view type, std::string_view help) {
  for (std::string_view const part :
       {std::string_view("# HELP "), name, std::string_view(" "), help, std::string_view("\n# TYPE "), name,
        std::string_view(" "), type, std::string_view("\n")})
    out += part;
}

enum Unit { kCount, kMicros };

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

// `label`: name="value", or empty.
void write_series(std::string& out, std::string const& name, std::string const& label,
                  std::vector<Histogram const*> const& parts, Unit unit) {
  auto const number = [&](std::uint64_t value) { return unit == kMicros ? seconds(value) : std::to_string(value); };
  auto const first = label.empty() ? label : label + ',', alone = label.empty() ? label : '{' + label + '}';
  std::uint64_t total = 0, sum = 0;
  for (std::size_t i = 0; i <= Histogram::kBounds; ++i) {
    for (auto const* part : parts) total += part->count(i);
    auto const bound = i < Histogram::kBounds ? number(parts.front()->bounds()[i]) : "+Inf";
    out.append(name).append("_bucket{").append(first);
    out += R"(le=")" + bound + R"("} )" + std::to_string(total) + '\n';
  }
  for (auto const* part : parts) sum += part->sum();
  out +=
      name + "_sum" + alone + ' ' + number(sum) + '\n' + name + "_count" + alone + ' ' + std::to_string(total) + '\n';
}

void write(std::string& out, std::string const& name, std::string_view help, Histogram const& histogram, Unit unit) {
  head(out, name, "histogram", help);
  write_series(out, name, {}, {&histogram}, unit);
}

void write(std::string& out, std::string const& name, std::string const& label, std::string_view help,
           std::vector<HistogramSeries> const& all) {
  head(out, name, "histogram", help);
  for (auto const& series : all) {
    EXPECT(!series.parts.empty(), name);
    write_series(out, name, label + "=\"" + series.label + '"', series.parts, kMicros);
  }
}

// The metrics that are single numbers.
void add_declared(std::vector<Row>& rows, Metrics const& m, Gauges const& g) {
#define COUNTER(member, name, labels, help) rows.push_back({name, "counter", help, m.member, labels});
#define PART(member)
#define VALUE(member, name, labels, type, help) rows.push_back({name, type, help, g.member, labels});
#define HISTOGRAM(member, name, unit, help)
#define SERIES(member, name, label, help)
#include "server/ops/metrics.def"
}

// The metrics that are computed from several numbers.
void add_computed(std::vector<Row>& rows, Metrics const& m, Gauges const& g) {
  rows.push_back(
      {"engawa_connections", "gauge", "Open WebSocket connections.", m.connections_opened - m.connections_closed});
  rows.push_back({"engawa_rooms", "gauge", "Rooms in memory.", m.rooms_created + m.rooms_loaded - m.rooms_dropped});
  rows.push_back({"engawa_splices", "gauge", "Connections that this node relays to the node that has their room.",
                  m.splices_begun - m.splices_ended});
  rows.push_back({"engawa_bot_cpu_seconds_total",
                  "counter",
                  "Processor time spent on thinking.",
                  m.bot_nanoseconds / 1000,
                  {},
                  true});
  for (std::size_t i = 0; i < m.closed.size(); ++i) {
    auto const code = i < Metrics::kCloseCodes.size() ? std::to_string(Metrics::kCloseCodes[i]) : "other";
    rows.push_back({"engawa_connections_closed_total", "counter", "WebSocket connections closed, by close code.",
                    m.closed[i], "{code=\"" + code + "\"}"});
  }
  auto const content = [&](std::string_view part, std::uint64_t bytes) {
    rows.push_back({"engawa_store_content_bytes", "gauge",
                    "Inputs that are not packed, those that are, and records of deleted rooms, without what the "
                    "database adds to them.",
                    bytes, "{part=\"" + std::string(part) + "\"}"});
  };
  content("tail", g.tail_bytes);
  if (g.packed_bytes) content("packed", *g.packed_bytes);
  if (g.record_bytes) content("records", *g.record_bytes);
}

void write_histograms(std::string& out, Gauges const& g) {
#define COUNTER(member, name, labels, help)
#define PART(member)
#define VALUE(member, name, labels, type, help)
#define HISTOGRAM(member, name, unit, help) \
  if (g.member != nullptr) write(out, name, help, *g.member, unit);
#define SERIES(member, name, label, help) write(out, name, label, help, g.member);
#include "server/ops/metrics.def"
}

}  // namespace

std::string prometheus_text(Metrics const& m, Gauges const& g) {
  std::vector<Row> rows;
  add_declared(rows, m, g);
  add_computed(rows, m, g);
  std::string out;
  for (std::size_t i = 0; i < rows.size(); ++i) write(out, rows[i], i == 0 || rows[i].name != rows[i - 1].name);
  write_histograms(out, g);
  return out;
}

}  // namespace engawa::server
