// A byte stream to a server, plain or with TLS, as one type for http.cpp and websocket.cpp, so that the code on top of
// it is compiled once. Runs on its io_context; handlers keep their owner alive. (No Beast here: it stays in source
// files.)
#pragma once
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clients/cli/net/address.hpp"
#include "clients/console/loop.hpp"

namespace engawa::cli {

class Stream {
 public:
  using Socket = boost::asio::ip::tcp::socket;
  using executor_type = Socket::executor_type;
  using next_layer_type = Socket;

  // The result of opening it. `failure`: why TLS could not be set up.
  struct Opening {
    boost::system::error_code error;
    std::optional<Failure> failure;
  };

  explicit Stream(boost::asio::io_context& context) : resolver_(context), socket_(context), timer_(context) {}
  ~Stream() { close(); }
  Stream(Stream const&) = delete;

  // Resolves the name, connects, and sets up TLS if the address asks for it, each within `limit`. Calls `done` once.
  void open(Address const& address, Millis limit, std::function<void(Opening const&)> done);
  bool connected() const { return connected_; }  // a server answered
  bool timed_out() const { return timed_out_; }
  // Of the host, as far as its name could be looked up.
  std::vector<std::string> const& addresses() const { return addresses_; }
  // How long the server's certificate is still valid, rounded down; nullopt: no TLS.
  std::optional<int> certificate_days();

  // From now on, operations that take longer than `limit` fails; then timed_out() is true.
  void expires_after(Millis limit);
  void expires_never();
  void close();

  // An AsyncStream as in Asio and Beast.
  executor_type get_executor() { return socket_.get_executor(); }
  next_layer_type& next_layer() { return socket_; }
  next_layer_type const& next_layer() const { return socket_; }
  template <class Buffers, class Done>
  void async_read_some(Buffers const& buffers, Done&& done) {
    if (tls_) return tls_->async_read_some(buffers, std::forward<Done>(done));
    socket_.async_read_some(buffers, std::forward<Done>(done));
  }
  template <class Buffers, class Done>
  void async_write_some(Buffers const& buffers, Done&& done) {
    if (tls_) return tls_->async_write_some(buffers, std::forward<Done>(done));
    socket_.async_write_some(buffers, std::forward<Done>(done));
  }

 private:
  using Done = std::function<void(Opening const&)>;
  void secure(Address const& address, Millis limit, Done const& done);

  boost::asio::ip::tcp::resolver resolver_;
  Socket socket_;
  std::optional<boost::asio::ssl::stream<Socket&>> tls_;
  boost::asio::steady_timer timer_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  // a timer that has fired must not outlive this object
  std::vector<std::string> addresses_;
  unsigned limits_ = 0;  // a cancelled limit must not fire if its call is already posted
  bool connected_ = false;
  bool timed_out_ = false;
};

}  // namespace engawa::cli
