// A recursive computation that can be paused at every call: a coroutine that awaits its recursive calls. A Track runs
// the innermost call; between two resumptions the whole computation is in its frames, on the heap, and may be continued
// by another thread or destroyed.
//
// Each call costs one allocation, so calls should take at least some microseconds; a shorter computation returns its
// answer directly.
#pragma once
#include <coroutine>
#include <utility>

#include "base/expect.hpp"

namespace engawa::games::reversi::duel {

// The innermost unfinished call; none: the computation is complete.
struct Track {
  std::coroutine_handle<> current;
};

class Task {
 public:
  struct promise_type {
    std::coroutine_handle<> caller;
    Track* track = nullptr;
    int value = 0;

    Task get_return_object() { return Task(Handle::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    // Returns to the caller through the track, not by a call, so that the stack stays flat in every build.
    struct Return {
      bool await_ready() noexcept { return false; }
      void await_suspend(std::coroutine_handle<promise_type> done) noexcept {
        done.promise().track->current = done.promise().caller;
      }
      void await_resume() noexcept {}
    };
    Return final_suspend() noexcept { return {}; }
    void return_value(int result) { value = result; }
    void unhandled_exception() { throw; }
  };
  using Handle = std::coroutine_handle<promise_type>;

  // An answer that is already known.
  explicit Task(int value) : value_(value) {}
  Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)), value_(other.value_) {}
  Task& operator=(Task&&) = delete;
  ~Task() {
    if (handle_) handle_.destroy();
  }

  // Begins on a free track.
  void begin(Track& track) {
    EXPECT(handle_ && !track.current);
    handle_.promise().track = &track;
    track.current = handle_;
  }

  bool await_ready() const { return !handle_; }
  void await_suspend(Handle caller) {
    auto& promise = handle_.promise();
    promise.caller = caller;
    promise.track = caller.promise().track;
    promise.track->current = handle_;
  }
  int await_resume() const { return handle_ ? handle_.promise().value : value_; }

 private:
  explicit Task(Handle handle) : handle_(handle) {}

  Handle handle_;
  int value_ = 0;
};

}  // namespace engawa::games::reversi::duel
