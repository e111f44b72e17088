// A shard's link to the journal. What its rooms append in one turn of the loop is handed over at the end of the turn: many
// inputs under load, with one lock and one wake-up. What became of them comes back in one go, too.
#pragma once
#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "server/store/journal.hpp"

namespace engawa::server {

// The shard's thread only, but for report().
class JournalLink {
 public:
  using Tell = std::function<void(std::vector<Journal::Outcome> const&)>;

  // `tell` is called with what became of inputs, in order, on the shard's thread. REQUIRES: all of them outlive it; the
  // journal exists at the first append.
  JournalLink(boost::asio::io_context& io, std::unique_ptr<Journal> const& journal, Tell tell);

  void add(Journal::Append append, std::string_view input);
  // Behind all inputs that have been appended.
  void run(Journal::Task task);
  void run(Journal::Work work, Journal::Done done) { run({std::move(work), std::move(done)}); }
  void hand_over();
  // From any thread: what became of inputs. Those of several batches are told in one go.
  void report(std::vector<Journal::Outcome> const& outcomes);

 private:
  // Memory for what posts reports, of which there is never more than one: the journal's thread has no memory of Asio's to
  // use again, and what it allocated would end on the shard's thread, in the place of what the shard itself needs again.
  struct PostMemory;

  void take_reports();

  boost::asio::io_context& io_;
  std::unique_ptr<Journal> const& journal_;
  Tell tell_;
  Journal::Inputs inputs_;  // of this turn
  std::mutex reports_mutex_;
  std::vector<Journal::Outcome> reports_;  // in order; not taken yet
  std::vector<Journal::Outcome> taken_;    // the ones before, told now
  std::shared_ptr<PostMemory> post_memory_;
};

}  // namespace engawa::server
