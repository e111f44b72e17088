// Passes objects from any thread to waiting threads without a lock: a sender never waits for a lower-priority thread
// that was interrupted while it was receiving.
//
// A compare-and-exchange stack that is always emptied as a whole (which avoids the ABA problem), and a POSIX semaphore,
// whose post takes no lock either.
#pragma once
#include <semaphore.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <memory>

namespace engawa::server {

// T has a member `T* next`, which belongs to the mailbox while the object is in it.
template <class T>
class Mailbox {
 public:
  Mailbox() { ::sem_init(&tokens_, 0, 0); }
  ~Mailbox() {
    take_all([](std::unique_ptr<T>) {});
    ::sem_destroy(&tokens_);
  }
  Mailbox(Mailbox const&) = delete;
  Mailbox& operator=(Mailbox const&) = delete;

  // Any thread.
  void put(std::unique_ptr<T> item) {
    item->next = newest_.load(std::memory_order_relaxed);
    while (!newest_.compare_exchange_weak(item->next, item.get(), std::memory_order_release, std::memory_order_relaxed))
      continue;
    item.release();
    wake();
  }
  // Wakes one wait().
  void wake() { ::sem_post(&tokens_); }
  // Returns once for each put() and wake().
  void wait() {
    while (::sem_wait(&tokens_) != 0) continue;  // interrupted by a signal
  }
  // The same with a time limit.
  void wait_for(std::chrono::milliseconds most) {
    timespec end{};
    ::clock_gettime(CLOCK_MONOTONIC, &end);
    auto const nanoseconds = end.tv_nsec + most.count() * 1'000'000;
    end.tv_sec += nanoseconds / 1'000'000'000;
    end.tv_nsec = nanoseconds % 1'000'000'000;
    while (::sem_clockwait(&tokens_, CLOCK_MONOTONIC, &end) != 0 && errno == EINTR) continue;
  }
  // Calls use(std::unique_ptr<T>) for all objects, in order.
  template <class Use>
  void take_all(Use const& use) {
    T* oldest = nullptr;
    for (auto* item = newest_.exchange(nullptr, std::memory_order_acquire); item;) {
      auto* const older = item->next;
      item->next = oldest;
      oldest = item;
      item = older;
    }
    while (oldest) {
      std::unique_ptr<T> item(oldest);
      oldest = item->next;
      use(std::move(item));
    }
  }

 private:
  std::atomic<T*> newest_{nullptr};
  sem_t tokens_;
};

}  // namespace engawa::server
