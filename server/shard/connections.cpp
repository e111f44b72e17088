#include "server/shard/connections.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <utility>

#include "server/ops/fail_point.hpp"

namespace engawa::server {

template <class Function>
void Connections::for_each(Function const& function) {
  auto const all = all_;
  for (auto* connection : all)
    if (all_.contains(connection)) function(*connection);
}

void Connections::remove(ShardConnection& connection) {
  all_.erase(&connection);
  for (auto* list : {&unflushed_, &flushing_}) std::replace(list->begin(), list->end(), &connection, {});
  if (all_.empty() && on_empty_) std::exchange(on_empty_, {})();
}

void Connections::tick(std::int64_t now) {
  for_each([now](ShardConnection& connection) { connection.on_tick(now); });
}

void Connections::flush_soon(ShardConnection& connection) {
  if (unflushed_.empty() && !working_) boost::asio::post(io_, [this] { flush(); });
  unflushed_.push_back(&connection);
}

void Connections::flush() {
  std::swap(unflushed_, flushing_);
  for (auto const& connection : flushing_)
    if (connection) connection->flush();  // this may end other connections
  flushing_.clear();
}

void Connections::leave_dead_nodes(std::unordered_set<std::string> const& living) {
  if (fail_point::on("bug.late_splice")) return;
  std::vector<ShardConnection*> dead;
  for (auto* connection : all_)
    if (auto const node = connection->node(); !node.empty() && !living.contains(std::string(node)))
      dead.push_back(connection);
  for (auto* connection : dead)
    if (all_.contains(connection)) connection->drop();  // no answer will come from that node
}

void Connections::turn_out_banned() {
  for_each([](ShardConnection& connection) { connection.turn_out_banned(); });
}

std::vector<ShardConnection::Here> Connections::here() const {
  std::vector<ShardConnection::Here> all;
  for (auto const* connection : all_)
    if (auto one = connection->here()) all.push_back(std::move(*one));
  return all;
}

void Connections::close() {
  for_each([](ShardConnection& connection) { connection.go_away(); });
}

void Connections::drop() {
  for_each([](ShardConnection& connection) { connection.drop(); });
}

void Connections::when_empty(std::function<void()> done) {
  if (all_.empty()) return done();
  on_empty_ = std::move(done);
}

}  // namespace engawa::server
