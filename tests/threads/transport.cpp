#include "tests/threads/transport.hpp"

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <vector>

#include "protocol/frames.hpp"
#include "server/cluster/link.hpp"
#include "server/lobby/guests.hpp"
#include "server/lobby/lobby.hpp"
#include "server/ops/traffic_log.hpp"
#include "server/shard/shard.hpp"

namespace engawa::server {

namespace {

class Line;

// Waits until ready() with the lock held.
template <class Ready>
void wait_for(std::condition_variable& changed, std::unique_lock<std::mutex>& lock, Ready const& ready) {
  if (!changed.wait_for(lock, kPatience, ready)) throw Broken("the server does not answer any more");
}

// A call that waits for its answer.
struct Call {
  std::mutex mutex;
  std::condition_variable changed;
  std::optional<HttpResponse> answer;

  // A second answer ends the program, because nothing catches exceptions of a shard.
  void give(HttpResponse response) {
    {
      std::lock_guard const lock(mutex);
      if (answer && answer->status != 0) throw Broken("a call was answered twice");
      answer = std::move(response);
    }
    changed.notify_all();
  }
  void give_up() {
    {
      std::lock_guard const lock(mutex);
      if (answer) return;
      answer = HttpResponse{};
      answer->status = 0;
    }
    changed.notify_all();
  }
  HttpResponse wait() {
    std::unique_lock lock(mutex);
    wait_for(changed, lock, [this] { return answer.has_value(); });
    return *answer;
  }
};

}  // namespace

struct Wire::Shared {
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Frame> frames;
  int code = 0;  // 0: open
  Shard* shard = nullptr;
  std::weak_ptr<Line> line;

  // Called by the server's end, on its shard.
  void put(Frame frame) {
    {
      std::lock_guard const lock(mutex);
      if (code == 0) frames.push_back(std::move(frame));
    }
    changed.notify_all();
  }
  void close(int with) {
    {
      std::lock_guard const lock(mutex);
      if (code == 0) code = with;
    }
    changed.notify_all();
  }
};

namespace {

// The server's end, like server/net/connection.cpp: on the shard of its room until it ends.
class Line final : public Peer, public ShardConnection, public std::enable_shared_from_this<Line> {
 public:
  Line(UpgradeTarget target, std::shared_ptr<Wire::Shared> wire)
      : shard_(*target.shard), services_(shard_.services()), target_(std::move(target)), wire_(std::move(wire)) {}
  ~Line() override { wire_->close(1006); }

  void start() {
    count(services_.metrics.connections_opened);
    self_ = shared_from_this();
    shard_.connections().add(*this);
    if (shard_.connections().reading_stopped()) go_away();
  }

  void send(Frame frame, FrameKind) override {
    if (closing_) return;
    if (services_.traffic) services_.traffic->write("out", target_.room.empty() ? "lobby" : "room", *frame);
    count(services_.metrics.messages_sent);
    count(services_.metrics.bytes_sent, frame.size());
    wire_->put(std::move(frame));
  }
  void close(int code, std::string_view) override {
    channel_ = nullptr;
    end(code);
  }
  void on_tick(std::int64_t) override {}
  void flush() override {}
  void go_away() override { end(1012); }
  void drop() override {
    wire_->close(1006);
    finish();
  }

  void hear(std::string const& text) {
    if (closing_ || shard_.connections().reading_stopped()) return;
    count(services_.metrics.messages_received);
    auto decoded = protocol::decode(text);
    auto* const frame = std::get_if<protocol::ClientFrame>(&decoded);
    if (!frame) return refuse_with({}, std::get<protocol::BadFrame>(decoded).refusal);
    if (channel_) return channel_->receive(*this, *frame);
    if (auto* const hello = std::get_if<protocol::Hello>(&frame->request)) return greet(*hello, frame->id);
    refuse_with(frame->id, refuse("unauthenticated", "hello comes first"));
  }

 private:
  void refuse_with(std::string_view id, Refusal const& refusal) {
    send(Frame(protocol::error(id, refusal, {})), FrameKind::answer);
  }

  void greet(protocol::Hello const& hello, std::string const& id) {
    if (hello.token.empty() && target_.room.empty()) return enter(hello, id, {}, {});
    if (!hello.token.empty()) {
      if (hello.nick) services_.guests->rename(hello.token, *hello.nick);
      if (auto const guest = services_.guests->find(hello.token)) return enter(hello, id, *guest, {});
      refuse_with(id, refuse("unauthenticated", "this token is not known"));
      return end(4003);
    }
    if (services_.addresses->take(Addresses::Ration::guest, target_.address, services_.clock.now()) > 0)
      return end(4101);
    auto made = [self = shared_from_this(), hello, id](std::optional<Guest> guest, std::string token) {
      self->shard_.post([self, hello, id, guest, token] {
        if (guest) return self->enter(hello, id, *guest, token);
        self->refuse_with(id, refuse("busy", "the server cannot store a guest now"));
        self->end(1013);
      });
    };
    services_.guests->create(hello.nick.value_or("Guest"), hello.lang, services_.clock.now(), std::move(made));
  }

  void enter(protocol::Hello const& hello, std::string const& id, Guest const& guest, std::string const& token) {
    if (closing_) return;
    if (target_.room.empty()) return enter_channel(*services_.lobby, hello, id, guest, token);
    shard_.rooms().with_room(target_.room,
                             [self = shared_from_this(), hello, id, guest, token](Result<RoomSlot*> room) {
                               if (self->closing_) return;
                               if (room) return self->enter_channel(**room, hello, id, guest, token);
                               self->refuse_with(id, room.error());
                               auto const& code = room.error().code;
                               if (code == "not_found")
                                 self->services_.addresses->charge(Addresses::Ration::unknown_room,
                                                                   self->target_.address, self->services_.clock.now());
                               self->end(code == "not_found" ? 4006 : code == "internal" ? 4007 : 1013);
                             });
  }

  void enter_channel(Channel& channel, protocol::Hello const& hello, std::string const& id, Guest const& guest,
                     std::string const& token) {
    channel_ = &channel;
    channel.enter(*this, guest, hello, id, token);
  }

  // The channel is notified later, because this may be called from inside its own loop.
  void end(int code) {
    if (closing_) return;
    closing_ = true;
    count(services_.metrics.closed_with(code));
    wire_->close(code);
    shard_.post([self = shared_from_this()] { self->finish(); });
  }

  void finish() {
    if (finished_) return;
    finished_ = closing_ = true;
    shard_.connections().remove(*this);
    count(services_.metrics.connections_closed);
    if (channel_) channel_->leave(*this);
    channel_ = nullptr;
    self_.reset();
  }

  Shard& shard_;
  Services& services_;
  UpgradeTarget target_;
  std::shared_ptr<Wire::Shared> wire_;
  std::shared_ptr<Line> self_;
  Channel* channel_ = nullptr;
  bool closing_ = false;
  bool finished_ = false;
};

// The listener at a number.
struct Listener {
  Listener(Shard& home, HttpServer::Handlers handling) : shard(home), handlers(std::move(handling)) {}

  Shard& shard;
  HttpServer::Handlers handlers;
  std::mutex mutex;
  bool open = true;
  std::vector<std::weak_ptr<Call>> calls;
  std::vector<std::weak_ptr<Wire::Shared>> wires;

  // Runs function(handlers, respond) on the shard, and waits for the answer.
  template <class Function>
  HttpResponse call(Function function) {
    auto const call = std::make_shared<Call>();
    {
      std::lock_guard const lock(mutex);
      if (!open) call->give_up();
      if (open) {
        std::erase_if(calls, [](auto const& old) { return old.expired(); });
        calls.push_back(call);
        shard.post([call, function = std::move(function)] {
          function([call](HttpResponse response) { call->give(std::move(response)); });
        });
      }
    }
    return call->wait();
  }
  void keep(std::shared_ptr<Wire::Shared> const& wire) {
    std::lock_guard const lock(mutex);
    std::erase_if(wires, [](auto const& old) { return old.expired(); });
    wires.push_back(wire);
  }
  void stop() {
    std::lock_guard const lock(mutex);
    open = false;
    for (auto const& call : calls)
      if (auto const waiting = call.lock()) waiting->give_up();
    for (auto const& wire : wires)
      if (auto const waiting = wire.lock()) waiting->close(1006);
  }
};

std::mutex ports_mutex;
std::map<int, std::shared_ptr<Listener>> ports;
int next_port = 1;

std::shared_ptr<Listener> listener_at(int port) {
  std::lock_guard const lock(ports_mutex);
  auto const found = ports.find(port);
  if (found == ports.end()) throw Broken("nobody listens at " + std::to_string(port));
  return found->second;
}

}  // namespace

struct HttpServer::Impl {
  std::shared_ptr<Listener> listener;
  int port = 0;
};

HttpServer::HttpServer(Shard& shard, Handlers handlers)
    : impl_(std::make_shared<Impl>(Impl{std::make_shared<Listener>(shard, std::move(handlers)), 0})) {}

HttpServer::~HttpServer() {
  std::lock_guard const lock(ports_mutex);
  ports.erase(impl_->port);
}

Result<int> HttpServer::listen(std::string const&, int, std::string const&) {
  std::lock_guard const lock(ports_mutex);
  impl_->port = next_port++;
  ports[impl_->port] = impl_->listener;
  return impl_->port;
}

Result<int> HttpServer::listen(int) { return refuse("internal", "no socket is passed on here"); }

Result<void> HttpServer::listen(std::string const&) { return refuse("internal", "there is no Unix socket here"); }
std::string HttpServer::path() const { return {}; }
void HttpServer::use(Certificate const&) {}

// Callers get no answer from now on; cut_off() releases them.
void HttpServer::close() {}

// There is only one node, so no other one calls.
struct LinkListener::Impl {};
LinkListener::LinkListener(Shard&, HttpServer::Handlers const&) {}
LinkListener::~LinkListener() = default;
Result<void> LinkListener::listen(std::string const&, int) { return refuse("internal", "there is one node here"); }
void LinkListener::close() {}
void splice_to_node(Splice, Shard&) {}

HttpResponse ask_http(int port, HttpRequest request) {
  auto const listener = listener_at(port);
  return listener->call(
      [listener = listener.get(), request](Respond const& respond) { listener->handlers.request(request, respond); });
}

std::variant<std::unique_ptr<Wire>, HttpResponse> open_wire(int port, std::string const& path) {
  auto const listener = listener_at(port);
  auto const shared = std::make_shared<Wire::Shared>();
  listener->keep(shared);
  HttpRequest request;
  request.path = path;
  request.address = "127.0.0.1";
  auto response = listener->call([listener = listener.get(), request, shared](Respond const& respond) {
    auto admitted = listener->handlers.upgrade(request);
    if (auto* const refused = std::get_if<HttpResponse>(&admitted)) return respond(std::move(*refused));
    auto& shard = *std::get<UpgradeTarget>(admitted).shard;
    auto const line = std::make_shared<Line>(std::move(std::get<UpgradeTarget>(admitted)), shared);
    {
      std::lock_guard const lock(shared->mutex);
      shared->shard = &shard;
      shared->line = line;
    }
    shard.post([line] { line->start(); });
    respond(text_response(101, {}));
  });
  if (response.status != 101) return response;
  return std::make_unique<Wire>(shared);
}

void cut_off(int port) { listener_at(port)->stop(); }

void Wire::send(std::string text) {
  std::shared_ptr<Line> line;  // released without the lock, because its destructor takes it
  std::lock_guard const lock(shared_->mutex);
  if (shared_->code != 0) return;
  line = shared_->line.lock();
  if (line) shared_->shard->post([line, text = std::move(text)] { line->hear(text); });
}

Frame Wire::receive() {
  std::unique_lock lock(shared_->mutex);
  wait_for(shared_->changed, lock, [this] { return !shared_->frames.empty() || shared_->code != 0; });
  if (shared_->frames.empty()) return Frame();
  auto frame = std::move(shared_->frames.front());
  shared_->frames.pop_front();
  return frame;
}

int Wire::code() const {
  std::lock_guard const lock(shared_->mutex);
  return shared_->code;
}

void Wire::hang_up() {
  std::shared_ptr<Line> line;
  std::lock_guard const lock(shared_->mutex);
  if (shared_->code != 0) return;
  line = shared_->line.lock();
  if (line) shared_->shard->post([line] { line->drop(); });
}

}  // namespace engawa::server
