// The pool on which bots think, with jobs that the test controls. Also runs with the thread sanitizer.
#include <algorithm>
#include <condition_variable>
#include <ctime>
#include <future>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "server/bots/bot_pool.hpp"
#include "tests/catch.hpp"

using namespace engawa;
using namespace engawa::server;
using namespace std::chrono_literals;

namespace {

using Clock = BotPool::Steady;
using NewThinker = Result<std::unique_ptr<games::Thinker>>;

// The events, in order. Any thread.
class Events {
 public:
  void add(std::string event) {
    {
      std::lock_guard const lock(mutex_);
      list_.push_back(std::move(event));
    }
    changed_.notify_all();
  }
  // The first `count` events, once there are that many.
  std::vector<std::string> wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return list_.size() >= count; });
    return list_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> list_;
};

// Calls `slice(thinking)` for each slice until it returns true. Its answer is the number of slices.
class Scripted final : public games::Thinker {
 public:
  using Slice = std::function<bool(games::Thinking&)>;
  explicit Scripted(Slice slice) : slice_(std::move(slice)) {}
  bool think(games::Thinking& thinking) override {
    ++slices_;
    return slice_(thinking);
  }
  Result<Json> answer() const override { return Json(slices_); }

 private:
  Slice slice_;
  int slices_ = 0;
};

bool until_paused(games::Thinking& thinking) {
  while (!thinking.pausing()) continue;
  return thinking.over();
}

struct Pool {
  explicit Pool(BotPool::Tuning const& tuning = {}) : pool(tuning, metrics) {}

  // The answer is the event "NAME=SLICES" or "NAME: CODE".
  BotPool::Job job(std::string const& name, std::chrono::milliseconds due, Scripted::Slice slice) {
    BotPool::Job made;
    made.begin = [slice = std::move(slice)](games::Thinking&) -> NewThinker {
      return std::make_unique<Scripted>(slice);
    };
    made.done = [this, name](Result<std::string> answer) {
      events.add(answer ? name + '=' + *answer : name + ": " + answer.error().code);
    };
    made.due = start + due;
    return made;
  }
  // A job whose slices are events too and end at once.
  BotPool::Job counted(std::string const& name, std::chrono::milliseconds due, int slices) {
    return job(name, due, [this, name, left = slices](games::Thinking&) mutable {
      events.add(name);
      return --left == 0;
    });
  }
  // Keeps a thread of the pool busy until it is released.
  std::promise<void> hold() {
    std::promise<void> let_go;
    auto const held = std::make_shared<std::promise<void>>();
    auto const begun = held->get_future();
    auto busy = job("held", 1h, [go = let_go.get_future().share(), held](games::Thinking&) {
      held->set_value();
      go.wait();
      return true;
    });
    busy.done = [](Result<std::string>) {};
    pool.submit(std::move(busy));
    begun.wait();
    return let_go;
  }

  Events events;
  Metrics metrics;
  Clock::time_point start = Clock::now();
  BotPool pool;
};

}  // namespace

TEST_CASE("what is due first goes on first, whenever it comes", "[pool]") {
  Pool test;
  auto let_go = test.hold();
  auto late = test.counted("late", 3h, 3);
  late.begin = [&](games::Thinking&) -> NewThinker {
    return std::make_unique<Scripted>([&, left = 3](games::Thinking&) mutable {
      if (left == 3) test.pool.submit(test.counted("sooner", 1h, 2));  // during the job
      test.events.add("late");
      return --left == 0;
    });
  };
  test.pool.submit(std::move(late));
  test.pool.submit(test.counted("early", 2h, 2));
  let_go.set_value();
  std::vector<std::string> slices;
  for (auto& event : test.events.wait_for(10))
    if (event.find('=') == event.npos) slices.push_back(event);
  CHECK(slices == std::vector<std::string>{"early", "early", "late", "sooner", "sooner", "late", "late"});
  CHECK(test.pool.queued() == 0);
}

TEST_CASE("of several that are due at once each has its turn", "[pool]") {
  Pool test;
  auto let_go = test.hold();
  for (auto const* name : {"a", "b", "c"}) test.pool.submit(test.counted(name, 1h, 2));
  let_go.set_value();
  std::vector<std::string> slices;
  for (auto& event : test.events.wait_for(9))
    if (event.find('=') == event.npos) slices.push_back(event);
  CHECK(slices == std::vector<std::string>{"a", "b", "c", "a", "b", "c"});
}

TEST_CASE("a thought is left when its slice is over, and taken up again", "[pool]") {
  Pool test;
  test.pool.submit(test.job(
      "long", 1h, [left = 5](games::Thinking& thinking) mutable { return until_paused(thinking) || --left == 0; }));
  CHECK(test.events.wait_for(1).front() == "long=5");
  CHECK(test.metrics.bot_slices == 5);
  CHECK(test.metrics.bot_nanoseconds >= 5'000'000);
}

TEST_CASE("what is cancelled is left at once, and nobody hears of it", "[pool]") {
  BotPool::Tuning endless;
  endless.slice = 1h;
  endless.budget = 1h;
  Pool test(endless);
  auto running = test.job("running", 1h, [&](games::Thinking& thinking) {
    test.events.add("thinks");
    return until_paused(thinking);
  });
  auto waiting = test.counted("waiting", 2h, 1);
  auto const first = running.stop, second = waiting.stop;
  test.pool.submit(std::move(running));
  test.events.wait_for(1);
  test.pool.submit(std::move(waiting));
  std::stop_source(second).request_stop();
  std::stop_source(first).request_stop();
  test.pool.submit(test.counted("last", 3h, 1));
  CHECK(test.events.wait_for(3) == std::vector<std::string>{"thinks", "last", "last=1"});
  CHECK(test.pool.queued() == 0);
}

TEST_CASE("what is cancelled before it has begun leaves nothing behind", "[pool]") {
  Pool test;
  auto let_go = test.hold();
  auto const held = std::make_shared<int>(0);
  for (int i = 0; i < 1000; ++i) {
    auto gone = test.counted("gone", 1h, 1);
    gone.begin = [held](games::Thinking&) -> NewThinker { return refuse("internal", "begun"); };
    auto stop = gone.stop;
    test.pool.submit(std::move(gone));
    stop.request_stop();
  }
  test.pool.submit(test.counted("stays", 2h, 1));
  let_go.set_value();
  CHECK(test.events.wait_for(2) == std::vector<std::string>{"stays", "stays=1"});
  CHECK(held.use_count() == 1);
  CHECK(test.pool.queued() == 0);
}

TEST_CASE("what is thrown ends the thought, not the thread", "[pool]") {
  Pool test;
  auto in_begin = test.counted("begin", 1h, 1);
  in_begin.begin = [](games::Thinking&) -> NewThinker { throw std::runtime_error("begin"); };
  test.pool.submit(std::move(in_begin));
  test.pool.submit(test.job("think", 2h, [](games::Thinking&) -> bool { throw 7; }));
  auto refused = test.counted("refused", 3h, 1);
  refused.begin = [](games::Thinking&) -> NewThinker { return refuse("not_your_turn", "a test"); };
  test.pool.submit(std::move(refused));
  test.pool.submit(test.job("sound", 4h, [](games::Thinking&) { return true; }));
  CHECK(test.events.wait_for(4) ==
        std::vector<std::string>{"begin: internal", "think: internal", "refused: not_your_turn", "sound=1"});
  CHECK(test.pool.queued() == 0);
}

TEST_CASE("when a thought is due it answers what it has", "[pool]") {
  Pool test({1, 1h, 100us});
  SECTION("though it could go on for ever") {
    test.pool.submit(test.job("endless", 20ms, [](games::Thinking& thinking) {
      while (!thinking.pausing()) continue;
      return false;
    }));
    CHECK(test.events.wait_for(1).front().substr(0, 8) == "endless=");
    CHECK(Clock::now() >= test.start + 20ms);
    CHECK(test.metrics.bot_answers_cut + test.metrics.bot_answers_late >= 1);
  }
  SECTION("and what comes too late thinks once, with no time") {
    test.pool.submit(test.job("late", 0ms, [](games::Thinking& thinking) {
      while (!thinking.over()) continue;
      return true;
    }));
    CHECK(test.events.wait_for(1).front() == "late=1");
    CHECK(test.metrics.bot_answers_late == 1);
  }
}

TEST_CASE("under load each has the same part of what it costs", "[pool]") {
  auto const start = Clock::now();
  BotLoad load;
  Processors processors(2);
  auto const share = [&](Clock::time_point now) {
    return fair_share(processors.count(), {load.wish(now)}, load.wish(now));
  };
  CHECK(share(start) == 1);
  for (int i = 0; i < 100; ++i) load.add(10ms, start + 1s);
  CHECK(share(start) == 1);
  for (int i = 0; i < 300; ++i) load.add(10ms, start + 1s);
  CHECK(std::abs(share(start) - 0.5) < 1e-6);
  CHECK(std::abs(share(start + 500ms) - 0.25) < 1e-6);
  CHECK(share(start + 2s) == 0);
  for (int i = 0; i < 1000; ++i) load.add(0ms, start);  // too little to count
  CHECK(std::abs(share(start) - 0.5) < 1e-6);
  for (int i = 0; i < 1000; ++i) processors.slice_took(1ms, 4ms);  // other processes use the machine
  CHECK(std::abs(share(start) - 0.125) < 1e-3);
  for (int i = 0; i < 400; ++i) load.remove(10ms, start + 1s);
  CHECK(share(start + 5s) == 1);
}

TEST_CASE("nobody's wishes make another's share smaller than a fair part", "[pool]") {
  auto const endless = std::numeric_limits<double>::infinity();
  auto const is = [](double got, double wanted) { return std::abs(got - wanted) < 1e-9; };
  CHECK(fair_share(2, {0.5, 80}, 0.5) == 1);
  CHECK(is(fair_share(2, {0.5, 80}, 80), 1.5 / 80));
  CHECK(is(fair_share(2, {80, 0.9, endless}, 0.9), 2.0 / 3 / 0.9));
  CHECK(fair_share(2, {endless, 0.5, endless}, 0.5) == 1);
  CHECK(fair_share(2, {endless, 0.5, endless}, endless) == 0);
  CHECK(is(fair_share(1, {0.1, 0.1, 0.1, 5, 5}, 5), 0.35 / 5));
  CHECK(fair_share(1, {}, 0) == 1);
  CHECK(fair_share(1, {0, 0}, 0) == 1);
}

namespace {

std::int64_t processor_ns() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1'000'000'000LL + time.tv_nsec;
}

// Slices of a millisecond of processor time.
BotPool::Job paid(Pool& test, std::string const& payer, std::string const& name, std::chrono::milliseconds due,
                  int slices) {
  auto made = test.job(name, due, [&test, name, left = slices](games::Thinking&) mutable {
    for (auto const end = processor_ns() + 1'000'000; processor_ns() < end;) continue;
    test.events.add(name);
    return --left == 0;
  });
  made.payer = payer;
  return made;
}

}  // namespace

TEST_CASE("one who wants much delays nobody else by more than a fair part", "[pool]") {
  constexpr int kMany = 80, kSlices = 20, kLead = 5;
  Pool test({1, 1h, 1ms, std::chrono::milliseconds(kLead)});
  auto let_go = test.hold();
  for (int i = 0; i < kMany; ++i) test.pool.submit(paid(test, "10.0.0.1", "greedy", 1h, kSlices));  // due first
  let_go.set_value();
  test.events.wait_for(3 * kSlices);  // and running for long
  auto const before = test.events.wait_for(0).size();
  test.pool.submit(paid(test, "10.0.0.2", "other", 2h, kSlices));
  auto const last = "other=" + std::to_string(kSlices);
  std::vector<std::string> all;
  while (std::find(all.begin(), all.end(), last) == all.end()) all = test.events.wait_for(all.size() + 1);
  auto const first = all.begin() + static_cast<std::ptrdiff_t>(before);
  auto const greedy = std::count(first, std::find(first, all.end(), last), "greedy");
  INFO("of the greedy one meanwhile: " << greedy);
  CHECK(greedy <= 2 * (kSlices + kLead));  // in equal parts; in proportion to its demand it would be 1540
  CHECK(greedy >= kSlices / 4);            // it gets its own part
}

TEST_CASE("idle work comes when nothing else waits", "[pool]") {
  Pool test;
  auto let_go = test.hold();
  auto idle = paid(test, "", "idle", 1h, 3);
  idle.idle = true;
  test.pool.submit(std::move(idle));
  test.pool.submit(paid(test, "a", "game", 3h, 3));
  test.pool.submit(paid(test, "b", "game", 2h, 3));
  let_go.set_value();
  std::vector<std::string> slices;
  for (auto& event : test.events.wait_for(12))
    if (event.find('=') == event.npos) slices.push_back(event);
  CHECK(std::count(slices.begin(), slices.begin() + 6, "game") == 6);
}

TEST_CASE("the pool shortens what does not fit, and all answer", "[pool]") {
  Pool test({1, 1h, 1ms});
  auto let_go = test.hold();
  test.start = Clock::now();
  for (int i = 0; i < 10; ++i) {
    auto job = test.job("costly", 200ms, until_paused);
    job.cost = 200ms;
    test.pool.submit(std::move(job));
  }
  let_go.set_value();
  test.events.wait_for(10);
  // The last may get all of the remaining time; on a slow machine some may not even start in time.
  auto const little = test.metrics.bot_answers_shortened + test.metrics.bot_answers_late;
  CHECK(little >= 8);
  CHECK(little <= 10);
}

TEST_CASE("a thread that does not get on keeps nobody waiting for a first move", "[pool]") {
  Pool test;
  auto let_go = test.hold();
  test.pool.submit(test.counted("waits", 0ms, 1));
  CHECK(test.events.wait_for(2).back() == "waits=1");
  CHECK(test.metrics.bot_answers_late == 1);
  let_go.set_value();
}

TEST_CASE("nor for the move that it is thinking about", "[pool]") {
  Pool test;
  std::promise<void> let_go;
  auto const go = let_go.get_future().share();
  std::thread::id messenger;
  auto first = test.counted("first", 1h, 1);
  first.done = [&](Result<std::string>) { messenger = std::this_thread::get_id(), test.events.add("answered"); };
  test.pool.submit(std::move(first));
  auto const event = [&](std::size_t number) { return test.events.wait_for(number).at(number - 1); };
  std::size_t seen = 2;
  REQUIRE(event(seen) == "answered");
  do {  // until the pool's thread starts it in time, and stays in it
    auto stuck = test.job("stuck", 0ms, [&](games::Thinking&) {
      if (std::this_thread::get_id() != messenger) test.events.add("begun"), go.wait();
      return true;
    });
    stuck.due = Clock::now() + 100ms;
    test.pool.submit(std::move(stuck));
  } while (event(++seen) != "begun");
  CHECK(event(++seen) == "stuck=1");
  let_go.set_value();
  test.pool.submit(test.job("after", 1h, [](games::Thinking&) { return true; }));
  CHECK(event(++seen) == "after=1");  // and no second answer before it
  CHECK(test.pool.queued() == 0);
}

TEST_CASE("a pool that ends leaves what it thinks and drops what waits", "[pool]") {
  Events events;
  auto const held = std::make_shared<int>(0);
  {
    Pool test({2, 1h, 1h});
    for (int i = 0; i < 50; ++i) {
      auto job = test.job("thought", 1h, [&events, held](games::Thinking& thinking) {
        events.add("thinks");
        return until_paused(thinking);
      });
      job.done = [held](Result<std::string>) { ++*held; };
      test.pool.submit(std::move(job));
    }
    events.wait_for(2);
  }
  CHECK(*held == 0);
  CHECK(held.use_count() == 1);
  CHECK(events.wait_for(2).size() == 2);
}

TEST_CASE("many threads ask many: each that is wanted is answered once", "[pool]") {
  constexpr int kAskers = 3, kJobs = 200;
  std::atomic<int> answers{0}, stopped{0};
  Events finished;
  {
    Pool test({3, 1h, 20us});
    std::vector<std::jthread> askers;
    for (int asker = 0; asker < kAskers; ++asker)
      askers.emplace_back([&, asker] {
        for (int i = 0; i < kJobs; ++i) {
          auto job = test.job("", std::chrono::milliseconds((i * 7 + asker) % 50 * 1000 + 3600'000),
                              [left = i % 4 + 1](games::Thinking& thinking) mutable {
                                until_paused(thinking);
                                return --left == 0 || thinking.stopped();
                              });
          job.done = [&](Result<std::string>) { finished.add(""), ++answers; };
          job.cost = std::chrono::microseconds(i);
          auto stop = job.stop;
          test.pool.submit(std::move(job));
          if (i % 5 == 0 && stop.request_stop()) ++stopped;
        }
      });
    askers.clear();
    finished.wait_for(kAskers * kJobs * 4 / 5);
    while (test.pool.queued() > 0) std::this_thread::yield();
  }
  CHECK(stopped == kAskers * kJobs / 5);
  CHECK(answers >= kAskers * kJobs * 4 / 5);
  CHECK(answers <= kAskers * kJobs);
}
