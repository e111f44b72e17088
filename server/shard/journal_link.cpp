#include "server/shard/journal_link.hpp"

#include <boost/asio/bind_allocator.hpp>
#include <boost/asio/post.hpp>
#include <cstddef>
#include <new>
#include <utility>

#include "server/ops/fail_point.hpp"

namespace engawa::server {

struct JournalLink::PostMemory {
  // A handler that never runs may outlive the link, so it shares ownership of the memory that contains it.
  template <class T>
  struct Allocator {
    using value_type = T;
    std::shared_ptr<PostMemory> memory;

    explicit Allocator(std::shared_ptr<PostMemory> shared) : memory(std::move(shared)) {}
    template <class Other>
    Allocator(Allocator<Other> const& other) : memory(other.memory) {}
    T* allocate(std::size_t count) {
      static_assert(sizeof(T) <= sizeof bytes && alignof(T) <= alignof(std::max_align_t));
      if (count != 1) throw std::bad_alloc();
      return reinterpret_cast<T*>(memory->bytes);
    }
    void deallocate(T*, std::size_t) {}
    template <class Other>
    bool operator==(Allocator<Other> const& other) const {
      return memory == other.memory;
    }
  };

  alignas(std::max_align_t) std::byte bytes[256];
};

JournalLink::JournalLink(boost::asio::io_context& io, std::unique_ptr<Journal> const& journal, Tell tell)
    : io_(io), journal_(journal), tell_(std::move(tell)), post_memory_(std::make_shared<PostMemory>()) {}

// Handlers that are ready now, and may also append, are in the loop's queue before the one posted here.
void JournalLink::add(Journal::Append append, std::string_view input) {
  if (inputs_.appends.empty()) boost::asio::post(io_, [this] { hand_over(); });
  inputs_.add(std::move(append), input);
}

void JournalLink::run(Journal::Task task) {
  hand_over();
  journal_->run(std::move(task));
}

void JournalLink::hand_over() {
  if (inputs_.appends.empty()) return;
  fail_point::hit("journal.hand_over");
  journal_->enqueue(inputs_);
  inputs_.clear();
}

void JournalLink::report(std::vector<Journal::Outcome> const& outcomes) {
  bool first = false;
  {
    std::lock_guard const lock(reports_mutex_);
    first = reports_.empty();
    reports_.insert(reports_.end(), outcomes.begin(), outcomes.end());
  }
  if (!first) return;
  PostMemory::Allocator<void*> const here(post_memory_);
  boost::asio::post(io_, boost::asio::bind_allocator(here, [this] { take_reports(); }));
}

// Asio no longer uses the handler's memory.
void JournalLink::take_reports() {
  {
    std::lock_guard const lock(reports_mutex_);
    std::swap(reports_, taken_);
  }
  tell_(taken_);
  taken_.clear();
}

}  // namespace engawa::server
