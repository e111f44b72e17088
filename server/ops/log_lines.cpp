#include "server/ops/log_lines.hpp"

#include <spdlog/formatter.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <atomic>
#include <chrono>
#include <ctime>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "base/json_read.hpp"

namespace engawa::server {
namespace {

std::atomic<bool> is_json{false};
thread_local LogSubject subject;

// In UTC, such as 2026-11-28T12:04:05.678Z.
std::string time_text(spdlog::log_clock::time_point time) {
  using namespace std::chrono;
  auto const ms = floor<milliseconds>(time);
  std::time_t const whole = system_clock::to_time_t(floor<seconds>(ms));
  std::tm parts{};
  ::gmtime_r(&whole, &parts);
  char text[32];
  auto const size = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
  auto const fraction = std::to_string(1000 + (ms - floor<seconds>(ms)).count());
  return std::string(text, size) + '.' + fraction.substr(1) + 'Z';
}

// Whatever a line contains, such as a path with any bytes: invalid UTF-8 is replaced.
void add(std::string& out, std::string_view name, std::string_view value) {
  out.append(out.empty() ? "{\"" : ",\"").append(name).append("\":");
  out += Json(std::string(value)).dump(-1, ' ', false, Json::error_handler_t::replace);
}

class JsonLine final : public spdlog::formatter {
 public:
  void format(spdlog::details::log_msg const& message, spdlog::memory_buf_t& out) override {
    auto const level = spdlog::level::to_string_view(message.level);
    std::string line;
    add(line, "ts", time_text(message.time));
    add(line, "level", {level.data(), level.size()});
    add(line, "msg", {message.payload.data(), message.payload.size()});
    if (!subject.room.empty()) add(line, "room", subject.room);
    if (!subject.code.empty()) add(line, "code", subject.code);
    if (!subject.reason.empty()) add(line, "reason", subject.reason);
    line += "}\n";
    out.append(line.data(), line.data() + line.size());
  }
  std::unique_ptr<spdlog::formatter> clone() const override { return std::make_unique<JsonLine>(); }
};

}  // namespace

void open_log(std::string_view format, std::string_view level) {
  spdlog::set_default_logger(spdlog::stderr_color_mt("engawad"));
  spdlog::set_level(spdlog::level::from_str(std::string(level)));
  is_json = format == "json";
  if (is_json) spdlog::set_formatter(std::make_unique<JsonLine>());
}

bool log_is_json() { return is_json; }

LogAbout::LogAbout(LogSubject const& about) : before_(std::exchange(subject, about)) {}
LogAbout::~LogAbout() { subject = before_; }

}  // namespace engawa::server
