// The host of a room, and the guests that hosts have removed or muted: part of RoomState. A value; one thread at a
// time.
#pragma once
#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json_read.hpp"
#include "base/result.hpp"
#include "server/state/parts/seats.hpp"

namespace engawa::server {

struct Person {
  std::string guest, nick;
};

class People {
 public:
  static constexpr std::size_t kMost = 32;  // the latest removed guests, and as many muted ones

  explicit People(std::string host = {}) : host_(std::move(host)) {}

  // Empty: there is no host yet.
  std::string const& host() const { return host_; }
  // Refuses with `not_host`. The room itself, an empty guest, may do everything.
  Result<void> require_host(std::string_view guest) const;
  // A guest removed by the host: they may watch, but neither sit nor chat.
  bool is_kicked(std::string_view guest) const;
  bool is_muted(std::string_view guest) const;
  // The host has neither muted nor removed the guest.
  bool may_talk(std::string_view guest) const;
  // Appends the removed and the muted guests.
  void list(std::vector<Person>& all) const;

  // A muted guest must be unmuted before becoming the host: unmute().
  void set_host(std::string const& guest) { host_ = guest; }
  // The seat of the new host, if the host was the one who left and another person has a seat.
  std::optional<int> pass_host_on(std::string_view leaver, Seats const& seats);
  void kick(Person person);
  void mute(Person person);
  // The nick of the removed or muted guest; nullopt: they were not.
  std::optional<std::string> pardon(std::string_view guest);
  std::optional<std::string> unmute(std::string_view guest);

  // Bytes on the heap, estimated.
  std::size_t memory() const;
  // The document's `kicked` and `muted`.
  void write(std::string& out) const;
  void save(Json& snapshot) const;
  // `with_muted`: false for older snapshots, which have none. Throws std::exception on invalid data.
  void restore(Json const& snapshot, bool with_muted);

 private:
  std::string host_;
  std::deque<Person> kicked_, muted_;
};

}  // namespace engawa::server
