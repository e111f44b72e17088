// The one thread that everything in this program runs on: an event loop with timers, readable files and signals.
// It hides Asio, so that only three .cpp files pay for it. Not thread-safe; handlers never run inside the call that
// registers them. A handler may destroy the object it belongs to.
#pragma once
#include <chrono>
#include <functional>
#include <initializer_list>
#include <memory>

namespace boost::asio {
class io_context;
}

namespace engawa::cli {

using Handler = std::function<void()>;
using Millis = std::chrono::milliseconds;

class Loop {
 public:
  Loop();
  ~Loop();

  // Runs handlers until stop(). Returns the code that stop() was given. May be called again.
  int run();
  void stop(int code);
  void post(Handler handler);
  // Calls `handler` with the number of each of these signals from now on.
  void on_signals(std::initializer_list<int> signals, std::function<void(int)> handler);

  boost::asio::io_context& context();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Calls back once, later. Starting it again or destroying it forgets the pending call.
class Timer {
 public:
  explicit Timer(Loop& loop);
  ~Timer();
  void start(Millis delay, Handler handler);
  void cancel();

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

// Tells when a file descriptor has something to read (or its end). It does not own the descriptor and never makes it
// non-blocking: a terminal shares that flag between our stdin, our stdout and the shell. Files that cannot be polled
// (regular files, /dev/null) are always readable.
class Readable {
 public:
  Readable(Loop& loop, int descriptor);
  ~Readable();
  // One call of `handler` for one call of wait().
  void wait(Handler handler);

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace engawa::cli
