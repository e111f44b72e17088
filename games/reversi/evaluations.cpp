// The evaluations of this process: embedded in the program, or from a folder.
#include <atomic>
#include <fstream>
#include <iterator>
#include <mutex>
#include <span>
#include <vector>

#include "base/forever.hpp"
#include "games/reversi/many/evaluation.hpp"
#include "games/reversi/many/weights.hpp"
#include "games/reversi/two/evaluation.hpp"
#include "games/reversi/weights/embedded.hpp"

namespace engawa::games::reversi {
namespace {

Result<std::unique_ptr<Evaluation const>> read(Evaluation const*, std::string_view text, Variant const& variant) {
  return Evaluation::from_file_text(text, variant);
}
Result<std::unique_ptr<duel::Evaluation const>> read(duel::Evaluation const*, std::string_view text,
                                                     Variant const& variant) {
  return duel::read_weights(text, variant);
}

// The evaluation of one variant.
template <class E>
struct Holder {
  Variant const& variant;
  std::uint64_t id;
  std::string_view embedded;
  std::atomic<E const*> current{nullptr};
  std::atomic<bool> ready{false};

  Holder(std::string_view preset, std::string_view text)
      : variant(find_preset(preset)->variant), id(variant_id(variant)), embedded(text) {}
};

struct Holders {
  std::array<Holder<Evaluation>, 5> of_many{{{"five", embedded_five()},
                                             {"seed", embedded_seed()},
                                             {"diamond", embedded_diamond()},
                                             {"octagon-three", embedded_octagon_three()},
                                             {"octagon-wild", embedded_octagon_wild()}}};
  std::array<Holder<duel::Evaluation>, 2> of_two{{{"classic", embedded_classic()}, {"octagon", embedded_octagon()}}};
};

Holders& holders() {
  static Holders all;
  return all;
}

std::mutex making;

// Loaded evaluations are never freed, because another thread may be using them. Guarded by `making`.
template <class E>
std::vector<std::unique_ptr<E const>>& made() {
  static auto& all = *forever<std::vector<std::unique_ptr<E const>>>();
  return all;
}

// Loads the evaluation from the text of a file; returns the problem, or an empty text. Guarded by `making`.
template <class E>
std::string set(Holder<E>& holder, std::string_view text) {
  auto evaluation = read(static_cast<E const*>(nullptr), text, holder.variant);
  holder.current = evaluation ? evaluation->get() : nullptr;
  holder.ready = true;
  if (!evaluation) return evaluation.error().message;
  made<E>().push_back(std::move(*evaluation));
  return "";
}

// The text of a file; empty if it cannot be read.
std::string text_of(std::filesystem::path const& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// From the file of the folder, or the embedded one. Returns the problem, or an empty text. Guarded by `making`.
template <class E>
std::string use(Holder<E>& holder, std::filesystem::path const& folder) {
  if (folder.empty()) return set(holder, holder.embedded);
  auto const path = folder / (holder.variant.preset + ".weights");
  auto const text = text_of(path);
  auto fault = set(holder, text);
  return fault.empty() ? fault : path.string() + (text.empty() ? " cannot be read" : ": " + fault);
}

template <class E>
void use_all(std::span<Holder<E>> list, std::filesystem::path const& folder, std::string& faults) {
  for (auto& holder : list) {
    auto const fault = use(holder, folder);
    if (fault.empty()) continue;
    if (!faults.empty()) faults += "; ";
    faults.append(fault).append(", so bots of ").append(holder.variant.preset).append(" think without learned weights");
  }
}

template <class E>
E const* loaded(Holder<E>& holder) {
  if (!holder.ready) {
    std::lock_guard const lock(making);
    if (!holder.ready) (void)set(holder, holder.embedded);
  }
  return holder.current;
}

}  // namespace

Evaluation const* evaluation_for(Setup<std::uint64_t> const& setup) {
  auto const id = variant_id(setup.variant);
  for (auto& holder : holders().of_many)
    if (holder.id == id) return loaded(holder);
  return nullptr;
}

// For every board with the same cells: the evaluation depends neither on the start nor on the colours.
duel::Evaluation const* duel::evaluation_for(Variant const& variant) {
  static std::array const fields = {field_of(holders().of_two[0].variant), field_of(holders().of_two[1].variant)};
  auto const field = field_of(variant);
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (field && fields[i] == field) return loaded(holders().of_two[i]);
  return nullptr;
}

std::string use_weights(std::filesystem::path const& folder) {
  std::lock_guard const lock(making);
  std::string faults;
  use_all<Evaluation>(holders().of_many, folder, faults);
  use_all<duel::Evaluation>(holders().of_two, folder, faults);
  return faults;
}

}  // namespace engawa::games::reversi
