#include "server/visit/streams.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "base/json_write.hpp"
#include "protocol/frames.hpp"
#include "server/lobby/addresses.hpp"
#include "server/room/room.hpp"
#include "server/shard/shard.hpp"
#include "server/visit/line.hpp"

namespace engawa::server {

struct Streams::Stream {
  struct Open {
    Id number;  // number of the line, among all
    std::shared_ptr<Line> line;
  };

  Id id;
  Peer* peer;
  Guest guest;
  std::string token;
  std::shared_ptr<std::atomic<std::int64_t>> round_trip_ms = std::make_shared<std::atomic<std::int64_t>>(0);
  std::map<std::string, Open> lines{};  // by the room's code
};

namespace {

// The seat of this guest in an open room, as an invitation; nullopt: there is none.
std::optional<protocol::Invitation> seat_of(std::string const& code, Room const& room, std::string_view guest) {
  auto const& seats = room.state().seats();
  for (std::size_t seat = 0; seat < seats.size(); ++seat)
    if (seats[seat].guest == guest)
      return protocol::Invitation{code, room.state().setup().game, protocol::Invitation::Reason::seat,
                                  static_cast<int>(seat)};
  return std::nullopt;
}

// A line is destroyed on its room's shard, because it may be in a call there.
void release(Services& services, std::string const& code, std::shared_ptr<Line> line, bool leaves) {
  services.shard_of(code).post([line = std::move(line), leaves] {
    if (leaves) line->leave();
  });
}

}  // namespace

Streams::Streams(Services& services) : services_(services) {
  services_.room_opened = [this](std::string const& code, Room const& room) { room_opened(code, room); };
}

Streams::~Streams() = default;

void Streams::enter(Peer& peer, Guest const& guest, protocol::Hello const& hello, std::string_view re,
                    std::string_view token) {
  auto stream =
      std::make_unique<Stream>(Stream{next_++, &peer, guest, token.empty() ? hello.token : std::string(token)});
  stream->guest.program = hello.program;
  auto const id = stream->id;
  by_peer_[&peer] = stream.get();
  streams_[id] = std::move(stream);
  count_ = streams_.size();
  auto const heartbeat = static_cast<int>(services_.config.ping_s);
  peer.send(Frame(protocol::welcome(re, {guest.id, guest.nick, token}, 0, {}, heartbeat)), FrameKind::answer);
  look_for_seats(id, guest.id);
}

void Streams::receive(Peer& peer, protocol::ClientFrame const& frame) {
  if (auto const* ping = std::get_if<protocol::Ping>(&frame.request))
    return peer.send(Frame(protocol::pong(frame.id, ping->client_ms, services_.clock.now())), FrameKind::answer);
  auto const why = refuse("forbidden", R"(a stream knows hello and ping; a room's frame is sent in {"room","frame"})");
  peer.send(Frame(protocol::error(frame.id, why)), FrameKind::answer);
}

void Streams::leave(Peer& peer) {
  auto const found = by_peer_.find(&peer);
  if (found == by_peer_.end()) return;
  auto const stream = std::move(streams_.at(found->second->id));
  by_peer_.erase(found);
  streams_.erase(stream->id);
  count_ = streams_.size();
  for (auto& [code, open] : stream->lines) release(services_, code, std::move(open.line), true);
}

void Streams::resend_state(Peer& peer) {
  leave(peer);
  count(services_.metrics.slow_readers);
  peer.close(4102, "too slow");
}

void Streams::receive_in(Peer& peer, std::string const& address, std::string const& code, protocol::ClientFrame frame) {
  auto const found = by_peer_.find(&peer);
  if (found == by_peer_.end()) return;
  auto& stream = *found->second;
  *stream.round_trip_ms = peer.round_trip_ms();
  auto const open = stream.lines.find(code);
  auto line = open != stream.lines.end() ? open->second.line : nullptr;
  if (!line) {
    std::int64_t wait_ms = 0;
    if (auto const why = may_open(stream, address, wait_ms); !why) {
      protocol::ErrorContext context;
      if (wait_ms > 0) context.retry_ms = wait_ms;
      auto const answer = protocol::error(frame.id, why.error(), context);
      return peer.send(Frame(protocol::envelope(code, answer)), FrameKind::answer);
    }
    line = open_line(stream, address, code);
  }
  services_.shard_of(code).post(
      [line = std::move(line), frame = std::move(frame)]() mutable { line->receive(std::move(frame)); });
}

Result<void> Streams::may_open(Stream const& stream, std::string const& address, std::int64_t& wait_ms) const {
  using Ration = Addresses::Ration;
  if (stream.lines.size() >= kMostRooms)
    return refuse("limit_reached",
                  "a stream is in at most " + std::to_string(kMostRooms) + " rooms: leave one, or open another stream");
  auto const now = services_.clock.now();
  auto& addresses = *services_.addresses;
  wait_ms = addresses.wait(Ration::unknown_room, address, now);
  if (wait_ms == 0) wait_ms = addresses.take(Ration::join, address, now);
  if (wait_ms == 0) return {};
  return refuse("rate_limited", "too many joins; try again after " + std::to_string(wait_ms) + " ms");
}

std::shared_ptr<Line> Streams::open_line(Stream& stream, std::string const& address, std::string const& code) {
  auto& shard = services_.shard_of(code);
  auto& front = *services_.shards.front();
  auto const id = stream.id, number = next_++;
  Line::Stream ends{stream.token, stream.guest.program, {}, {}, {}};
  ends.tell = [this, &front, id, code, number](Frame const& frame, FrameKind kind) {
    front.post([this, id, code, number, kind, text = protocol::envelope(code, *frame)] {
      tell(id, code, number, text, kind);
    });
  };
  ends.end = [this, &front, id, code, number](int reason_code, std::string_view reason) {
    front.post([this, id, code, number, reason_code, reason = std::string(reason)] {
      line_ended(id, code, number, protocol::end_envelope(code, reason_code, reason));
    });
  };
  ends.round_trip_ms = [measured = stream.round_trip_ms] { return measured->load(); };
  auto line = std::make_shared<Line>(Door{shard.io(), services_, shard.rooms(), code, address}, std::move(ends));
  stream.lines[code] = {number, line};
  return line;
}

void Streams::leave_room(Peer& peer, std::string const& code) {
  auto const found = by_peer_.find(&peer);
  if (found == by_peer_.end()) return;
  auto& lines = found->second->lines;
  if (auto const open = lines.find(code); open != lines.end()) {
    release(services_, code, std::move(open->second.line), true);
    lines.erase(open);
  }
  peer.send(Frame(protocol::end_envelope(code, 1000, "")), FrameKind::answer);
}

// From the current line of the room: frames of an ended line are dropped. A state replaces only steps of its own room,
// so the outbox must not drop other steps for it.
void Streams::tell(Id stream, std::string const& code, Id line, std::string_view text, FrameKind kind) {
  auto* const peer = peer_of(stream, code, line);
  if (peer) peer->send(Frame(text), kind == FrameKind::step ? FrameKind::step : FrameKind::answer);
}

void Streams::line_ended(Id stream, std::string const& code, Id line, std::string_view text) {
  auto* const peer = peer_of(stream, code, line);
  if (!peer) return;
  auto& lines = streams_.at(stream)->lines;
  release(services_, code, std::move(lines.at(code).line), false);
  lines.erase(code);
  peer->send(Frame(text), FrameKind::answer);
}

Peer* Streams::peer_of(Id stream, std::string const& code, Id line) const {
  auto const found = streams_.find(stream);
  if (found == streams_.end()) return nullptr;
  auto const open = found->second->lines.find(code);
  return open != found->second->lines.end() && open->second.number == line ? found->second->peer : nullptr;
}

std::size_t Streams::invite(std::string_view guest, protocol::Invitation const& invitation) {
  std::vector<Peer*> peers;
  for (auto const& [id, stream] : streams_)
    if (stream->guest.id == guest) peers.push_back(stream->peer);
  Frame const frame(protocol::invitation(invitation));
  for (auto* const peer : peers)
    if (by_peer_.contains(peer)) peer->send(frame, FrameKind::answer);  // the previous one may have ended it
  return peers.size();
}

std::string Streams::programs() const {
  std::map<std::string_view, Stream const*> by_guest;  // a program with two streams counts once
  for (auto const& [id, stream] : streams_)
    if (!stream->guest.program.empty()) by_guest[stream->guest.id] = stream.get();
  std::string out;
  for (auto const& [guest, stream] : by_guest) {
    out += out.empty() ? R"({"guest":{"id":")" : R"(,{"guest":{"id":")";
    out.append(guest).append(R"(","nick":)");
    json_write::string(out, stream->guest.nick);
    out += R"(},"bot":)" + stream->guest.program + R"(,"rooms":)" + std::to_string(stream->lines.size()) + '}';
  }
  return out;
}

void Streams::room_opened(std::string const& code, Room const& room) {
  if (count_ == 0) return;
  for (auto const& seat : room.state().seats()) {
    if (seat.guest.empty()) continue;
    auto const invitation = seat_of(code, room, seat.guest);
    services_.shards.front()->post([this, guest = seat.guest, invitation = *invitation] { invite(guest, invitation); });
  }
}

void Streams::look_for_seats(Id id, std::string const& guest) {
  for (auto const& shard : services_.shards)
    shard->post([this, id, guest, &shard = *shard] {
      std::vector<protocol::Invitation> found;
      shard.rooms().in_memory().for_each_room([&](std::string const& code, Room const& room) {
        if (auto const seat = seat_of(code, room, guest)) found.push_back(*seat);
      });
      services_.shards.front()->post([this, id, found = std::move(found)] {
        for (auto const& invitation : found)
          if (auto const stream = streams_.find(id); stream != streams_.end())
            stream->second->peer->send(Frame(protocol::invitation(invitation)), FrameKind::answer);
      });
    });
}

}  // namespace engawa::server
