// Analyses of finished rounds, on request: the strongest bot's hint for every position in which a seat moved. One
// analysis at a time, position by position, on the bots' threads with the latest of all deadlines, so that bots in
// running games come first. The positions found so far can be read at any time. A finished analysis is stored under the
// record's id and expires with the record; an analysis that a restart interrupts begins again at the next request.
#pragma once
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "base/result.hpp"
#include "games/core/match.hpp"
#include "server/analysis/positions.hpp"
#include "server/ops/metrics.hpp"
#include "server/records/kept_records.hpp"
#include "server/store/journal.hpp"

namespace engawa::server {

class BotPool;

class Analyst {
 public:
  struct Question {
    std::string id;                            // id of the record
    std::shared_ptr<Resource const> record{};  // JSON Lines of a finished round
    std::size_t from = 0;                      // the number of items that the client has
    bool start = false;                        // begin the analysis if there is none
    std::string address;                       // of the client
  };
  // Receives the answer as JSON text (protocol/records.md). On the analyst's thread, or inside ask().
  using Done = std::function<void(Result<std::string>)>;

  static constexpr std::size_t kMostWaiting = 8;      // analyses, including the running one
  static constexpr std::size_t kMostOfAnAddress = 2;  // of the positions found
  static constexpr std::int64_t kRetryMs = 10000;     // for a refusal

  Analyst(Journal& journal, BotPool& bots, Metrics& metrics);
  ~Analyst();  // drops running analyses; answers waiting requests with `draining`
  Analyst(Analyst const&) = delete;
  Analyst& operator=(Analyst const&) = delete;

  // Any thread; never waits. Refuses with `busy` if too many analyses wait, and with `unsupported` records that this
  // program cannot replay.
  void ask(Question question, Done done);

 private:
  struct Work {
    Question question;
    Subject subject;                 // the positions, once it has begun
    std::vector<std::string> items;  // JSON text each
    bool begun = false;
  };
  struct Waiting {
    Question question;
    Done done;
  };
  // Kept alive by the callbacks of the bots, so that it outlives the analyst.
  struct Desk {
    std::mutex mutex;
    std::condition_variable_any changed;
  };

  void work(std::stop_token stop);
  std::optional<std::string> known_of(Question const& question);  // the part in memory
  void answer_questions();
  Result<std::string> answer(Question const& question);
  Result<std::string> enqueue(Question const& question);
  void analyse(Work& work, std::stop_token stop);
  Result<std::string> think(Position const& position, std::stop_token stop);
  // REQUIRES for both: desk_->mutex is held.
  Work const* under_way(std::string const& id) const;
  std::string progress(Work const& work, std::size_t from) const;

  Journal& journal_;
  BotPool& bots_;
  Metrics& metrics_;
  std::shared_ptr<Desk> desk_ = std::make_shared<Desk>();
  // The mutex of desk_ guards these three.
  std::deque<Waiting> questions_;
  std::deque<std::unique_ptr<Work>> works_;  // the first one is running
  KeptRecords kept_;
  std::jthread thread_;
};

}  // namespace engawa::server
