// What a position of reversi is worth to each player, learned from games of the program against itself (TRAINING.md).
//
// Each player who can win has a number, the sum of weights looked up by what he sees on lines and regions of the board
// (patterns.hpp) and by a few facts of the whole position (features.hpp); the softmax of the numbers are the chances to
// come first. A player who cannot win (C and Y of `seed`) is told the share of the board that he can expect.
//
// An Evaluation never changes after it is made: all threads share it.
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

// By player (Disc 0..4): who competes, his chance to come first (a shared first place is divided; they add up to 1); who
// does not, his expected share of the board's cells; 0 who has no seat.
using Value = std::array<float, 5>;

// What one move leads to.
struct Child {
  std::uint64_t at = 0;  // the move, a single bit
  Disc turn = kNobody;   // who plays next; kNobody: the game is over, and `value` is its exact outcome
  Value value{};
};

// As many moves as a position can have.
inline constexpr std::size_t kMostMoves = 64;

class Evaluation {
 public:
  // From the text of a file of weights. Refuses with `bad_message` and a sentence what is damaged or of another variant.
  static Result<std::unique_ptr<Evaluation const>> from_file_text(std::string_view text, Variant const& variant);

  explicit Evaluation(std::unique_ptr<Model const> model);
  ~Evaluation();

  // The outcome if the game is over.
  Value value(Position<std::uint64_t> const& position) const;

  // The values after each move of position.legal, the lowest bit first, at a fraction of what value() costs for each; gives
  // the part of `out` that is used. REQUIRES: position.turn != kNobody; room for them in `out`.
  std::span<Child> children(Position<std::uint64_t> const& position, std::span<Child> out) const;

  // The same by portable code, wherever it runs: what tests compare with.
  Value value_portable(Position<std::uint64_t> const& position) const;
  std::span<Child> children_portable(Position<std::uint64_t> const& position, std::span<Child> out) const;

 private:
  std::unique_ptr<Model const> model_;
};

// The evaluation of a variant, embedded in the program or from the folder of use_weights; made when first asked for (20 ms).
// nullptr: there is none, or it is damaged. Any thread; it stays as long as the process.
Evaluation const* evaluation_for(Setup<std::uint64_t> const& setup);

// From now on evaluations come from `folder`, a file `VARIANT.weights` for each variant that has an embedded one. Says what is wrong
// with a file there in a sentence for each, and such a variant has no evaluation. Empty: the embedded ones, of which it says the same.
// Any thread; meant for the start, since what was asked for before stays in use.
std::string use_weights(std::filesystem::path const& folder);

}  // namespace engawa::games::reversi
