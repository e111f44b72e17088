#include "games/reversi/evaluation.hpp"

#include "games/reversi/evaluation_wide.hpp"
#include "games/reversi/weights.hpp"

namespace engawa::games::reversi {
namespace {

using Portable = Core<std::int8_t, PortableKernel>;

}  // namespace

Evaluation::Evaluation(std::unique_ptr<Model const> model) : model_(std::move(model)) {}
Evaluation::~Evaluation() = default;

Result<std::unique_ptr<Evaluation const>> Evaluation::from_file_text(std::string_view text, Variant const& variant) {
  auto model = read_weights(text, variant);
  if (!model) return model.error();
  return std::make_unique<Evaluation const>(std::move(*model));
}

Value Evaluation::value(Position<std::uint64_t> const& position) const {
  if (has_wide_evaluation()) return value_wide<std::int8_t>(*model_, position);
  return value_portable(position);
}

std::span<Child> Evaluation::children(Position<std::uint64_t> const& position, std::span<Child> out) const {
  if (has_wide_evaluation()) return out.first(children_wide<std::int8_t>(*model_, position, out));
  return children_portable(position, out);
}

Value Evaluation::value_portable(Position<std::uint64_t> const& position) const {
  return Portable::value(*model_, position);
}

std::span<Child> Evaluation::children_portable(Position<std::uint64_t> const& position, std::span<Child> out) const {
  return out.first(Portable::children(*model_, position, out));
}

}  // namespace engawa::games::reversi
