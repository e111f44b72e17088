// Coroutines on a shard's thread, for sequences of reads and writes such as the handshake of a link.
#pragma once
#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>

namespace engawa::server {

using ShardExecutor = boost::asio::io_context::executor_type;
using ShardTimer =
    boost::asio::basic_waitable_timer<std::chrono::steady_clock, boost::asio::wait_traits<std::chrono::steady_clock>,
                                      ShardExecutor>;
template <class Value = void>
using Task = boost::asio::awaitable<Value, ShardExecutor>;

// co_await asynchronous(..., into(error)): a failure is stored in `error`, and nothing is thrown.
inline auto into(boost::system::error_code& error) {
  return boost::asio::redirect_error(boost::asio::use_awaitable_t<ShardExecutor>(), error);
}

}  // namespace engawa::server
