// A record for clients that have no rules: its first position, and what each line changes (protocol/records.md,
// "The replay"). It is checked on the way, as Replay does; takes tens of microseconds per line. Any thread, one at a
// time.
#pragma once
#include <string>
#include <string_view>

#include "games/record/replay.hpp"

namespace engawa::record {

// In pieces, for callers that a long record must not block.
class Rendering {
 public:
  // REQUIRES: `text` is a whole record.
  static Checked<Rendering> open(std::string_view text);

  // Appends the members before `steps`, as JSON without the braces around them.
  void write_head(std::string& out) const;

  // Appends the next step. Returns false if there is none; then the result has been checked too.
  Checked<bool> write_step(std::string& out);

  Replay const& replay() const { return replay_; }

 private:
  explicit Rendering(Replay replay) : replay_(std::move(replay)) {}

  Replay replay_;
};

// The whole replay as JSON text.
Checked<std::string> render(std::string_view text);

}  // namespace engawa::record
