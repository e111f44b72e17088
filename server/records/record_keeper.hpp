// Records and old rooms, on a separate thread at low priority: it reads journals in pieces through the journal's thread
// and folds them here, so that no move is delayed. In the background it turns rooms that were closed long ago into
// records, deletes expired records and guests, and counts the uptime.
#pragma once
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "server/ops/metrics.hpp"
#include "server/records/kept_records.hpp"
#include "server/records/round_record.hpp"
#include "server/records/running_records.hpp"
#include "server/records/uptime.hpp"
#include "server/store/archive.hpp"
#include "server/store/journal.hpp"

namespace engawa::server {

class RecordKeeper {
 public:
  // Retention times in ms; 0: forever. A time is over when it is over both by the wall clock and in uptime
  // (uptime.hpp).
  struct Times {
    std::int64_t room = 0;    // after it was closed; then its finished rounds become records, and the room is deleted
    std::int64_t record = 0;  // for a deleted room, after the round ended
    std::int64_t guest = 0;   // since the last visit
  };
  // As JSON Lines, as a replay for clients without rules (protocol/records.md), or its last position as SVG.
  enum class Form { lines, replay, picture };
  struct Answer {
    Result<std::shared_ptr<Resource const>> record;
    bool known = true;      // false: no room has this code, and no kept record this id
    bool finished = false;  // the round is over, and so the record will never change
  };
  // Called on the keeper's thread, or inside the request.
  using Done = std::function<void(Answer const&)>;
  using Forget = std::function<void(std::vector<std::string> const& guests)>;

  RecordKeeper(Journal& journal, Metrics& metrics, Times times, Forget forget);
  ~RecordKeeper();  // answers waiting requests with `draining`
  RecordKeeper(RecordKeeper const&) = delete;
  RecordKeeper& operator=(RecordKeeper const&) = delete;

  // The record of a round of an existing or deleted room. Any thread. Requests for the same record share the result.
  // Refuses with `not_found` (all forms but the lines also for an unfinished round), with `busy` if too many records
  // are waited for, with `unsupported` those forms for a game by older rules, and as write_record does.
  void get(std::string code, int round, Form form, Done done);

 private:
  // All waiting requests for one record.
  struct Request {
    std::string key;  // the record's id and the form
    std::string id, code;
    int round = 0;
    Form form = Form::lines;
    std::vector<Done> waiting;
  };
  struct Journaled {
    RoomSetup setup;
    std::uint64_t epoch = 0;
    std::vector<std::string> inputs;
  };

  void work(std::stop_token stop);
  void count_the_last_minute();
  Answer answer(Request const& question);
  Answer make(Request const& request);
  Answer as_lines(RoundRecord record);
  Answer as_far_as_it_is(RoundRecord record, std::vector<std::string> const& inputs);
  std::shared_ptr<Resource const> still_the_same(Request const& request);
  Answer replayed(RoundRecord const& record, Request const& request);
  std::optional<Result<Journaled>> read_room(std::string const& code);
  // What was deleted because of its age.
  struct Gone {
    std::size_t guests = 0, rooms = 0, records = 0;
  };
  void tidy(std::stop_token stop);
  void tidy(std::stop_token stop, Gone& gone);
  void forget_guests(std::stop_token stop, Archive::Before const& before, Gone& gone);
  void forget_records(std::stop_token stop, Archive::Before const& before, Gone& gone);
  void give_up_old_rooms(std::stop_token stop, Archive::Before const& before, Gone& gone);
  bool give_up(std::string const& code);
  void keep(RoundRecord const& record);
  // Repeats a small piece of work until it reports that nothing is left.
  void in_pieces(std::stop_token stop, std::function<bool(Archive&)> const& piece);

  Journal& journal_;
  Metrics& metrics_;
  Times times_;
  Forget forget_;
  std::mutex mutex_;
  std::condition_variable_any ready_;
  std::deque<Request> questions_;
  KeptRecords kept_;
  UptimeCounter uptime_;              // used on the keeper's thread
  RunningRecords running_;            // only used on the keeper's thread
  std::set<std::string> unreadable_;  // rooms whose journal does not replay: left unchanged
  std::jthread thread_;
};

}  // namespace engawa::server
