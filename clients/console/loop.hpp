// The one thread that everything in this program runs on: an event loop with timers, readable files and signals. It
// hides Asio, so that only three .cpp files have to compile it. Not thread-safe; handlers never run inside the call
// that registers them. A handler may destroy the object it belongs to.
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
  // Calls `handler` with the signal's number for each of these signals from now on.
  void on_signals(std::initializer_list<int> signals, std::function<void(int)> handler);

  boost::asio::io_context& context();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Calls back once, later. Starting it again or destroying it cancels the pending call.
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

// Reports when a file descriptor has something to read (or is at its end). It does not own the descriptor and never
// makes it non-blocking, because that flag of a terminal is shared by our stdin, our stdout and the shell. Files that
// cannot be polled (regular files, /dev/null) are always readable.
class Readable {
 public:
  Readable(Loop& loop, int descriptor);
  ~Readable();
  // Each wait() calls `handler` once.
  void wait(Handler handler);

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace engawa::cli
