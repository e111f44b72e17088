// A record as the room's document at each step: the source for boards and sentences. One thread.
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

  // Plays the next line. False at the end; then the document has the result. Must not be called again after a fault.
  record::Checked<bool> next();

  Table table() const;
  Json document() const;  // as clients see a room, but only with what a record contains
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
  std::shared_ptr<Json> room_;  // the part of the document that is not the match's
  std::string by_;
  bool over_ = false;
};

}  // namespace engawa::cli
