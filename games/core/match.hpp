// Match: one game in play, whatever game it is. What a room holds; JSON in and out, rules inside.
//
// A Match is used by one thread at a time; clone() gives an independent copy for a bot's thread.
// MatchOf<G> (match_of.hpp) is its one implementation.
#pragma once
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/json_read.hpp"
#include "base/result.hpp"
#include "games/core/rules.hpp"
#include "games/core/seed.hpp"
#include "games/core/thinker.hpp"

namespace engawa::games {

// How much a bot may think: it stops at whichever bound comes first and still answers with a legal move.
struct Budget {
  // Processor time; 0: no bound, so that the answer depends on the seed alone.
  std::chrono::microseconds time{0};
  // Of a search: in place of those of its level; 0: those of its level.
  std::uint64_t iterations = 0;
};

// What a bot or a solver is asked.
struct ThinkRequest {
  enum class Kind {
    move,  // a move of `seat` by `bot`
    hint,  // help for a player of `seat`: an object with `move` (absent when there is nothing good to do) and what the game explains
           // beside it; a game without an explanation of its own gives its stand-in bot's move
    solution  // the exact answer to the position as far as the budget goes, as the game describes it
  };
  Kind kind = Kind::move;
  Seat seat = 0;
  std::string_view bot = {};
  int level = 1;
};

class Match {
 public:
  Match() = default;
  Match(Match const&) = delete;
  Match& operator=(Match const&) = delete;
  virtual ~Match() = default;

  virtual std::unique_ptr<Match> clone() const = 0;
  virtual Info const& info() const = 0;
  virtual int seats() const = 0;
  virtual std::uint32_t ply() const = 0;
  virtual SeatSet to_act() const = 0;
  virtual bool timed() const = 0;
  // Holds what no player may know.
  virtual bool hides() const = 0;
  virtual std::optional<Ranking> outcome() const = 0;
  // Standing now, for a game that is ended from outside (resignation): every competing seat, best first.
  virtual Ranking standing() const = 0;

  // What happens by itself next, and when; none in games without time.
  virtual std::optional<Due> due() const = 0;
  // From when on a move of `seat` is taken; 0 in games without time.
  virtual GameTime ready_at(Seat seat) const = 0;
  // Lets what is due by `at` happen, once. Appends as `play` does. REQUIRES: due() && due()->at <= at.
  virtual void elapse(GameTime at, std::string& set, std::string& events) = 0;

  // Checks and applies a move made at `at`. Refuses with `not_your_turn`, `illegal_move`, `bad_message`, `stale`, `too_soon` or
  // `game_over`; then nothing has changed.
  // On success appends to `set` the members (no braces, no leading comma) that make `ply`, `to_act`, `legal` and `view` of the
  // document current by RFC 7386, and to `events` the events of the move (no brackets).
  // Gives the move as JSON text in its shortest form: what the journal and the other players get, whatever the client added to it.
  virtual Result<std::string> play(Seat seat, Json const& move, std::string& set, std::string& events,
                                   GameTime at = 0) = 0;

  // Appends the whole of `"ply":..,"to_act":..,"legal":..,"view":{..}` (no braces) as any viewer may see it.
  virtual void write_document(std::string& out) const = 0;
  // The view alone, and the legal moves of the seats to act, each in the form that `play` takes (with "seat" when several act).
  // Where there are thousands, one for each different result.
  virtual Json view() const = 0;
  virtual Json moves() const = 0;
  // How many of them are this seat's.
  virtual std::size_t move_count(Seat seat) const = 0;
  // What a legal move would do, as the game describes it. Refuses as `play` does, and with `unsupported` in a game that says nothing more.
  virtual Result<Json> preview(Seat seat, Json const& move) const = 0;

  // Begins to think about a question; the Thinker keeps what it needs, not the match. Refuses with `not_found` (no such bot or
  // level), `not_your_turn`, `game_over` (hint) or `unsupported` (solution, in games without a solver).
  // The answer depends only on the position, the generator of `thinking` and, when its budget binds or it is stopped, on time.
  virtual Result<std::unique_ptr<Thinker>> begin(ThinkRequest const& question, Thinking& thinking) const = 0;
  // The same in one go.
  Result<Json> choose(Seat seat, std::string_view bot, int level, Budget budget, std::uint64_t seed,
                      std::stop_token stop) const;
  Result<Json> hint(Seat seat, Budget budget, std::uint64_t seed, std::stop_token stop) const;
  Result<Json> solve(Budget budget, std::stop_token stop) const;
  // True when the game wants to be told what `solve` says of its opening; `learn` tells it. Both are `false` and never called in
  // games without a solver. Refuses with `bad_message` what is not an answer of solve's.
  virtual bool awaits_solution() const = 0;
  virtual Result<void> learn(Json const& solution, std::string& set, std::string& events) = 0;

  // Number of move sequences of exactly `depth` plies (a pass is not a ply; games that end earlier do not count).
  virtual std::uint64_t perft(int depth) const = 0;
  // Hash of the whole state, for comparing a replay with the original. Of chance that comes from a secret seed it tells only how much
  // was drawn, so that it may be told while the game runs.
  virtual std::uint64_t hash() const = 0;
};

// Makes the normalised options of a game: presets named, own data checked and completed. Refuses with `bad_message`.
// The result is what the document shows, the journal stores, and start_match takes.
struct GameEntry {
  Info const& (*info)();
  Result<Json> (*normalise)(Json const& options);
  // REQUIRES: `options` came out of normalise.
  Result<std::unique_ptr<Match>> (*start)(Json const& options, Seed const& seed);
  // Seats of a game with these options. REQUIRES as above.
  int (*seats)(Json const& options);
  // The default table for these options: the preset's, else the stand-in bot everywhere but the first seat.
  std::vector<DefaultSeat> (*table)(Json const& options);
  // Slow work that the game wants done once: tables, kept in files in `cache` (empty: in memory only). Any thread, at any time, also
  // never: the game plays on without, only less well. Gives up when stopped. nullptr: nothing to prepare.
  void (*prepare)(std::filesystem::path const& cache, std::stop_token stop) = nullptr;
  // Has the bots think with what they learned, read from files in `folder` (empty: what is part of the program) as the game describes
  // them. Says in one sentence what is missing or damaged, and which bots think without; empty: all is well. Any thread. nullptr: nothing
  // to learn.
  std::string (*use_weights)(std::filesystem::path const& folder) = nullptr;
};

}  // namespace engawa::games
