#include "server/shard/journal_link.hpp"

#include <boost/asio/post.hpp>
#include <utility>

#include "server/ops/fail_point.hpp"

namespace engawa::server {

JournalLink::JournalLink(boost::asio::io_context& io, std::unique_ptr<Journal> const& journal, Tell tell)
    : io_(io), journal_(journal), tell_(std::move(tell)) {}

// Everything that is ready now, and may append as well, is in the loop's queue before what is posted here.
void JournalLink::append(Journal::Append append, std::string_view input) {
  if (inputs_.appends.empty()) boost::asio::post(io_, [this] { hand_over(); });
  inputs_.add(std::move(append), input);
}

void JournalLink::run(Journal::Work work, Journal::Done done) {
  hand_over();
  journal_->run(std::move(work), std::move(done));
}

void JournalLink::hand_over() {
  if (inputs_.appends.empty()) return;
  fail_point::hit("journal.hand_over");
  journal_->append(inputs_);
  inputs_.clear();
}

void JournalLink::report(std::vector<Journal::Outcome> const& outcomes) {
  bool first = false;
  {
    std::lock_guard const lock(reports_mutex_);
    first = reports_.empty();
    reports_.insert(reports_.end(), outcomes.begin(), outcomes.end());
  }
  if (first) boost::asio::post(io_, [this] { take_reports(); });
}

void JournalLink::take_reports() {
  {
    std::lock_guard const lock(reports_mutex_);
    std::swap(reports_, taken_);
  }
  tell_(taken_);
  taken_.clear();
}

}  // namespace engawa::server
