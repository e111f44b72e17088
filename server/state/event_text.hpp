// Events as JSON text, appended to a list without brackets.
#pragma once
#include <string>
#include <string_view>

#include "base/json_write.hpp"

namespace engawa::server {

// `{"kind":"...","seat":"s3","nick":"..."}`; without a seat if it is negative, without a nick if it is empty.
inline void add_event(std::string& events, std::string_view kind, int seat = -1, std::string_view nick = {}) {
  if (!events.empty()) events += ',';
  events += R"({"kind":")";
  events += kind;
  events += '"';
  if (seat >= 0) events += R"(,"seat":"s)" + std::to_string(seat) + '"';
  if (!nick.empty()) {
    events += R"(,"nick":)";
    json_write::string(events, nick);
  }
  events += '}';
}

}  // namespace engawa::server
