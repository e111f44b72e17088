#include "server/net/connection.hpp"

#include <spdlog/spdlog.h>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>

#include "base/expect.hpp"
#include "server/lobby/moderation.hpp"
#include "server/net/answer_text.hpp"
#include "server/net/frame_buffers.hpp"
#include "server/net/heartbeat.hpp"
#include "server/net/outbox.hpp"
#include "server/net/whole_writes.hpp"
#include "server/ops/traffic_log.hpp"
#include "server/shard/shard.hpp"
#include "server/visit/greeting.hpp"
#include "server/visit/intake.hpp"

namespace engawa::server {

// The functions that Beast requires of the layer below it to end a connection; found through the layer's namespace.
template <class Handler>
static void async_teardown(boost::beast::role_type, WholeWrites& stream, Handler&& handler) {
  stream.async_end(std::forward<Handler>(handler));
}
static void beast_close_socket(WholeWrites& stream) { stream.close(); }

namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using boost::system::error_code;

constexpr std::int64_t kCloseMs = 5000;  // for the peer to answer a close
constexpr double kReadBytes = 2048;      // bytes of any kind per token: always enough for the requests themselves
constexpr std::size_t kFirstRead = 512;  // bytes reserved by an idle connection
constexpr int kStreamShare = 16;         // a stream's limits in both directions, as a multiple of one room's

// The states in this order, each at most once; any may be followed by closing and closed.
enum class State {
  handshake,  // the upgrade is being answered
  greeting,   // hello is awaited
  entering,   // hello has arrived; the guest or the room is being looked up, and nothing is read
  open,       // in a channel
  closing,    // a close follows the queued frames
  parting,    // the close was sent or received
  closed,     // the socket can no longer be used
};

// A multiple of the limits for one room, because a stream has many.
int share_of(Handoff const& handoff) { return handoff.stream ? kStreamShare : 1; }

Rate message_rate(Config const& config, int share) {
  return {share * static_cast<double>(config.messages_per_s), share * static_cast<double>(config.messages_burst)};
}

Rate reading_rate(Rate const& messages) { return {kReadBytes * messages.per_second, kReadBytes * messages.burst}; }

Outbox::Bounds outbox_bounds(Config const& config, int share) {
  auto const times = static_cast<std::size_t>(share);
  return {times * static_cast<std::size_t>(config.outbox_frames),
          times * static_cast<std::size_t>(config.outbox_bytes)};
}

WholeWrites::Socket make_socket(Shard& shard, Handoff const& handoff) {
  return {shard.io(), {handoff.family, 0}, handoff.socket};
}

Door door_of(Shard& shard, Handoff const& handoff) {
  auto& services = shard.services();
  return {shard.io(),   services,        shard.rooms(),
          handoff.room, handoff.address, handoff.stream ? services.streams : nullptr};
}

// What the answer to the upgrade says beside what Beast writes.
void describe(websocket::response_type& response, bool named) {
  if (response.result() != beast::http::status::switching_protocols)
    for (auto const& [name, value] : common_fields()) response.set(name, value);
  response.set(beast::http::field::server, "engawad");  // otherwise Beast sends its own name and version
  if (named) response.set(beast::http::field::sec_websocket_protocol, protocol::kSubprotocol);
}

// Adds the first queued frames to `writing`, and counts them. Returns their bytes.
std::size_t gather(Outbox const& outbox, FrameBuffers& writing, Metrics& metrics) {
  std::size_t bytes = 0, texts = 0;
  for (std::size_t i = 0; i < std::min(outbox.size(), FrameBuffers::kMost); ++i) {
    auto const& frame = outbox[i].frame;
    texts += frame.size();
    bytes += frame.wire().size();
    writing.add(frame.wire());
  }
  count(metrics.messages_sent, writing.size());
  count(metrics.bytes_sent, texts);
  return bytes;
}

// The close code for the reason that reading ended. `said`: the code of the peer's own close.
int code_of(error_code error, websocket::close_reason const& said) {
  if (error == websocket::error::closed) return said.code;
  if (error == websocket::error::message_too_big || error == websocket::error::buffer_overflow) return 1009;
  if (error == websocket::error::bad_frame_payload) return 1007;
  return error.category() == make_error_code(websocket::error::closed).category() ? 1002 : 1006;
}

class Connection final : public Peer,
                         public Visitor,
                         public ShardConnection,
                         public std::enable_shared_from_this<Connection> {
 public:
  Connection(Handoff handoff, Shard& shard)
      : shard_(shard),
        services_(shard.services()),
        handoff_(std::move(handoff)),
        stream_(make_socket(shard, handoff_), reading_rate(message_rate(services_.config, share_of(handoff_))),
                services_.metrics.reads_delayed),
        buffer_(
            4 *
            protocol::kMaxFrameBytes),  // larger than read_message_max, or peers would see 1006 for an oversized frame
        outbox_(outbox_bounds(services_.config, share_of(handoff_))),
        intake_(*this, door_of(shard, handoff_), message_rate(services_.config, share_of(handoff_))),
        opened_at_(services_.clock.now()),
        heartbeat_(opened_at_) {}

  void start() {
    count(services_.metrics.connections_opened);
    self_ = shared_from_this();
    shard_.connections().add(*this);
    stream_.read_message_max(protocol::kMaxFrameBytes);
    stream_.control_callback([this](websocket::frame_type type, beast::string_view) { on_control(type); });
    bool const named = handoff_.subprotocol;
    stream_.set_option(
        websocket::stream_base::decorator([named](websocket::response_type& response) { describe(response, named); }));
    error_code ignored;
    stream_.next_layer().socket().set_option(net::ip::tcp::no_delay(true), ignored);
    stream_.next_layer().socket().non_blocking(true, ignored);
    stream_.async_accept(net::buffer(handoff_.request), [self = shared_from_this()](error_code error) {
      if (error) return self->finish();
      self->handoff_.request = {};
      if (self->shard_.connections().reading_stopped()) return self->go_away();
      if (self->state_ == State::handshake) self->state_ = State::greeting;
      self->read_on();
    });
  }

  void send(Frame frame, FrameKind kind) override {
    if (ending()) return;
    if (services_.traffic) services_.traffic->write("out", intake_.channel_name(), *frame);
    if (kind == FrameKind::answer) intake_.answered();
    switch (outbox_.push({std::move(frame), kind}, writing_.size())) {
      case Outbox::Verdict::queued:
        break;
      case Outbox::Verdict::overflow:
        count(services_.metrics.outbox_overflows);
        if (auto* const channel = intake_.channel()) channel->resend_state(*this);
        break;
      case Outbox::Verdict::hopeless:
        count(services_.metrics.slow_readers);
        return hang_up(4102, "too slow");
    }
    write_soon();
    read_on();
  }

  bool ending() const override { return state_ >= State::closing; }

  void wait() override { state_ = State::entering; }

  void go_on() override { read_on(); }

  void refuse_hello(std::string_view id, Refusal const& refusal, protocol::ErrorContext const& context) override {
    intake_.refuse_with(id, refusal, context);
  }

  void enter(Entry entry) override {
    storing_ = std::move(entry.storing);
    guest_ = entry.guest;
    state_ = State::open;
    intake_.enter(entry.channel);
    entry.channel.enter(*this, entry.guest, entry.hello, entry.id, entry.token);
  }

  // At most one close. Queued frames are sent first, unless the outbox itself is the problem. The channel is notified
  // later, when the socket has ended, because this may be called from the channel's own loop.
  void hang_up(int code, std::string_view reason) override {
    if (ending()) return;
    state_ = State::closing;
    closing_at_ = services_.clock.now();
    close_reason_ = websocket::close_reason(static_cast<websocket::close_code>(code),
                                            beast::string_view(reason.data(), reason.size()));
    if (code == 4102) outbox_.clear(writing_.size());
    write_soon();
  }

  // Called by the channel, which no longer refers to this peer.
  void close(int code, std::string_view reason) override {
    intake_.forget_channel();
    hang_up(code, reason);
  }

  void on_tick(std::int64_t now) override {
    if (ending()) {
      if (now - closing_at_ > kCloseMs) drop();
      return;
    }
    if (shard_.connections()
            .reading_stopped()) {  // messages of the client are ignored now, and its silence is not its fault
      if (state_ == State::greeting) go_away();
      return;
    }
    if (state_ < State::entering && now - opened_at_ > services_.config.hello_ms)
      return hang_up(4002, "no hello in time");
    auto const verdict = heartbeat_.at(now, services_.config.ping_s * 1000);
    if (verdict == Heartbeat::Verdict::lost) return hang_up(4103, "heartbeat lost");
    if (verdict == Heartbeat::Verdict::quiet || pinging_) return;
    pinging_ = true;
    heartbeat_.ping_sent(now);
    stream_.async_ping({}, [self = shared_from_this()](error_code) { self->pinging_ = false; });
  }

  std::size_t queued() const override { return outbox_.memory(); }

  std::int64_t round_trip_ms() override { return heartbeat_.round_trip_ms(services_.clock.now()); }

  std::int64_t storing_wait(std::int64_t now) override {
    auto const wait = storing_.wait(now);
    if (wait > 0) count(services_.metrics.storing_refused);
    return wait;
  }

  void stored(std::int64_t now, std::size_t bytes) override { storing_.charge(now, bytes); }

  void flush() override {
    writing_soon_ = false;
    if (writing_.size() > 0) return;
    write();
    read_on();
  }

  void go_away() override {
    if (services_.others_live) return hang_up(1013, "this server stops, and others have its rooms: connect again");
    hang_up(1012, "the server restarts");
  }

  // Its channel is notified when the socket has ended, as in hang_up().
  void turn_out_banned() override {
    if (ending() || state_ < State::entering) return;
    auto const ban = services_.moderation->ban_of(guest_.id, handoff_.address);
    if (!ban) return;
    intake_.refuse_with({}, ban->refusal, ban->context);
    hang_up(4009, "banned");
  }

  std::optional<Here> here() const override {
    if (state_ != State::open) return std::nullopt;
    return Here{guest_.id, guest_.nick, handoff_.room, handoff_.address, handoff_.stream, opened_at_};
  }

  void drop() override {
    stream_.next_layer().close();
    finish();
  }

 private:
  // Beast answers pings and closes itself. Nothing may follow a close: on_tick ends a peer that continues to send.
  void on_control(websocket::frame_type type) {
    auto const now = services_.clock.now();
    stream_.next_layer().charge_reading(kReadBytes);
    if (type == websocket::frame_type::close && !ending()) {
      state_ = State::parting;
      closing_at_ = now;
    }
    type == websocket::frame_type::pong ? heartbeat_.pong(now) : heartbeat_.heard(now);
  }

  // Reading pauses while a hello is handled and while more requests are pending than the outbox could answer: unread
  // data stays in the sender's own buffers.
  void read_on() {
    bool const crowded = intake_.unanswered() + outbox_.size() >= outbox_.bounds().frames / 4;
    if (reading_ || handling_ || state_ == State::entering || paused_ || crowded || state_ == State::closed ||
        shard_.connections().reading_stopped())
      return;
    reading_ = true;
    read_some();
  }

  // Small at first, because an idle connection keeps its buffer, and most requests are short.
  void read_some() {
    stream_.async_read_some(buffer_, buffer_.size() == 0 ? kFirstRead : protocol::kMaxFrameBytes,
                            [self = shared_from_this()](error_code error, std::size_t) {
                              if (!error && !self->stream_.is_message_done()) return self->read_some();
                              self->on_read(error);
                            });
  }

  void on_read(error_code error) {
    reading_ = false;
    if (error) return finish(code_of(error, stream_.reason()));
    if (shard_.connections().reading_stopped()) return;
    heartbeat_.heard(services_.clock.now());
    count(services_.metrics.messages_received);
    count(services_.metrics.bytes_received, buffer_.size());
    handling_ = true;
    if (!stream_.got_text()) hang_up(1003, "frames must be text");
    if (!ending()) {
      std::string_view const text(static_cast<char const*>(buffer_.data().data()), buffer_.size());
      if (auto const wait = intake_.hear(self_, text); wait > 0) pause(wait);
    }
    buffer_.consume(buffer_.size());
    if (buffer_.capacity() > kFirstRead) buffer_.shrink_to_fit();
    handling_ = false;
    if (writing_.size() == 0) write();
    read_on();
  }

  // Further bytes wait in the sender's own buffers.
  void pause(std::int64_t ms) {
    if (!pause_) pause_ = std::make_unique<net::steady_timer>(shard_.io());
    paused_ = true;
    pause_->expires_after(std::chrono::milliseconds(ms));
    pause_->async_wait([self = shared_from_this()](error_code) {
      self->paused_ = false;
      self->read_on();
    });
  }

  // At the end of this turn of the loop, so that frames that are queued together leave together.
  void write_soon() {
    if (handling_ || writing_soon_ || writing_.size() > 0) return;
    writing_soon_ = true;
    shard_.connections().flush_soon(*this);
  }

  // Writes all queued frames, then the close. Most sockets accept all of it at once, so that no write is pending.
  // REQUIRES: nothing is being written.
  void write() {
    EXPECT(writing_.size() == 0, writing_.size());
    while (!outbox_.empty()) {
      if (!stream_.is_open()) return;  // the peer has closed: nothing may follow the answer to its close
      auto const bytes = gather(outbox_, writing_, services_.metrics);
      auto const written = stream_.next_layer().write_now(writing_.all());
      if (written < bytes) return write_rest(written);
      outbox_.pop(writing_.size());
      writing_.clear();
    }
    if (state_ == State::closing) start_close();
  }

  void write_rest(std::size_t written) {
    stream_.next_layer().async_write_some(
        writing_.rest(written), [self = shared_from_this()](error_code error, std::size_t) { self->on_write(error); });
  }

  void on_write(error_code error) {
    auto const written = writing_.size();
    writing_.clear();
    if (error) return;  // the reader sees it too, and ends the connection
    outbox_.pop(written);
    write();
    read_on();
  }

  void start_close() {
    state_ = State::parting;
    stream_.async_close(close_reason_, [self = shared_from_this()](error_code) { self->drop(); });
  }

  // The socket can no longer be used: nothing will be read or written.
  void finish(int code = 1006) {
    if (state_ == State::closed) return;
    state_ = State::closed;
    shard_.connections().remove(*this);
    count(services_.metrics.connections_closed);
    count(services_.metrics.closed_with(close_reason_.code != 0 ? close_reason_.code : code));
    if (auto* const channel = intake_.channel()) channel->leave(*this);
    intake_.forget_channel();
    stream_.next_layer().close();
    self_.reset();
  }

  Shard& shard_;
  Services& services_;
  Handoff handoff_;
  websocket::stream<WholeWrites> stream_;
  beast::flat_buffer buffer_;
  Outbox outbox_;
  FrameBuffers writing_;
  Intake intake_;
  std::int64_t opened_at_;
  Heartbeat heartbeat_;
  Guest guest_;                               // once it is in a channel
  StoringShares storing_;                     // once it is in a room
  std::unique_ptr<net::steady_timer> pause_;  // created by the first request over the limit
  std::shared_ptr<Visitor> self_;  // until the end: while reading is paused nothing else may hold a reference
  State state_ = State::handshake;
  websocket::close_reason close_reason_;
  std::int64_t closing_at_ = 0;  // when closing began
  bool handling_ = false;        // inside hear
  bool paused_ = false;          // over the limit
  bool reading_ = false;
  bool writing_soon_ = false;
  bool pinging_ = false;  // the ping is being written
};

}  // namespace

void serve_websocket(Handoff handoff, Shard& shard) {
  std::make_shared<Connection>(std::move(handoff), shard)->start();
}

}  // namespace engawa::server
