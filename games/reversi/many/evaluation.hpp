// The value of a reversi position for each player, learned from self-play (docs/develop/training.md).
//
// Each player who can win has a number: the sum of weights for the player's view of lines and regions of the board
// (patterns.hpp) and for a few facts of the whole position (features.hpp). The softmax of the numbers is the chance to
// come first. For a player who cannot win (C and Y of `seed`) the value is the expected share of the board.
//
// An Evaluation is immutable: all threads share it.
#pragma once
#include <array>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "games/reversi/position.hpp"

namespace engawa::games::reversi {

struct Model;

// By player (Disc 0..4): for competing players the chance to come first (a shared first place is divided; they add up
// to 1), for the others the expected share of the board's cells, and 0 without a seat.
using Value = std::array<float, kPlayerCount>;

// The result of one move.
struct Child {
  std::uint64_t at = 0;  // the move, a single bit
  Disc turn = kNobody;   // the next player; kNobody: the game is over, and `value` is its exact outcome
  Value value{};
};

// The maximum number of moves in a position.
inline constexpr std::size_t kMostMoves = 64;

class Evaluation {
 public:
  // From the text of a weights file. Refuses with `bad_message` and a sentence that says what is damaged or does not
  // match.
  static Result<std::unique_ptr<Evaluation const>> from_file_text(std::string_view text, Variant const& variant);

  explicit Evaluation(std::unique_ptr<Model const> model);
  ~Evaluation();

  // The outcome if the game is over.
  Value value(Position<std::uint64_t> const& position) const;

  // The values after each move of position.legal, lowest bit first, at a fraction of the cost of value() for each.
  // Returns the used part of `out`. REQUIRES: position.turn != kNobody; `out` is large enough.
  std::span<Child> children(Position<std::uint64_t> const& position, std::span<Child> out) const;

 private:
  std::unique_ptr<Model const> model_;
};

// The evaluation of a variant, embedded in the program or from the folder of use_weights; loaded on first use (20 ms).
// nullptr: there is none, or it is damaged. Any thread; valid as long as the process runs.
Evaluation const* evaluation_for(Setup<std::uint64_t> const& setup);

// From now on evaluations are loaded from `folder`: a file `VARIANT.weights` for each variant that has an embedded one.
// Returns a sentence for each file with a problem; such a variant has no evaluation. Empty: the embedded ones, with the
// same checks. Any thread; call it at startup, because evaluations that were loaded before stay in use.
std::string use_weights(std::filesystem::path const& folder);

}  // namespace engawa::games::reversi
