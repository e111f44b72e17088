// The game of bots that the start page shows while no public game is running: one for the whole server, separate from
// the rooms.
//
// It costs next to nothing. It moves only when a client requests it, so without spectators nothing happens. With many
// spectators it makes one move per --exhibition-ms, by a bot that thinks for a few milliseconds at most, and none while
// other bots wait for a thread. Nothing is stored. On shard 0.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "games/core/info.hpp"
#include "games/core/match.hpp"
#include "server/shard/services.hpp"

namespace engawa::server {

class Exhibition {
 public:
  // REQUIRES: the services outlive it, and the bots' threads end before it.
  explicit Exhibition(Services& services) : services_(services) {}

  // The current game as JSON text (WatchedGame in the schema); may begin the next move. Empty: turned off.
  std::string const& look();

 private:
  struct Player {
    std::string bot;
    int level = 1;
  };
  void begin();
  void think();
  void thought(std::uint64_t ticket, Result<std::string> const& move);
  void draw();

  Services& services_;
  std::size_t next_ = 0;  // of the games and variants, which are shown in turn
  games::GameEntry const* entry_ = nullptr;
  std::string options_;
  std::vector<Player> players_;
  std::unique_ptr<games::Match> match_;
  std::uint64_t ticket_ = 0;
  bool thinking_ = false;
  std::int64_t moved_at_ = 0;
  std::string shown_;
};

}  // namespace engawa::server
