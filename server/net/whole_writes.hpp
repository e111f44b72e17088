// A socket on which every write is completed before the next begins: those of a connection's frames, which already have
// their headers, and Beast's own (the answer to an upgrade, pings, pongs, closes). So no frame is ever interrupted by
// another. The layer below Beast's websocket::stream.
//
// Reading has a rate limit below the frames, because Beast consumes control frames, empty parts of messages and data
// after a close without passing them on. Data beyond the limit stays unread in the sender's own buffers.
//
// Its owner's thread only. At most two writes may be in progress at a time: one of the owner's and one of Beast's.
// Their buffers must stay valid until they are done, and their handlers must keep this object alive.
#pragma once
#include <array>
#include <boost/asio/async_result.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <memory>
#include <utility>

#include "base/expect.hpp"
#include "server/ops/metrics.hpp"
#include "server/ops/token_bucket.hpp"

namespace engawa::server {

class WholeWrites {
 public:
  using Socket =
      boost::asio::basic_stream_socket<boost::asio::generic::stream_protocol, boost::asio::io_context::executor_type>;
  using executor_type = Socket::executor_type;
  using Error = boost::system::error_code;

  // `reading`: a limit of bytes. REQUIRES: `delayed`, which counts the pauses, outlives this.
  WholeWrites(Socket socket, Rate reading, Metrics::Counter& delayed)
      : socket_(std::move(socket)), reading_(reading), delayed_(delayed) {}

  executor_type get_executor() noexcept { return socket_.get_executor(); }
  Socket& socket() { return socket_; }

  // Delayed while more than the limit has been read.
  template <class Buffers, class Handler>
  auto async_read_some(Buffers const& buffers, Handler&& handler) {
    return boost::asio::async_initiate<Handler, void(Error, std::size_t)>(
        [this](auto given, Buffers const& bytes) {
          auto const wait = reading_.wait(now());
          if (wait == 0) return read(bytes, std::move(given));
          count(delayed_);
          if (!pause_) pause_ = std::make_unique<boost::asio::steady_timer>(socket_.get_executor());
          pause_->expires_after(std::chrono::milliseconds(wait));
          pause_->async_wait([this, bytes, done = std::move(given)](Error) mutable { read(bytes, std::move(done)); });
        },
        handler, buffers);
  }

  // Takes more from the limit than the bytes alone.
  void charge_reading(double bytes) { reading_.charge(now(), bytes); }

  // Shuts down the sending direction, and drops all input until the other end does the same.
  template <class Handler>
  void async_end(Handler handler) {
    Error ignored;
    socket_.shutdown(Socket::shutdown_send, ignored);
    drop_input(std::move(handler));
  }

  // Also while a read is waiting, which then fails.
  void close() {
    Error ignored;
    socket_.close(ignored);
    if (pause_) pause_->cancel();
  }

  // Writes what the socket accepts at once, and returns the number of bytes; 0 while another write is in progress.
  // REQUIRES: the socket is non-blocking.
  template <class Buffers>
  std::size_t write_now(Buffers const& buffers) {
    EXPECT(socket_.non_blocking() || !socket_.is_open());
    if (writing_) return 0;
    Error full_or_broken;  // the next asynchronous call reports it again
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
          // Rare: Beast and the owner write at the same time.
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

  static std::int64_t now() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }

  template <class Buffers, class Handler>
  void read(Buffers const& bytes, Handler handler) {
    socket_.async_read_some(bytes, [this, done = std::move(handler)](Error error, std::size_t size) mutable {
      reading_.charge(now(), static_cast<double>(size));
      std::move(done)(error, size);
    });
  }

  template <class Handler>
  void drop_input(Handler handler) {
    static thread_local std::array<char, 1024> dropped;
    async_read_some(boost::asio::buffer(dropped), [this, done = std::move(handler)](Error error, std::size_t) mutable {
      if (!error) return drop_input(std::move(done));
      std::move(done)(error == boost::asio::error::eof ? Error() : error);
    });
  }

  Socket socket_;
  TokenBucket reading_;
  Metrics::Counter& delayed_;
  std::unique_ptr<boost::asio::steady_timer> pause_;  // created by the first pause
  bool writing_ = false;
  std::unique_ptr<Waiting> waiting_;
};

}  // namespace engawa::server
