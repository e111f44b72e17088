// The streams: WebSockets that carry the conversations of many rooms, for programs that play in many. A stream belongs
// to one guest. It is notified of its rooms: those in memory in which its guest has a seat, and those to which the
// guest is invited. Lives on shard 0; each conversation (line.hpp) lives on its room's shard.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/result.hpp"
#include "protocol/envelope.hpp"
#include "protocol/messages.hpp"
#include "server/room/peer.hpp"
#include "server/shard/services.hpp"

namespace engawa::server {

class Line;
class Room;

class Streams final : public Channel {
 public:
  static constexpr std::size_t kMostRooms = 256;  // of one stream

  // REQUIRES: the shards exist; it outlives them.
  explicit Streams(Services& services);
  ~Streams() override;

  void enter(Peer& peer, Guest const& guest, protocol::Hello const& hello, std::string_view re,
             std::string_view token) override;
  void receive(Peer& peer, protocol::ClientFrame const& frame) override;
  void leave(Peer& peer) override;
  // Its steps belong to many rooms, so a stream that is too slow for them is closed.
  void resend_state(Peer& peer) override;

  // A frame in an envelope, from a client at this address. REQUIRES: `peer` has entered; the code is a room's.
  void receive_in(Peer& peer, std::string const& address, std::string const& code, protocol::ClientFrame frame);
  // The client leaves the room.
  void leave_room(Peer& peer, std::string const& code);

  // To every stream of this guest; returns their number.
  std::size_t invite(std::string_view guest, protocol::Invitation const& invitation);
  // The programs that have a stream, as JSON objects joined by commas.
  std::string programs() const;

  // On the shard of a room that was just opened: notifies those of its guests who have a stream.
  void room_opened(std::string const& code, Room const& room);

 private:
  struct Stream;
  using Id = std::uint64_t;  // of a stream or a line; never used again

  Result<void> may_open(Stream const& stream, std::string const& address, std::int64_t& wait_ms) const;
  std::shared_ptr<Line> open_line(Stream& stream, std::string const& address, std::string const& code);
  void tell(Id stream, std::string const& code, Id line, std::string_view text, FrameKind kind);
  void line_ended(Id stream, std::string const& code, Id line, std::string_view text);
  Peer* peer_of(Id stream, std::string const& code, Id line) const;
  void look_for_seats(Id stream, std::string const& guest);

  Services& services_;
  std::unordered_map<Id, std::unique_ptr<Stream>> streams_;
  std::unordered_map<Peer const*, Stream*> by_peer_;
  Id next_ = 1;
  std::atomic<std::size_t> count_{0};  // number of streams, for shards that need to know whether there is any
};

}  // namespace engawa::server
