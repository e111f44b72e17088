// The frame around the body of every reversi weights file. All numbers are little-endian: magic (8 bytes), version (4),
// variant (8: variant_id), length of the layout (4) and the layout, which identifies the weights; length of the body
// (4) and the body; CRC-32 of everything before (4).
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "games/reversi/variant.hpp"

namespace engawa::games::reversi {

struct WeightsKind {
  std::string_view magic;
  std::uint32_t version;
};

struct WeightsParts {
  std::string_view layout, body;  // views of the text that was read
};

// A hash of everything in a variant except its name.
std::uint64_t variant_id(Variant const& variant);

template <class Number>
void put_number(std::string& out, Number number) {
  for (std::size_t i = 0; i < sizeof(Number); ++i) out += static_cast<char>(number >> (8 * i) & 0xff);
}

std::string write_frame(WeightsKind const& kind, Variant const& variant, WeightsParts const& parts);

// Refuses with `bad_message` if the bytes are damaged, or of another kind, version or variant. Accepts any bytes.
Result<WeightsParts> read_frame(WeightsKind const& kind, Variant const& variant, std::string_view text);

}  // namespace engawa::games::reversi
