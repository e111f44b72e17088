#include "games/reversi/many/weights.hpp"

#include "games/reversi/weights/range_coder.hpp"

namespace engawa::games::reversi {
namespace {

constexpr WeightsKind kKind = {"engawaRW", kWeightsVersion};

// The layout that the weights of a model depend on.
std::string layout_text(Patterns const& patterns) {
  std::string text;
  for (int empty = 0; empty <= 60; ++empty) text += static_cast<char>(phase_of(empty));
  text += static_cast<char>(patterns.patterns.size());
  for (std::size_t i = 0; i < patterns.patterns.size(); ++i) {
    auto const first = std::find_if(patterns.placements.begin(), patterns.placements.end(),
                                    [&](Placement const& item) { return item.pattern == i; });
    text += static_cast<char>(first->cells.size());
    for (Cell const cell : first->cells) text += static_cast<char>(cell);
  }
  put_number(text, static_cast<std::uint32_t>(kFactWeights));
  put_number(text, static_cast<std::uint32_t>(kShareWeights));
  return text;
}

// The contexts of the bits of a pattern's weights.
struct PatternModel {
  std::array<BitModel, 12> is_something;
  std::array<NumberModel, 3> number;
};

// Visits all weights of `model` in the order of the file; `code(BitModel&/NumberModel&, ...)` reads or writes each.
template <class AnyModel, class Code>
void each_weight(AnyModel& model, Code code) {
  auto const& patterns = model.patterns;
  std::vector<PatternModel> kinds(patterns.patterns.size());
  PatternModel fact_kinds, share_kinds;
  for (std::size_t phase = 0; phase < kPhases; ++phase) {
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      auto const& pattern = patterns.patterns[i];
      auto* const weights = model.lines.data() + phase * patterns.entries + pattern.offset;
      std::size_t neighbours = 0;
      for (std::uint32_t index = 0; index < pattern.entries(); ++index) {
        auto const twin = pattern.mirrored(index);
        if (twin < index) continue;
        int const before =
            phase == 0 ? 0
                       : weights[static_cast<std::ptrdiff_t>(index) - static_cast<std::ptrdiff_t>(patterns.entries)];
        std::size_t const past = before == 0 ? 0 : before > 0 ? 1 : 2;
        code(kinds[i].is_something[4 * past + neighbours], kinds[i].number[past], weights[index]);
        if (twin != index) code.repeat(weights[index], weights[twin]);
        neighbours = (2 * neighbours & 3) | (weights[index] != 0);
      }
    }
    for (std::size_t i = 0; i < kFactWeights; ++i)
      code(fact_kinds.is_something[0], fact_kinds.number[0], model.facts[phase * kFactWeights + i]);
    for (std::size_t i = 0; i < kShareWeights; ++i)
      code(share_kinds.is_something[0], share_kinds.number[0], model.shares[phase * kShareWeights + i]);
  }
}

struct Writing {
  RangeEncoder& coder;
  template <class Weight>
  void operator()(BitModel& is_something, NumberModel& number, Weight const& weight) {
    coder.bit(is_something, weight != 0);
    if (weight != 0) number.write([&](BitModel& model, bool bit) { coder.bit(model, bit); }, weight);
  }
  void repeat(std::int8_t, std::int8_t) {}
};

struct Reading {
  RangeDecoder& coder;
  template <class Weight>
  void operator()(BitModel& is_something, NumberModel& number, Weight& weight) {
    int const value = coder.bit(is_something) ? number.read([&](BitModel& model) { return coder.bit(model); }) : 0;
    weight = static_cast<Weight>(value);
  }
  void repeat(std::int8_t weight, std::int8_t& twin) { twin = weight; }
};

Refusal fault(std::string sentence) { return refuse("bad_message", std::move(sentence)); }

}  // namespace

std::string write_weights(Model const& model) {
  RangeEncoder coder;
  each_weight(model, Writing{coder});
  auto const body = coder.finish();
  return write_frame(kKind, model.setup.variant, {layout_text(model.patterns), body});
}

Result<std::unique_ptr<Model const>> read_weights(std::string_view text, Variant const& variant) {
  auto const parts = read_frame(kKind, variant, text);
  if (!parts) return parts.error();
  auto const setup = make_setup<std::uint64_t>(variant);
  if (!has_patterns(setup.geometry)) return fault("this board has no patterns");
  auto model = std::make_unique<Model>(make_model<Model>(variant));
  if (parts->layout != layout_text(model->patterns))
    return fault("the weights belong to other patterns than this program's");
  RangeDecoder coder(parts->body);
  each_weight(static_cast<ModelOf<std::int8_t>&>(*model), Reading{coder});
  if (!coder.at_end()) return fault("the weights do not end where they should");
  return std::unique_ptr<Model const>(std::move(model));
}

}  // namespace engawa::games::reversi
