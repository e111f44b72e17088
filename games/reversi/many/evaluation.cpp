#include "games/reversi/many/evaluation.hpp"

#include "base/expect.hpp"
#include "games/reversi/many/evaluation_core.hpp"
#include "games/reversi/many/weights.hpp"

namespace engawa::games::reversi {
namespace {

using Word = std::uint64_t;
template <int Stride>
using Portable = Core<std::int8_t, PortableKernel<Stride>>;

// The portable code, compiled a second time for processors with a popcount instruction, as in playout.cpp: a quarter
// faster.
#if defined(__x86_64__)
#define ENGAWA_COUNTING gnu::flatten, gnu::target("popcnt,bmi,bmi2")
bool counts_bits() {
  static bool const counts =
      __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  return counts;
}
#else
#define ENGAWA_COUNTING gnu::flatten
bool counts_bits() { return false; }
#endif

template <int Stride>
[[ENGAWA_COUNTING]] Value value_counting(Model const& model, Position<Word> const& position) {
  return Portable<Stride>::value(model, position);
}
template <int Stride>
[[ENGAWA_COUNTING]] std::size_t children_counting(Model const& model, Position<Word> const& position,
                                                  std::span<Child> out) {
  return Portable<Stride>::children(model, position, out);
}

[[maybe_unused]] bool can_hold(Position<Word> const& position, std::span<Child> out) {
  return position.turn != kNobody && out.size() >= static_cast<std::size_t>(bits::count(position.legal));
}

}  // namespace

Evaluation::Evaluation(std::unique_ptr<Model const> model) : model_(std::move(model)) {}
Evaluation::~Evaluation() = default;

Result<std::unique_ptr<Evaluation const>> Evaluation::from_file_text(std::string_view text, Variant const& variant) {
  auto model = read_weights(text, variant);
  if (!model) return model.error();
  return std::make_unique<Evaluation const>(std::move(*model));
}

Value Evaluation::value(Position<std::uint64_t> const& position) const {
  return with_stride(*model_, [&](auto stride) {
    return counts_bits() ? value_counting<stride()>(*model_, position) : Portable<stride()>::value(*model_, position);
  });
}

std::span<Child> Evaluation::children(Position<std::uint64_t> const& position, std::span<Child> out) const {
  EXPECT(can_hold(position, out), position.turn, out.size());
  return out.first(with_stride(*model_, [&](auto stride) {
    return counts_bits() ? children_counting<stride()>(*model_, position, out)
                         : Portable<stride()>::children(*model_, position, out);
  }));
}

}  // namespace engawa::games::reversi
