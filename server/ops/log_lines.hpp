// The form of the log on stderr: text, or a JSON object on each line (log.format). Everything is logged with spdlog.
#pragma once
#include <string_view>

namespace engawa::server {

// For the lines of this process from now on. `format`: a word of log.format; `level`: one of log.level.
void open_log(std::string_view format, std::string_view level);
// The lines are JSON objects.
bool log_is_json();

// What a line is about, for programs that read the log; the sentence says it, too. Empty: nothing.
struct LogSubject {
  std::string_view room{};    // code
  std::string_view code{};    // of a refusal
  std::string_view reason{};  // the part of the request or the setting that was the reason
};

// Lines that this thread logs while this exists have these members, if they are JSON. REQUIRES: the texts outlive it.
class LogAbout {
 public:
  explicit LogAbout(LogSubject const& subject);
  ~LogAbout();
  LogAbout(LogAbout const&) = delete;
  LogAbout& operator=(LogAbout const&) = delete;

 private:
  LogSubject before_;
};

}  // namespace engawa::server
