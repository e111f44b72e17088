#include "tests/simulation/fiber.hpp"

#include <cstddef>
#include <exception>
#include <utility>

namespace engawa::simulation {
namespace {

constexpr std::size_t kStack = 256 * 1024;
Fiber* entered = nullptr;

}  // namespace

Fiber::Fiber(std::function<void()> body)
    : body_(std::move(body)), stack_(std::make_unique_for_overwrite<char[]>(kStack)) {
  getcontext(&own_);
  own_.uc_stack.ss_sp = stack_.get();
  own_.uc_stack.ss_size = kStack;
  own_.uc_link = &outer_;
  makecontext(&own_, &Fiber::enter, 0);
}

Fiber::~Fiber() {
  killed_ = true;
  if (begun_ && !over_) resume();
}

void Fiber::enter() { entered->run(); }

void Fiber::run() {
  try {
    body_();
  } catch (Killed const&) {
  } catch (...) {
    fault_ = std::current_exception();
  }
  over_ = true;
}

void Fiber::resume() {
  begun_ = true;
  entered = this;
  swapcontext(&outer_, &own_);
}

void Fiber::pause() {
  swapcontext(&own_, &outer_);
  if (killed_) throw Killed();
}

}  // namespace engawa::simulation
