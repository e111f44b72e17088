// The file of an evaluation's weights: in a frame (weights_frame.hpp) with the magic "engawaRW".
//
// The body is one stream of a range coder (range_coder.hpp): for each phase the weights of each pattern, ascending by
// index and without the mirrored ones, then the facts; then the shares. A weight is a bit "not 0", with a probability
// that depends on its neighbours and on its value in the phase before, and then its number.
#pragma once
#include <memory>

#include "base/result.hpp"
#include "games/reversi/many/model.hpp"
#include "games/reversi/weights/weights_frame.hpp"

namespace engawa::games::reversi {

inline constexpr std::uint32_t kWeightsVersion = 1;

// REQUIRES: mirrored weights are equal.
std::string write_weights(Model const& model);

// Refuses with `bad_message` if the bytes are damaged, or of another version, layout or variant. Accepts any bytes.
Result<std::unique_ptr<Model const>> read_weights(std::string_view text, Variant const& variant);

}  // namespace engawa::games::reversi
