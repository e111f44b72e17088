// What the operator's acts have made of the people: who is banned or muted, which words are forbidden, and which reports
// of guests are open. A fold over all acts, in their order. Any thread.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "protocol/frames.hpp"
#include "server/lobby/acts.hpp"
#include "server/lobby/addresses.hpp"
#include "server/store/act_table.hpp"

namespace engawa::server {

class Moderation {
 public:
  // What a refused person is told.
  struct Sentence {
    Refusal refusal;
    protocol::ErrorContext context{};
  };

  // The acts among these that were not known yet, in order. Damaged ones, and those of a newer version, are logged.
  std::vector<Act> learn(StoredActs const& acts);
  // The number of the last act that is known; 0: none.
  std::int64_t last() const;

  // Refused with `banned`; nullopt: they are not. `guest` or `address` (as counted) may be empty.
  std::optional<Sentence> ban_of(std::string_view guest, std::string const& address) const;
  // Why this guest may not say this: `muted` or `forbidden_word`.
  std::optional<Sentence> silence(std::string_view guest, std::string_view text) const;
  // Refuses with `forbidden_word`.
  Result<void> admit(std::string_view text) const;

  // Whether the report with this number waits for the operator.
  bool is_open(std::int64_t report) const;
  std::size_t open_reports() const;

  // {"banned":[...],"muted":[...],"words":[...],"reports":[NUMBER...]}: what holds now, for the operator.
  std::string in_force() const;

 private:
  struct Measure {
    std::int64_t until = 0;  // Unix time (ms); 0: not limited
    std::string reason;
  };
  using Measures = std::map<std::string, Measure, std::less<>>;

  void fold(Act const& act);
  static Measure const* current(Measures const& measures, std::string_view guest);
  bool forbids(std::string_view text) const;

  mutable std::shared_mutex mutex_;
  std::int64_t last_ = 0;
  Measures banned_, muted_;  // by guest
  struct Block {
    Networks networks;
    Measure measure;
  };
  std::map<std::string, Block> blocks_;       // by network
  std::map<std::string, std::string> words_;  // by the form in which they are compared
  std::set<std::int64_t> reports_;            // open ones, by number
};

}  // namespace engawa::server
