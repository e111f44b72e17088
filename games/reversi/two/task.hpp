// A recursive computation that can be paused at every call: a coroutine that awaits its recursive calls. A Track runs
// the innermost call; between two resumptions the whole computation rests in its frames, on the heap, and may be
// continued by another thread or destroyed.
//
// One allocation for a call, so calls should be worth at least some microseconds: what is shorter answers at once.
#pragma once
#include <coroutine>
#include <utility>

#include "base/expect.hpp"

namespace engawa::games::reversi::duel {

// The innermost unfinished call; none: all is done.
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
    // Back to the caller by way of the track, not by a call: the stack stays flat in every build.
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

  // An answer that is there already.
  explicit Task(int value) : value_(value) {}
  Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)), value_(other.value_) {}
  Task& operator=(Task&&) = delete;
  ~Task() {
    if (handle_) handle_.destroy();
  }

  // Begins on a track that is free.
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
