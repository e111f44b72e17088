// A function with its own stack, which may pause in the middle: it stands for a thread of the server, run by the
// scheduler.
#pragma once
#include <ucontext.h>

#include <functional>
#include <memory>

namespace engawa::simulation {

class Fiber {
 public:
  // Thrown out of pause() when the fiber's node has died. It is not a std::exception, so that nothing catches it on the
  // way.
  struct Killed {};

  explicit Fiber(std::function<void()> body);
  // Ends the body with Killed, where it pauses.
  ~Fiber();
  Fiber(Fiber const&) = delete;
  Fiber& operator=(Fiber const&) = delete;

  // Runs it until it pauses or ends. REQUIRES: no fiber is running.
  void resume();
  bool is_over() const { return over_; }
  // Rethrows the body's exception.
  void rethrow() const {
    if (fault_) std::rethrow_exception(fault_);
  }
  // Called inside the body.
  void pause();

 private:
  static void enter();
  void run();

  std::function<void()> body_;
  std::unique_ptr<char[]> stack_;
  ucontext_t own_{}, outer_{};
  bool begun_ = false, over_ = false, killed_ = false;
  std::exception_ptr fault_;
};

}  // namespace engawa::simulation
