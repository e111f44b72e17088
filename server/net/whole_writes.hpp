// A socket whose writes are whole and one after the other, whoever makes them: the frames of a connection, which leave
// with their headers already written, and what Beast writes by itself (the answer to an upgrade, pings, pongs, closes).
// So no frame is ever torn by another. The layer below Beast's websocket::stream.
//
// Its owner's thread only. At most two writes may be under way at a time: one of the owner's and one of Beast's. Their
// buffers must stay valid until they are done, and their handlers must keep this alive.
#pragma once
#include <boost/asio/async_result.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <memory>
#include <utility>

namespace engawa::server {

class WholeWrites {
 public:
  using Socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, boost::asio::io_context::executor_type>;
  using executor_type = Socket::executor_type;
  using Error = boost::system::error_code;

  explicit WholeWrites(Socket socket) : socket_(std::move(socket)) {}

  executor_type get_executor() noexcept { return socket_.get_executor(); }
  Socket& socket() { return socket_; }

  template <class Buffers, class Handler>
  auto async_read_some(Buffers const& buffers, Handler&& handler) {
    return socket_.async_read_some(buffers, std::forward<Handler>(handler));
  }

  // Writes what the socket takes at once, and returns how many bytes; nothing while another write is under way.
  // REQUIRES: the socket is non-blocking.
  template <class Buffers>
  std::size_t write_now(Buffers const& buffers) {
    if (writing_) return 0;
    Error full_or_broken;  // the next asynchronous call finds it again
    auto const first = buffers.begin();
    if (buffers.end() - first == 1) return socket_.write_some(*first, full_or_broken);  // a cheaper call of the kernel
    return socket_.write_some(buffers, full_or_broken);
  }

  // Writes everything.
  template <class Buffers, class Handler>
  auto async_write_some(Buffers const& buffers, Handler&& handler) {
    return boost::asio::async_initiate<Handler, void(Error, std::size_t)>(
        [this](auto given, Buffers const& bytes) {
          if (!writing_) return begin(bytes, std::move(given));
          // Hardly ever: Beast and the owner write at the same time.
          waiting_ = std::make_unique<WaitingWrite<Buffers, decltype(given)>>(bytes, std::move(given));
        },
        handler, buffers);
  }

 private:
  struct Waiting {
    virtual ~Waiting() = default;
    virtual void begin(WholeWrites& stream) = 0;
  };
  template <class Buffers, class Handler>
  struct WaitingWrite final : Waiting {
    WaitingWrite(Buffers const& given_bytes, Handler given) : bytes(given_bytes), handler(std::move(given)) {}
    void begin(WholeWrites& stream) override { stream.begin(bytes, std::move(handler)); }
    Buffers bytes;
    Handler handler;
  };

  template <class Buffers, class Handler>
  void begin(Buffers const& bytes, Handler handler) {
    writing_ = true;
    boost::asio::async_write(socket_, bytes, [this, done = std::move(handler)](Error error, std::size_t size) mutable {
      writing_ = false;
      if (auto const next = std::exchange(waiting_, nullptr)) next->begin(*this);
      std::move(done)(error, size);
    });
  }

  Socket socket_;
  bool writing_ = false;
  std::unique_ptr<Waiting> waiting_;
};

}  // namespace engawa::server
