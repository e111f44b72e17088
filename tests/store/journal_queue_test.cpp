#include "server/store/journal_queue.hpp"

#include <string>
#include <vector>

#include "tests/catch.hpp"

using namespace engawa::server;

namespace {

using Time = JournalQueue::Steady::time_point;

JournalInputs inputs_of(std::vector<std::string> const& texts) {
  JournalInputs inputs;
  for (auto const& text : texts) {
    JournalAppend append;
    append.code = "ROOM";
    append.seq = inputs.appends.size() + 1;
    inputs.add(append, text);
  }
  return inputs;
}

JournalTask task_of(std::string takes, bool hurries = false) { return {{}, {}, std::move(takes), hurries}; }

// What one batch gets: the inputs' texts, and what the tasks take.
struct Batch {
  std::vector<std::string> inputs, tasks;
  Time since{};
  explicit Batch(JournalQueue& queue) {
    JournalInputs taken;
    std::vector<JournalTask> work;
    since = queue.take(taken, work);
    for (auto const [append, input] : taken) inputs.emplace_back(input);
    for (auto const& task : work) tasks.push_back(task.takes);
  }
};

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a batch of the journal has all inputs, in order, and the tasks behind them", "[queue]") {
  JournalQueue queue;
  CHECK(queue.idle());
  queue.put(inputs_of({"a", "", "bc"}));
  queue.put(task_of("A"));
  queue.put(inputs_of({"d"}));
  queue.put(task_of("B"));
  queue.put(task_of("first", true));
  CHECK(queue.size() == 7);
  CHECK_FALSE(queue.idle());
  Batch const batch(queue);
  CHECK(batch.inputs == Texts{"a", "", "bc", "d"});
  CHECK(batch.tasks == Texts{"first", "A", "B"});
  CHECK(batch.since > Time{});
  CHECK(queue.idle());
}

TEST_CASE("many tasks are several batches, so that an input does not wait for all of them", "[queue]") {
  JournalQueue queue;
  for (int i = 0; i < 70; ++i) queue.put(task_of(std::to_string(i)));
  Batch const first(queue);
  queue.put(inputs_of({"a"}));
  Batch const second(queue), third(queue);
  CHECK(first.tasks.size() == 32);
  CHECK(second.inputs == Texts{"a"});
  CHECK(second.tasks.size() == 32);
  CHECK(second.tasks.front() == "32");
  CHECK(second.since >= first.since);
  CHECK(third.inputs.empty());
  CHECK(third.tasks == Texts{"64", "65", "66", "67", "68", "69"});
}

TEST_CASE("whoever waits for the journal's queue goes on at the time, or at once if there is something", "[queue]") {
  JournalQueue queue;
  CHECK(queue.wait(Time::min()));
  queue.put(inputs_of({"a"}));
  CHECK(queue.wait(Time::max()));
}

TEST_CASE("a queue that was stopped gives what it still has", "[queue]") {
  JournalQueue queue;
  queue.put(task_of("last"));
  queue.stop();
  CHECK_FALSE(queue.idle());
  CHECK(queue.wait(Time::max()));
  CHECK(Batch(queue).tasks == Texts{"last"});
  CHECK_FALSE(queue.wait(Time::max()));
}
