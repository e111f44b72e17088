#include "clients/console/loop.hpp"

#include <sys/epoll.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

namespace engawa::cli {

namespace asio = boost::asio;
using boost::system::error_code;

struct Loop::Impl {
  asio::io_context context{1};
  asio::executor_work_guard<asio::io_context::executor_type> guard = asio::make_work_guard(context);
  asio::signal_set signals{context};
  std::function<void(int)> on_signal;
  int code = 0;

  void await_signal() {
    signals.async_wait([this](error_code error, int number) {
      if (error) return;
      await_signal();
      on_signal(number);
    });
  }
};

Loop::Loop() : impl_(std::make_unique<Impl>()) {}
Loop::~Loop() = default;

int Loop::run() {
  impl_->context.run();
  impl_->context.restart();
  return impl_->code;
}

void Loop::stop(int code) {
  impl_->code = code;
  impl_->context.stop();
}

void Loop::post(Handler handler) { asio::post(impl_->context, std::move(handler)); }

void Loop::on_signals(std::initializer_list<int> signals, std::function<void(int)> handler) {
  for (int const number : signals) impl_->signals.add(number);
  bool const first = !std::exchange(impl_->on_signal, std::move(handler));
  if (first) impl_->await_signal();
}

asio::io_context& Loop::context() { return impl_->context; }

struct Timer::Impl {
  explicit Impl(Loop& loop) : timer(loop.context()) {}
  asio::steady_timer timer;
  unsigned generation = 0;  // a call that is already posted when it is cancelled must not arrive
};

Timer::Timer(Loop& loop) : impl_(std::make_shared<Impl>(loop)) {}
Timer::~Timer() { cancel(); }

void Timer::start(Millis delay, Handler handler) {
  cancel();
  impl_->timer.expires_after(delay);
  impl_->timer.async_wait([impl = impl_, mine = impl_->generation, handler = std::move(handler)](error_code error) {
    if (!error && impl->generation == mine) handler();
  });
}

void Timer::cancel() {
  ++impl_->generation;
  impl_->timer.cancel();
}

// Asio makes every descriptor that it waits for non-blocking. So it gets an epoll descriptor that watches the file for
// us.
struct Readable::Impl {
  Impl(Loop& owner, int file) : loop(owner), events(owner.context(), ::epoll_create1(EPOLL_CLOEXEC)) {
    epoll_event event{};
    event.events = EPOLLIN;
    pollable = ::epoll_ctl(events.native_handle(), EPOLL_CTL_ADD, file, &event) == 0;  // epoll refuses regular files
  }
  Loop& loop;
  asio::posix::stream_descriptor events;
  bool pollable = false;
  bool gone = false;
};

Readable::Readable(Loop& loop, int descriptor) : impl_(std::make_shared<Impl>(loop, descriptor)) {}

Readable::~Readable() {
  impl_->gone = true;
  error_code ignored;
  impl_->events.close(ignored);
}

void Readable::wait(Handler handler) {
  auto call = [impl = impl_, handler = std::move(handler)](error_code error) {
    if (!impl->gone && !error) handler();
  };
  if (impl_->pollable) return impl_->events.async_wait(asio::posix::stream_descriptor::wait_read, std::move(call));
  impl_->loop.post([call = std::move(call)] { call({}); });
}

}  // namespace engawa::cli
