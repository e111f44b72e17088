// Events as JSON text, appended to a list without brackets.
#pragma once
#include <string>
#include <string_view>

namespace engawa::server {

// `{"kind":"...","seat":"s3"}`; without a seat when it is negative.
inline void add_event(std::string& events, std::string_view kind, int seat = -1) {
  if (!events.empty()) events += ',';
  events += R"({"kind":")";
  events += kind;
  events += '"';
  if (seat >= 0) events += R"(,"seat":"s)" + std::to_string(seat) + '"';
  events += '}';
}

}  // namespace engawa::server
