#include "server/store/journal_queue.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/expect.hpp"

namespace engawa::server {
namespace {

constexpr std::size_t kTasks = 32;           // tasks in a batch: an input waits at most for as many room reads
constexpr std::size_t kKeptBytes = 1 << 20;  // inputs: a larger queue gives its memory back

}  // namespace

void JournalInputs::add(JournalAppend append, std::string_view input) {
  append.bytes = input.size();
  appends.push_back(std::move(append));
  text += input;
}

void JournalInputs::clear() {
  if (text.capacity() > kKeptBytes) *this = {};
  appends.clear();
  text.clear();
}

void JournalQueue::put(JournalInputs const& inputs) {
  bool first = false;
  {
    std::lock_guard const lock(mutex_);
    first = inputs_.appends.empty();
    if (empty()) since_ = Steady::now();
    inputs_.appends.insert(inputs_.appends.end(), inputs.appends.begin(), inputs.appends.end());
    inputs_.text += inputs.text;
  }
  if (first) ready_.notify_one();  // later ones join the batch
}

void JournalQueue::put(JournalTask task) {
  {
    std::lock_guard const lock(mutex_);
    if (empty()) since_ = Steady::now();
    if (task.hurries)
      tasks_.push_front(std::move(task));
    else
      tasks_.push_back(std::move(task));
  }
  ready_.notify_one();
}

void JournalQueue::stop() {
  {
    std::lock_guard const lock(mutex_);
    stopping_ = true;
  }
  ready_.notify_one();
}

bool JournalQueue::wait(Steady::time_point until) {
  std::unique_lock lock(mutex_);
  (void)ready_.wait_until(lock, until, [&] { return stopping_ || !empty(); });
  return !stopping_ || !empty();
}

JournalQueue::Steady::time_point JournalQueue::take(JournalInputs& inputs, std::vector<JournalTask>& tasks) {
  EXPECT(inputs.appends.empty() && inputs.text.empty());
  std::lock_guard const lock(mutex_);
  std::swap(inputs, inputs_);
  auto const end = tasks_.begin() + static_cast<std::ptrdiff_t>(std::min(tasks_.size(), kTasks));
  std::move(tasks_.begin(), end, std::back_inserter(tasks));
  tasks_.erase(tasks_.begin(), end);
  auto const since = since_;
  if (!tasks_.empty()) since_ = Steady::now();
  return since;
}

bool JournalQueue::idle() const {
  std::lock_guard const lock(mutex_);
  return empty() && !stopping_;
}

std::size_t JournalQueue::size() const {
  std::lock_guard const lock(mutex_);
  return inputs_.appends.size() + tasks_.size();
}

}  // namespace engawa::server
