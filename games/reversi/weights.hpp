// The file of an evaluation's weights, read and written. All numbers little-endian:
//
//   "engawaRW", version (4 bytes), variant (8: variant_id), length of the layout (4) and the layout: what the weights belong to, as
//   layout_text makes it; length of the body (4) and the body; CRC-32 of all before (4).
//
// The body is one stream of a range coder (range_coder.hpp): for each phase the weights of each pattern, ascending by index and
// without those that the mirror repeats, then the facts; then the shares. A weight is "not 0", with a probability by what its neighbours
// are and what it was in the phase before, and then its number.
#pragma once
#include <memory>

#include "base/result.hpp"
#include "games/reversi/model.hpp"

namespace engawa::games::reversi {

inline constexpr std::uint32_t kWeightsVersion = 1;

// A hash of all that makes a variant, but for its name.
std::uint64_t variant_id(Variant const& variant);

// REQUIRES: weights are equal where the mirror says so.
std::string write_weights(Model const& model);

// Refuses with `bad_message` what is damaged, of another version or layout, or of another variant. Any bytes.
Result<std::unique_ptr<Model const>> read_weights(std::string_view text, Variant const& variant);

}  // namespace engawa::games::reversi
