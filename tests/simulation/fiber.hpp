// A function with a stack of its own, which may pause in the middle: what is a thread in the server, as the scheduler runs it.
#pragma once
#include <ucontext.h>

#include <functional>
#include <memory>

namespace engawa::simulation {

class Fiber {
 public:
  // Thrown out of pause() when the fiber's node has died. It is no std::exception: nobody catches it on the way.
  struct Killed {};

  explicit Fiber(std::function<void()> body);
  // Ends the body by Killed, where it pauses.
  ~Fiber();
  Fiber(Fiber const&) = delete;
  Fiber& operator=(Fiber const&) = delete;

  // Until it pauses or ends. REQUIRES: no fiber is running.
  void resume();
  bool is_over() const { return over_; }
  // Throws what the body threw.
  void rethrow() const {
    if (fault_) std::rethrow_exception(fault_);
  }
  // Inside of the body.
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
