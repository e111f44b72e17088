// Match: one game in play, whatever game it is. What a room holds; JSON in and out, rules inside.
//
// A Match is used by one thread at a time; clone() gives an independent copy for a bot's thread.
// MatchOf<G> (match_of.hpp) is its one implementation.
#pragma once
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/json_read.hpp"
#include "base/result.hpp"
#include "games/core/rules.hpp"

namespace engawa::games {

// How much a bot may think: it stops at whichever bound comes first and still answers with a legal move.
struct Budget {
  std::chrono::microseconds time{0};  // 0: no bound, so that the answer depends on the seed alone
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
  virtual std::optional<Ranking> outcome() const = 0;
  // Standing now, for a game that is ended from outside (resignation): every competing seat, best first.
  virtual Ranking standing() const = 0;

  // Checks and applies a move. Refuses with `not_your_turn`, `illegal_move`, `bad_message` or `game_over`; then nothing has changed.
  // On success appends to `set` the members (no braces, no leading comma) that make `ply`, `to_act`, `legal` and `view` of the
  // document current by RFC 7386, and to `events` the events of the move (no brackets).
  // Gives the move as JSON text in its shortest form: what the journal and the other players get, whatever the client added to it.
  virtual Result<std::string> play(Seat seat, Json const& move, std::string& set, std::string& events) = 0;

  // Appends the whole of `"ply":..,"to_act":..,"legal":..,"view":{..}` (no braces) as any viewer may see it.
  virtual void write_document(std::string& out) const = 0;
  // The view alone, and the legal moves of the seats to act, each in the form that `play` takes (with "seat" when several act).
  virtual Json view() const = 0;
  virtual Json moves() const = 0;

  // Asks a bot for a move of `seat`. Refuses with `not_found` (no such bot or level) or `not_your_turn`.
  // The answer depends only on the position, the seed and, when `budget` binds or `stop` is requested, on time.
  virtual Result<Json> choose(Seat seat, std::string_view bot, int level, Budget budget, std::uint64_t seed,
                              std::stop_token stop) const = 0;

  // Number of move sequences of exactly `depth` plies (a pass is not a ply; games that end earlier do not count).
  virtual std::uint64_t perft(int depth) const = 0;
  // Hash of the whole state, for comparing a replay with the original.
  virtual std::uint64_t hash() const = 0;
};

// Makes the normalised options of a game: presets named, own data checked and completed. Refuses with `bad_message`.
// The result is what the document shows, the journal stores, and start_match takes.
struct GameEntry {
  Info const& (*info)();
  Result<Json> (*normalise)(Json const& options);
  // REQUIRES: `options` came out of normalise.
  Result<std::unique_ptr<Match>> (*start)(Json const& options, std::uint64_t seed);
  // Seats of a game with these options. REQUIRES as above.
  int (*seats)(Json const& options);
  // The default table for these options: the preset's, else the stand-in bot everywhere but the first seat.
  std::vector<DefaultSeat> (*table)(Json const& options);
};

}  // namespace engawa::games
