#include "tests/simulation/database_server.hpp"

#include <algorithm>
#include <utility>

namespace engawa::simulation {
namespace {

// As the kernel of the database's machine does: if the wire is stalled, the answer arrives later.
void reset(Request& request) {
  request.ended = true;
  request.answered();
}

constexpr Time kLockTimeout = 5 * kSecond;  // as set by session.cpp
constexpr Time kGivenUp = 11 * kSecond;     // keepalive: a session whose node has become silent ends
constexpr Time kLookAgain = 50 * kMs;
constexpr int kLooks = 60;  // for the lock of a node's address

}  // namespace

void Session::take(RequestPtr request) {
  if (!open_) return reset(*request);
  request_ = std::move(request);
  next_ = 0;
  ++taken_;
  server_.scheduler().after(server_.execution(), [self = shared_from_this()] { self->go_on(); });
}

void Session::go_on() {
  if (!open_ || !request_) return;
  if (next_ == request_->statements.size()) {
    if (request_->commits) server_.data().commit(transaction_);
    return finish({});
  }
  if (!request_->statements[next_](server_.data(), transaction_)) {
    if (std::exchange(waiting_, true)) return;
    server_.scheduler().after(kLockTimeout, [self = shared_from_this(), wait = ++waits_] {
      if (self->waiting_ && self->waits_ == wait) self->finish("canceling statement due to lock timeout");
    });
    return;
  }
  waiting_ = false;
  bool const last = ++next_ == request_->statements.size();
  auto const time = last && request_->commits ? server_.flush() : server_.execution();
  server_.scheduler().after(time, [self = shared_from_this()] { self->go_on(); });
}

void Session::try_again() {
  if (waiting_) go_on();
}

void Session::finish(std::string fault) {
  waiting_ = false;
  auto const request = std::exchange(request_, nullptr);
  request->fault = std::move(fault);
  if (!request->fault.empty()) server_.data().roll_back(transaction_);
  request->answered();
  if (hung_up_) return end();
  if (!request->commits) watch_idleness();
}

// idle_in_transaction_session_timeout
void Session::watch_idleness() {
  server_.scheduler().after(idle_, [self = shared_from_this(), taken = taken_] {
    if (!self->open_ || self->taken_ != taken) return;
    self->end();
    if (self->server_.wire(self->node_) == DatabaseServer::Wire::fine) self->server_.ended(self->node_);
  });
}

void Session::hang_up() {
  hung_up_ = true;
  if (!request_) end();
}

void Session::end() {
  if (!std::exchange(open_, false)) return;
  waiting_ = false;
  if (auto const request = std::exchange(request_, nullptr)) reset(*request);
  server_.data().roll_back(transaction_);
}

DatabaseServer::DatabaseServer(Scheduler& scheduler, Chance& chance, Witness& witness, int nodes)
    : scheduler_(scheduler), chance_(chance), data_(chance, witness), wires_(static_cast<std::size_t>(nodes)) {
  data_.unlocked = [this] {
    scheduler_.after(0, [this] {
      auto const sessions = sessions_;
      for (auto const& session : sessions) session->try_again();
    });
  };
}

Time DatabaseServer::execution() { return chance_.between(20, 200); }

// Sometimes a disk is slow.
Time DatabaseServer::flush() {
  return chance_.one_in(200) ? chance_.between(20, 300) * kMs : chance_.between(300, 3000);
}

void DatabaseServer::send(int node, std::function<void()> message) {
  scheduler_.after(chance_.between(100, 1000),
                   [this, node, message = std::move(message)]() mutable { arrive(node, std::move(message)); });
}

void DatabaseServer::arrive(int node, std::function<void()> message) {
  auto& wire = wires_[static_cast<std::size_t>(node)];
  if (wire.state == Wire::fine) message();
  if (wire.state == Wire::stalled) wire.held.push_back(std::move(message));
}

void DatabaseServer::set_wire(int node, Wire state) {
  auto& changed = wires_[static_cast<std::size_t>(node)];
  changed.state = state;
  auto const held = std::exchange(changed.held, {});
  if (state == Wire::fine)
    for (auto const& message : held) message();
  auto const session = session_of(node);
  if (!session || state == Wire::fine) return;
  if (state == Wire::cut) {
    session->hang_up();
    return ended(node);
  }
  scheduler_.after(kGivenUp, [this, node, session] {
    if (wire(node) == Wire::stalled) session->hang_up();
  });
}

void DatabaseServer::go_down() {
  up_ = false;
  auto const sessions = std::exchange(sessions_, {});
  for (auto const& session : sessions) session->end();
  for (auto const& session : sessions)
    if (wire(session->node()) == Wire::fine) ended(session->node());
}

std::shared_ptr<Session> DatabaseServer::session_of(int node) const {
  for (auto const& session : sessions_)
    if (session->node() == node && session->is_open()) return session;
  return nullptr;
}

void DatabaseServer::connect(int node, Time idle, bool waits, std::function<void(std::shared_ptr<Session>)> done) {
  if (wire(node) == Wire::cut) return scheduler_.after(kMs, [done = std::move(done)] { done(nullptr); });
  send(node,
       [this, node, idle, waits, done = std::move(done)]() mutable { open(node, idle, waits, 0, std::move(done)); });
}

void DatabaseServer::open(int node, Time idle, bool waits, int tries,
                          std::function<void(std::shared_ptr<Session>)> done) {
  std::erase_if(sessions_, [](auto const& session) { return !session->is_open(); });
  auto const before = session_of(node);
  std::shared_ptr<Session> session;
  if (before && waits && up_ && tries < kLooks)
    return scheduler_.after(kLookAgain, [this, node, idle, waits, tries, done = std::move(done)]() mutable {
      open(node, idle, waits, tries + 1, std::move(done));
    });
  if (before && !waits) before->end();
  if (up_ && (!before || !waits)) sessions_.push_back(session = std::make_shared<Session>(*this, node, idle));
  send(node, [done = std::move(done), session] { done(session); });
}

}  // namespace engawa::simulation
