// A record as the room's document at each step: what boards and sentences are made from. One thread.
#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "clients/cli/board/table.hpp"
#include "games/record/replay.hpp"

namespace engawa::cli {

class Playback {
 public:
  static record::Checked<Playback> open(std::string_view text);

  // Plays the next line. False at the end: then the document has the result. After a fault: not to be called again.
  record::Checked<bool> next();

  Table table() const;
  Json document() const;  // as clients see a room, without what is not in a record
  Json events() const;
  std::string const& by() const { return by_; }
  std::string const& move() const { return step_.move; }  // JSON text or empty
  games::GameTime time() const { return step_.entry.t.value_or(0); }
  std::uint32_t ply() const { return replay_.match().ply(); }
  record::Replay const& replay() const { return replay_; }

 private:
  explicit Playback(record::Replay replay);
  void note_seat(record::Entry const& entry);

  record::Replay replay_;
  record::Replay::Step step_;
  std::shared_ptr<Json> room_;  // what of the document does not come from the match
  std::string by_;
  bool over_ = false;
};

}  // namespace engawa::cli
