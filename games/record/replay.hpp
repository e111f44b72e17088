// Replays a record line by line and checks it: the chain, each state, the result, the commitment. It needs only the
// rules: no server, no clock. One thread at a time.
#pragma once
#include <boost/system/result.hpp>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_read.hpp"
#include "games/core/match.hpp"
#include "games/record/lines.hpp"
#include "games/record/players.hpp"

namespace engawa::record {

// A fault of a record, and its place.
struct Fault {
  enum class Kind {
    chain,       // the line has been changed
    shape,       // not a line of a record
    unfinished,  // the round is not over, or the end is missing
    game,        // a game or rules that this program does not know
    commitment,  // the seed does not match the commitment
    input,       // the game does not allow it
    state,       // the position differs from the recorded one
    result       // the result differs from the recorded one
  };
  Kind kind = Kind::chain;
  std::size_t line = 0;  // from 1
  std::string detail;    // the difference: a sentence in English, without a full stop at the end
};

template <class T>
using Checked = boost::system::result<T, Fault>;

[[noreturn]] inline void throw_exception_from_error(Fault const& fault, boost::source_location const&) {
  throw std::logic_error("unchecked fault: " + fault.detail);
}

class Replay {
 public:
  // The effect of one line on the match.
  struct Step {
    Entry entry;
    std::string set, events, move;  // as appended and returned by Match::play
  };

  // Reads the whole text and checks the chain of every line, the header and the commitment. `Replay` is positioned
  // before the first input.
  static Checked<Replay> open(std::string_view text);

  // Plays the next line. Returns false if there is none; then the result has been checked too. REQUIRES: it has
  // returned neither false nor a fault before.
  Checked<bool> next(Step& step);

  Header const& header() const { return header_; }
  Ending const& ending() const { return ending_; }
  games::Match const& match() const { return *match_; }
  std::size_t inputs() const { return bodies_.size() - 2; }
  // The first line so far whose time of day is earlier than the previous line's, from 1; 0: none. This is not a fault:
  // the clock of an older server may have gone back at a restart, and nothing in a game depends on it.
  std::size_t set_back() const { return set_back_; }

 private:
  Replay() = default;

  Checked<void> read_chain(std::string_view text);
  Checked<void> read_header();
  Checked<void> read_ending();
  Checked<void> start();
  Checked<Entry> read_entry() const;
  Checked<void> take(Step& step);
  Checked<void> resign(games::Seat seat);
  Checked<void> play(Step& step);
  bool is_over() const;
  Checked<void> check_state(std::uint64_t state) const;
  Checked<void> check_result() const;
  Fault fault(Fault::Kind kind, std::string detail) const { return {kind, at_ + 1, std::move(detail)}; }

  std::vector<std::string> bodies_;
  std::size_t at_ = 0;  // the current line
  Header header_;
  Ending ending_;
  std::unique_ptr<games::Match> match_;
  Players players_;
  bool given_up_ = false;  // a resignation has ended the round
  std::int64_t last_at_ = 0;
  std::size_t set_back_ = 0;
  games::GameTime last_t_ = 0;
};

}  // namespace engawa::record
