// Sleeping rooms: all open rooms without people, except those that were left just now. Wakes each when its time has
// come, and reads those of the last run one after the other. The shard's thread only.
#pragma once
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "server/shard/services.hpp"
#include "server/shard/sleepers.hpp"

namespace engawa::server {

class SleepingRooms {
 public:
  // What to do with a room whose time has come.
  struct Calls {
    std::function<bool()> may_wake;  // whether this node may have the rooms
    std::function<bool()> may_read;  // there is a place in memory, and the store works
    // Reads a room that no client has requested. `done` may be called at once.
    std::function<void(std::string const& code, std::function<void()> done)> look_in;
    std::function<void(std::string const& code)> close;
  };

  // REQUIRES: the loop and the services outlive it.
  SleepingRooms(boost::asio::io_context& io, Services& services, Calls calls);

  // Rooms of the last run, in the order in which they are to be read, except those that already sleep.
  void know(std::vector<std::string> const& codes);
  // REQUIRES: it is not in here yet.
  void add(std::string const& code, Sleeper sleeper);
  bool contains(std::string const& code) const { return sleepers_.contains(code); }
  // A client opens the room. nullopt: it is not in here.
  std::optional<Sleeper> take(std::string const& code);
  // It is in memory now, or cannot be read.
  void was_read(Sleeper const& sleeper);
  // It could not be read now.
  void add_again(std::string const& code, Sleeper sleeper);
  // Gives up all others, which another node may have.
  void keep_only(std::unordered_set<std::string> const& codes);
  void were_unreachable() { sleepers_.were_unreachable(); }
  // Reads the due rooms, one at a time, so that running games wait for at most one read of the journal.
  void wake_due(std::int64_t now);

 private:
  void forget(std::string const& code);
  void look_in(std::string const& code);

  Services& services_;
  Calls calls_;
  boost::asio::steady_timer rest_timer_;
  Sleepers sleepers_;
  std::size_t unread_ = 0, last_run_ = 0;  // rooms of the last run that have not been read yet, and the number of all
  bool waking_ = false;                    // one is being read
};

}  // namespace engawa::server
