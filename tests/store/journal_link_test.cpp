// The inputs that a shard's rooms append in one turn of its loop, and when the journal gets them.
#include "server/shard/journal_link.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <optional>

#include "tests/catch.hpp"
#include "tests/store/folder.hpp"

using namespace engawa;
using namespace engawa::server;

namespace {

struct Shore {
  Folder folder;
  std::unique_ptr<Store> store = Store::open(folder.path(), Durability::process).value();
  boost::asio::io_context loop{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work{loop.get_executor()};
  std::unique_ptr<Journal> journal;
  std::vector<std::uint64_t> told;
  JournalLink link{loop, journal, [this](std::vector<Journal::Outcome> const& outcomes) {
                     for (auto const& outcome : outcomes) told.push_back(outcome.seq);
                   }};

  Shore() {
    store->begin();
    store->create_room("A", "{}", 1);
    store->commit();
    journal = std::make_unique<Journal>(
        *store, 1, [this](int, std::vector<Journal::Outcome> const& outcomes) { link.report(outcomes); });
  }
  void append_soon(std::uint64_t seq) {
    boost::asio::post(loop, [this, seq] {
      link.add({0, nullptr, "A", 1, seq}, "input");
      journal->flush();  // inputs handed over are stored before the next one comes
    });
  }
  // Runs until nothing is ready and the journal is empty.
  void run() {
    while (loop.poll() > 0) journal->flush();
  }
};

}  // namespace

TEST_CASE("the inputs of one turn are one batch", "[link]") {
  Shore shore;
  for (std::uint64_t seq = 1; seq <= 5; ++seq) shore.append_soon(seq);
  shore.run();
  CHECK(shore.told == std::vector<std::uint64_t>{1, 2, 3, 4, 5});
  auto const& sizes = shore.journal->times().inputs;
  CHECK(sizes.count(3) == 1);  // one of 5 to 8
  CHECK(sizes.sum() == 5);
}

TEST_CASE("work on the store is behind the inputs of its turn", "[link]") {
  Shore shore;
  std::optional<std::size_t> seen;
  boost::asio::post(shore.loop, [&] {
    shore.link.add({0, nullptr, "A", 1, 1}, "input");
    shore.link.add({0, nullptr, "A", 1, 2}, "input");
    shore.link.run([&](Store& store) { seen = store.read_room("A")->inputs.size(); }, {});
  });
  shore.run();
  CHECK(seen == 2);
  CHECK(shore.told == std::vector<std::uint64_t>{1, 2});
}

TEST_CASE("an input is handed over although nothing else ever happens", "[link]") {
  Shore shore;
  shore.append_soon(1);
  shore.run();
  shore.append_soon(2);
  shore.run();
  CHECK(shore.told == std::vector<std::uint64_t>{1, 2});
  CHECK(shore.journal->times().inputs.count(0) == 2);
}

TEST_CASE("a report that nobody takes any more may outlive the link", "[link]") {
  Shore shore;
  shore.append_soon(1);
  shore.loop.run_one();  // appends the input
  shore.loop.run_one();  // hands it to the journal
  shore.journal->flush();
  CHECK(shore.told.empty());
}
