// Spending reported by one node is deducted at another, once.
#include "server/lobby/spending.hpp"

#include "server/lobby/addresses.hpp"
#include "server/ops/config.hpp"
#include "tests/catch.hpp"

using namespace engawa::server;

namespace {

using All = std::vector<Spending::Spent>;

void add(Spending& node, std::string const& name, int times, std::int64_t now = 0) {
  for (int i = 0; i < times; ++i) node.add("guest", name, now);
}

}  // namespace

TEST_CASE("what a node has spent is news once, whatever texts were missed", "[spending]") {
  Spending there, here;
  add(there, "10.0.0.1", 5);
  CHECK(here.news("there:1", there.text(0)).empty());  // it may have been long ago
  add(there, "10.0.0.1", 2);
  (void)there.text(0);  // a text that is never read
  add(there, "10.0.0.1", 1);
  add(there, "2001:db8::/64", 4);
  auto const text = there.text(0);
  CHECK(text == "@guest 10.0.0.1 8\n@guest 2001:db8::/64 4\n");
  CHECK(here.news("there:1", text) == All{{"guest", "10.0.0.1", 3}, {"guest", "2001:db8::/64", 4}});
  CHECK(here.news("there:1", text).empty());
}

TEST_CASE("a node that starts again, and a name that was forgotten, count from the beginning", "[spending]") {
  Spending before, after, here;
  (void)here.news("there:1", "");
  add(before, "10.0.0.1", 9);
  CHECK(here.news("there:1", before.text(0)) == All{{"guest", "10.0.0.1", 9}});
  add(after, "10.0.0.1", 2);
  CHECK(here.news("there:1", after.text(0)) == All{{"guest", "10.0.0.1", 2}});
  CHECK(after.text(Spending::kForgetMs) == "@guest 10.0.0.1 2\n");
  CHECK(after.text(Spending::kForgetMs + 1).empty());
  CHECK(here.news("there:1", "").empty());
  add(after, "10.0.0.1", 1, Spending::kForgetMs + 2);
  CHECK(here.news("there:1", after.text(Spending::kForgetMs + 2)) == All{{"guest", "10.0.0.1", 1}});
}

TEST_CASE("of many, those that have spent the most are told", "[spending]") {
  Spending there, here;
  (void)here.news("there:1", "");
  auto const many = static_cast<int>(Spending::kTold) + 50;
  for (int i = 1; i <= many; ++i) add(there, "10.0.0." + std::to_string(i), i);
  auto const news = here.news("there:1", there.text(0));
  CHECK(news.size() == Spending::kTold);
  CHECK(news.front().count == many);
  CHECK(news.back().count == 51);
}

TEST_CASE("a flood of names makes nobody owe twice", "[spending]") {
  Spending here;
  (void)here.news("there:1", "");
  CHECK(here.news("there:1", "@guest 10.0.0.1 7\n").size() == 1);
  int again = 0;
  for (int i = 0; i < 20100; ++i)
    for (auto const& spent :
         here.news("there:1", "@guest 10.0.0.1 7\n@join 2001:db8:" + std::to_string(i) + "::/64 1\n"))
      again += spent.ration == "guest" ? 1 : 0;
  CHECK(again == 0);
  CHECK(here.news("there:1", "@guest 10.0.0.1 9\n") == All{{"guest", "10.0.0.1", 2}});
}

TEST_CASE("lines that nobody understands are passed over", "[spending]") {
  Spending here;
  (void)here.news("there:1", "");
  CHECK(here.news("there:1",
                  "K7WMA2QX {\"game\":\"nim\"}\n@\n@guest\n@guest 10.0.0.1\n@guest 10.0.0.2 x\n@guest 10.0.0.3 1") ==
        All{{"guest", "10.0.0.3", 1}});
}

TEST_CASE("a ration that was spent at another node is owed here", "[spending]") {
  Config config;
  config.cluster_address = "here:1";
  config.guests_per_min = 3;
  auto const here = Addresses::make(config).value(), there = Addresses::make(config).value();
  auto const take = [](Addresses& node, std::string const& name) {
    return node.take(Addresses::Ration::guest, name, 1000) == 0;
  };
  here->spent_elsewhere("there:1", there->spent(1000), 1000);
  CHECK(take(*here, "10.0.0.1"));
  for (int i = 0; i < 3; ++i) CHECK(take(*there, "10.0.0.1"));
  CHECK_FALSE(take(*there, "10.0.0.1"));
  (void)there->take(Addresses::Ration::request, "10.0.0.1", 1000);
  CHECK(there->spent(1000) == "@guest 10.0.0.1 3\n");
  here->spent_elsewhere("there:1", there->spent(1000) + "@nonsense 10.0.0.2 9\n", 1000);
  CHECK_FALSE(take(*here, "10.0.0.1"));
  CHECK(here->wait(Addresses::Ration::guest, "10.0.0.1", 1000) > 20000);  // one too many was spent
  CHECK(take(*here, "10.0.0.2"));
  CHECK(here->spent(1000) == "@guest 10.0.0.1 1\n@guest 10.0.0.2 1\n");  // what others report is not repeated
}
