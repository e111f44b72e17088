#include "games/reversi/weights/weights_frame.hpp"

#include "base/fnv.hpp"
#include "games/core/crc32.hpp"

namespace engawa::games::reversi {
namespace {

// Takes bytes off the front of a text; returns nothing once the text was too short.
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

Refusal damage(std::string sentence) { return refuse("bad_message", std::move(sentence)); }

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

std::string write_frame(WeightsKind const& kind, Variant const& variant, WeightsParts const& parts) {
  std::string text(kind.magic);
  put_number(text, kind.version);
  put_number(text, variant_id(variant));
  for (auto const part : {parts.layout, parts.body}) {
    put_number(text, static_cast<std::uint32_t>(part.size()));
    text += part;
  }
  put_number(text, crc32(text));
  return text;
}

Result<WeightsParts> read_frame(WeightsKind const& kind, Variant const& variant, std::string_view text) {
  auto const magic = kind.magic.size();
  if (text.substr(0, magic) != kind.magic) return damage("this is no file of weights");
  if (text.size() < magic + 8) return damage("the file of weights is cut short");
  Reader reader(text.substr(magic, text.size() - magic - 4));
  if (auto const version = reader.number<std::uint32_t>(); version != kind.version)
    return damage("the file of weights has version " + std::to_string(version) + ", not " +
                  std::to_string(kind.version));
  if (Reader(text.substr(text.size() - 4)).number<std::uint32_t>() != crc32(text.substr(0, text.size() - 4)))
    return damage("the file of weights is damaged: its checksum does not fit");
  if (reader.number<std::uint64_t>() != variant_id(variant)) return damage("the weights are those of another variant");
  auto const layout = reader.take(reader.number<std::uint32_t>());
  auto const body = reader.take(reader.number<std::uint32_t>());
  if (!reader.done()) return damage("the file of weights has another length than it says");
  return WeightsParts{layout, body};
}

}  // namespace engawa::games::reversi
