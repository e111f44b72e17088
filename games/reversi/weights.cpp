#include "games/reversi/weights.hpp"

#include "games/core/crc32.hpp"
#include "games/core/fnv.hpp"
#include "games/reversi/range_coder.hpp"

namespace engawa::games::reversi {
namespace {

constexpr std::string_view kMagic = "engawaRW";

template <class Number>
void put_number(std::string& out, Number number) {
  for (std::size_t i = 0; i < sizeof(Number); ++i) out += static_cast<char>(number >> (8 * i) & 0xff);
}

// Takes bytes off the front of a text; nothing once the text was too short.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}
  std::string_view take(std::size_t size) {
    if (size > rest_.size()) {
      short_ = true;
      return {};
    }
    auto const taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }
  template <class Number>
  Number number() {
    Number value = 0;
    auto const bytes = take(sizeof(Number));
    for (std::size_t i = 0; i < bytes.size(); ++i)
      value = static_cast<Number>(value | static_cast<Number>(static_cast<std::uint8_t>(bytes[i])) << (8 * i));
    return value;
  }
  bool done() const { return !short_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool short_ = false;
};

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

std::uint64_t variant_id(Variant const& variant) {
  Fnv hash;
  for (auto const& row : variant.rows) hash.add(row).add(std::string_view("/"));
  for (auto const* const part : {&variant.rotation, &variant.compete, &variant.permanent})
    hash.add(*part).add(std::string_view("/"));
  for (auto const& [ply, color] : variant.cut_ins)
    hash.add(static_cast<std::uint64_t>(ply)).add(static_cast<std::uint64_t>(color));
  return hash.add(std::uint64_t{variant.skip_stuck_cut_in}).add(static_cast<std::uint64_t>(variant.first)).value();
}

std::string write_weights(Model const& model) {
  RangeEncoder coder;
  each_weight(model, Writing{coder});
  auto const body = coder.finish();
  auto const layout = layout_text(model.patterns);
  std::string text(kMagic);
  put_number(text, kWeightsVersion);
  put_number(text, variant_id(model.setup.variant));
  put_number(text, static_cast<std::uint32_t>(layout.size()));
  text += layout;
  put_number(text, static_cast<std::uint32_t>(body.size()));
  text += body;
  put_number(text, crc32(text));
  return text;
}

Result<std::unique_ptr<Model const>> read_weights(std::string_view text, Variant const& variant) {
  if (text.substr(0, kMagic.size()) != kMagic) return fault("this is no file of weights");
  if (text.size() < kMagic.size() + 8) return fault("the file of weights is cut short");
  Reader reader(text.substr(kMagic.size(), text.size() - kMagic.size() - 4));
  if (auto const version = reader.number<std::uint32_t>(); version != kWeightsVersion)
    return fault("the file of weights has version " + std::to_string(version) + ", not " +
                 std::to_string(kWeightsVersion));
  if (Reader(text.substr(text.size() - 4)).number<std::uint32_t>() != crc32(text.substr(0, text.size() - 4)))
    return fault("the file of weights is damaged: its checksum does not fit");
  if (reader.number<std::uint64_t>() != variant_id(variant)) return fault("the weights are those of another variant");
  auto const setup = make_setup<std::uint64_t>(variant);
  if (!has_patterns(setup.geometry)) return fault("this board has no patterns");
  auto model = std::make_unique<Model>(make_model<Model>(variant));
  if (reader.take(reader.number<std::uint32_t>()) != layout_text(model->patterns))
    return fault("the weights belong to other patterns than this program's");
  RangeDecoder coder(reader.take(reader.number<std::uint32_t>()));
  if (!reader.done()) return fault("the file of weights has another length than it says");
  each_weight(static_cast<ModelOf<std::int8_t>&>(*model), Reading{coder});
  if (!coder.at_end()) return fault("the weights do not end where they should");
  return std::unique_ptr<Model const>(std::move(model));
}

}  // namespace engawa::games::reversi
