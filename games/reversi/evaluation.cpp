#include "games/reversi/evaluation.hpp"

#include "games/reversi/evaluation_wide.hpp"
#include "games/reversi/weights.hpp"

namespace engawa::games::reversi {
namespace {

using Word = std::uint64_t;
using Portable = Core<std::int8_t, PortableKernel>;

// The portable code, compiled a second time for processors with a popcount instruction, as in playout.cpp: a quarter
// faster.
#if defined(__x86_64__)
#define ENGAWA_COUNTING gnu::flatten, gnu::target("popcnt,bmi,bmi2")
bool counts_bits() {
  static bool const counts =
      __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  return counts;
}

[[ENGAWA_COUNTING]] Value value_counting(Model const& model, Position<Word> const& position) {
  return Portable::value(model, position);
}
[[ENGAWA_COUNTING]] std::size_t children_counting(Model const& model, Position<Word> const& position,
                                                  std::span<Child> out) {
  return Portable::children(model, position, out);
}
#else
bool counts_bits() { return false; }
Value value_counting(Model const& model, Position<Word> const& position) { return Portable::value(model, position); }
std::size_t children_counting(Model const& model, Position<Word> const& position, std::span<Child> out) {
  return Portable::children(model, position, out);
}
#endif

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
  return counts_bits() ? value_counting(*model_, position) : Portable::value(*model_, position);
}

std::span<Child> Evaluation::children_portable(Position<std::uint64_t> const& position, std::span<Child> out) const {
  auto const count =
      counts_bits() ? children_counting(*model_, position, out) : Portable::children(*model_, position, out);
  return out.first(count);
}

}  // namespace engawa::games::reversi
