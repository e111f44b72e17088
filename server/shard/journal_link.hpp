// A shard's link to the journal. Inputs that its rooms append in one turn of the loop are handed over at the end of the
// turn: many inputs under load, with one lock and one wake-up. Their results return together, too.
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

// The shard's thread only, except report().
class JournalLink {
 public:
  using Tell = std::function<void(std::vector<Journal::Outcome> const&)>;

  // `tell` is called with the results of inputs, in order, on the shard's thread. REQUIRES: all of them outlive it; the
  // journal exists at the first append.
  JournalLink(boost::asio::io_context& io, std::unique_ptr<Journal> const& journal, Tell tell);

  void add(Journal::Append append, std::string_view input);
  // Runs after all inputs that have been appended.
  void run(Journal::Task task);
  void run(Journal::Work work, Journal::Done done) { run({std::move(work), std::move(done)}); }
  void hand_over();
  // From any thread: the results of inputs. Those of several batches are delivered together.
  void report(std::vector<Journal::Outcome> const& outcomes);

 private:
  // Memory for the handler that posts results, of which there is never more than one. The journal's thread has no
  // memory of Asio's to reuse, and its allocation would be freed on the shard's thread, where it would take the place
  // of the memory that the shard itself reuses.
  struct PostMemory;

  void take_reports();

  boost::asio::io_context& io_;
  std::unique_ptr<Journal> const& journal_;
  Tell tell_;
  Journal::Inputs inputs_;  // of this turn
  std::mutex reports_mutex_;
  std::vector<Journal::Outcome> reports_;  // in order; not taken yet
  std::vector<Journal::Outcome> taken_;    // the previous results, being delivered
  std::shared_ptr<PostMemory> post_memory_;
};

}  // namespace engawa::server
