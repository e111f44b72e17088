// Match: one game in progress, of any kind. Rooms hold a Match; it takes and gives JSON, with the rules inside.
//
// A Match is used by one thread at a time; clone() gives an independent copy for a bot's thread.
// MatchOf<G> (match_of.hpp) is the only implementation.
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
#include "games/core/terminal.hpp"
#include "games/core/thinker.hpp"

namespace engawa::games {

// A bot's thinking limits: it stops at whichever comes first and still answers with a legal move.
struct Budget {
  // Processor time; 0: unlimited, so that the answer depends only on the seed.
  std::chrono::microseconds time{0};
  // Iterations of a search in place of the level's; 0: the level's.
  std::uint64_t iterations = 0;
};

// A question to a bot or a solver.
struct ThinkRequest {
  enum class Kind {
    // A move of `seat` by `bot`.
    move,
    // Help for the player of `seat`: an object with `move` (absent if no move is good) and the game's explanation; a
    // game without its own explanation returns its stand-in bot's move.
    hint,
    // The exact answer to the position, as far as the budget allows, in the game's own form.
    solution
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
  // Whether the state contains hidden information.
  virtual bool hides() const = 0;
  virtual std::optional<Ranking> outcome() const = 0;
  // The standing now, for a game that is ended from outside (resignation): every competing seat, best first.
  virtual Ranking standing() const = 0;

  // The next event that happens without a move, and its time; none in untimed games.
  virtual std::optional<Due> due() const = 0;
  // The earliest time of a move of `seat`; 0 in untimed games.
  virtual GameTime ready_at(Seat seat) const = 0;
  // Executes the event that is due by `at`. Appends as `play` does. REQUIRES: due() && due()->at <= at.
  virtual void elapse(GameTime at, std::string& set, std::string& events) = 0;

  // Checks and applies a move made at `at`. Refuses with `not_your_turn`, `illegal_move`, `bad_message`, `stale`,
  // `too_soon` or `game_over`; then nothing has changed.
  // On success appends to `set` the members (no braces, no leading comma) that bring `ply`, `to_act`, `legal` and
  // `view` of the document up to date by RFC 7386, and to `events` the events of the move (no brackets).
  // Returns the move as JSON text in its shortest form: this goes to the journal and to the other players, whatever the
  // client had added.
  virtual Result<std::string> play(Seat seat, Json const& move, std::string& set, std::string& events,
                                   GameTime at = 0) = 0;
  // The same for a move as text, without building a tree if it is plain. Refuses also as parse_json() does.
  virtual Result<std::string> play_text(Seat seat, std::string_view move, std::string& set, std::string& events,
                                        GameTime at = 0) = 0;

  // Appends the whole of `"ply":..,"to_act":..,"legal":..,"view":{..}` (no braces) as any viewer may see it.
  virtual void write_document(std::string& out) const = 0;
  // The view alone, and the legal moves of the seats to act, each in the form that `play` takes (with "seat" if several
  // act). If there are thousands, one for each different result.
  virtual Json view() const = 0;
  virtual Json moves() const = 0;
  // The number of this seat's legal moves.
  virtual std::size_t move_count(Seat seat) const = 0;
  // The effect of a legal move, in the game's own form. Refuses as `play` does, and with `unsupported` in games without
  // such a form.
  virtual Result<Json> effect(Seat seat, Json const& move) const = 0;
  // The result that `play` would append, return or refuse now; nothing changes. Refuses with `unsupported` in games
  // whose moves reveal hidden parts (Info::previews).
  Result<std::string> preview(Seat seat, Json const& move, std::string& set, std::string& events,
                              GameTime at = 0) const;

  // Begins to think about a question; the Thinker copies what it needs from the match. Refuses with `not_found` (no
  // such bot or level), `not_your_turn`, `game_over` (hint) or `unsupported` (solution, in games without a solver).
  // The answer depends only on the position, the generator of `thinking` and, if its budget is used up or it is
  // stopped, on time.
  virtual Result<std::unique_ptr<Thinker>> begin(ThinkRequest const& question, Thinking& thinking) const = 0;
  // The same in one call.
  Result<Json> choose(Seat seat, std::string_view bot, int level, Budget budget, std::uint64_t seed,
                      std::stop_token stop) const;
  Result<Json> hint(Seat seat, Budget budget, std::uint64_t seed, std::stop_token stop) const;
  Result<Json> solve(Budget budget, std::stop_token stop) const;
  // True if the game wants the result of `solve` for its opening; `learn` passes it in. In games without a solver the
  // first is false and the second is never called. Refuses with `bad_message` anything that is not an answer of
  // `solve`.
  virtual bool awaits_solution() const = 0;
  virtual Result<void> learn(Json const& solution, std::string& set, std::string& events) = 0;

  // The number of move sequences of exactly `depth` plies (a pass is not a ply; shorter games do not count).
  virtual std::uint64_t perft(int depth) const = 0;
  // Hash of the whole state, for comparing a replay with the original. Of randomness from a secret seed it contains
  // only the count of numbers drawn, so that it may be published during the game.
  virtual std::uint64_t hash() const = 0;
  // Bytes that it holds, itself included, estimated; with what only its clones share.
  virtual std::size_t memory() const = 0;
};

// Creates the normalised options of a game: presets named, custom data checked and completed. Refuses with
// `bad_message`.
// The result is shown in the document, stored in the journal, and passed to start_match.
struct GameEntry {
  Info const& (*info)();
  Result<Json> (*normalise)(Json const& options);
  // REQUIRES: `options` is a result of normalise.
  Result<std::unique_ptr<Match>> (*start)(Json const& options, Seed const& seed);
  // The number of seats with these options. REQUIRES: as above.
  int (*seats)(Json const& options);
  // The default seats for these options: those of the preset, otherwise a stand-in bot on every seat but the first.
  std::vector<DefaultSeat> (*table)(Json const& options);
  // The game's terminal form. nullptr: its view and a list of its legal moves are shown.
  terminal::Board const* terminal = nullptr;
  // Slow one-time work of the game: tables, cached as files in `cache` (empty: in memory only). Any thread, at any
  // time. Optional: without it the game works with weaker bots. Ends early when stopped. nullptr: nothing to prepare.
  void (*prepare)(std::filesystem::path const& cache, std::stop_token stop) = nullptr;
  // Makes the bots use learned data from files in `folder` (empty: the data embedded in the program), in the game's own
  // form. Returns one sentence that names missing or damaged data and the bots that play without it; empty: no problem.
  // Any thread. nullptr: the game has no learned data.
  std::string (*use_weights)(std::filesystem::path const& folder) = nullptr;
};

}  // namespace engawa::games
