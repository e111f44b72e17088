#include "games/reversi/two/evaluation.hpp"

#include "base/expect.hpp"
#include "games/reversi/weights/range_coder.hpp"
#include "games/reversi/weights/weights_frame.hpp"

namespace engawa::games::reversi::duel {
namespace {

constexpr WeightsKind kDuelKind = {"engawaRD", 1};

std::string layout_of(std::string_view preset) {
  std::string text;
  for (int empty = 0; empty <= 64; ++empty) text += static_cast<char>(phase_of(empty));
  for (auto const list : patterns_for(preset)) text.append(list).append(1, '/');
  return text;
}

// The bit "not 0" depends on two neighbours and on the previous phase, the number only on the previous phase.
struct Contexts {
  std::array<BitModel, 12> something;
  std::array<NumberModel, 3> number;
};

// Visits every weight in the order of the file: `code(BitModel&, NumberModel&, weight)` reads or writes it. Of mirrored
// entries only the first is in the file.
template <class AnyEvaluation, class Code>
void each_number(AnyEvaluation& evaluation, Code code) {
  auto const& patterns = evaluation.patterns;
  std::vector<Contexts> contexts(patterns.patterns.size() + 1);
  for (std::size_t phase = 0; phase < kPhases; ++phase) {
    auto* const weights = evaluation.weights.data() + phase * patterns.entries;
    for (std::size_t i = 0; i < patterns.patterns.size(); ++i) {
      auto const& pattern = patterns.patterns[i];
      std::size_t near = 0;
      for (auto at = pattern.offset; at < pattern.offset + pattern.entries; ++at) {
        if (patterns.twin[at] < at) continue;
        int const before = phase == 0 ? 0 : *(weights + at - patterns.entries);
        std::size_t const past = before == 0 ? 0 : before > 0 ? 1 : 2;
        code(contexts[i].something[4 * past + near], contexts[i].number[past], weights[at]);
        near = (2 * near & 3) | (weights[at] != 0);
      }
    }
  }
  for (auto& weight : evaluation.by_empty) code(contexts.back().something[0], contexts.back().number[0], weight);
}

}  // namespace

Evaluation make_evaluation(Variant const& variant) {
  EXPECT(field_of(variant) && !patterns_for(variant.preset).empty(), variant.preset);
  Evaluation evaluation;
  evaluation.patterns = make_patterns(*field_of(variant), patterns_for(variant.preset));
  evaluation.weights.resize(kPhases * evaluation.patterns.entries);
  return evaluation;
}

std::string write_weights(Evaluation const& evaluation, Variant const& variant) {
  RangeEncoder coder;
  auto const bit = [&](BitModel& model, bool value) { coder.bit(model, value); };
  each_number(evaluation, [&](BitModel& something, NumberModel& number, int weight) {
    coder.bit(something, weight != 0);
    if (weight != 0) number.write(bit, weight);
  });
  auto const body = coder.finish();
  return write_frame(kDuelKind, variant, {layout_of(variant.preset), body});
}

Result<std::unique_ptr<Evaluation const>> read_weights(std::string_view text, Variant const& variant) {
  auto const parts = read_frame(kDuelKind, variant, text);
  if (!parts) return parts.error();
  if (parts->layout != layout_of(variant.preset))
    return refuse("bad_message", "the weights belong to other patterns than this program's");
  auto evaluation = std::make_unique<Evaluation>(make_evaluation(variant));
  RangeDecoder coder(parts->body);
  auto const bit = [&](BitModel& model) { return coder.bit(model); };
  each_number(*evaluation, [&](BitModel& something, NumberModel& number, std::int16_t& weight) {
    weight = static_cast<std::int16_t>(coder.bit(something) ? number.read(bit) : 0);
  });
  if (!coder.at_end()) return refuse("bad_message", "the weights do not end where they should");
  auto const& patterns = evaluation->patterns;
  for (std::size_t phase = 0; phase < kPhases; ++phase) {
    auto* const weights = evaluation->weights.data() + phase * patterns.entries;
    for (std::uint32_t at = 0; at < patterns.entries; ++at)
      if (patterns.twin[at] < at) weights[at] = weights[patterns.twin[at]];
  }
  return std::unique_ptr<Evaluation const>(std::move(evaluation));
}

}  // namespace engawa::games::reversi::duel
