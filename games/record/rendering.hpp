// A record for clients that have no rules: its first position, and what each line changes (protocol/records.md,
// "The replay"). A pure function; any thread.
#pragma once
#include <string>
#include <string_view>

#include "games/record/replay.hpp"

namespace engawa::record {

// The replay as JSON text. It is checked on the way, as Replay does; takes tens of microseconds per line. REQUIRES:
// `text` is a whole record.
Checked<std::string> render(std::string_view text);

}  // namespace engawa::record
