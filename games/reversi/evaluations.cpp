// The evaluations of this process: embedded in the program, or from a folder.
#include <atomic>
#include <fstream>
#include <iterator>
#include <mutex>
#include <vector>

#include "base/forever.hpp"
#include "games/reversi/embedded.hpp"
#include "games/reversi/evaluation.hpp"
#include "games/reversi/weights.hpp"

namespace engawa::games::reversi {
namespace {

// The evaluation of one variant.
struct Holder {
  Variant const& variant;
  std::uint64_t id;
  std::string_view embedded;
  std::atomic<Evaluation const*> current{nullptr};
  std::atomic<bool> ready{false};

  Holder(std::string_view preset, std::string_view text)
      : variant(find_preset(preset)->variant), id(variant_id(variant)), embedded(text) {}
};

std::array<Holder, 2>& holders() {
  static std::array<Holder, 2> all{{{"five", embedded_five()}, {"seed", embedded_seed()}}};
  return all;
}

std::mutex making;

// Loaded evaluations are never freed: somebody may be using them. Guarded by `making`.
std::vector<std::unique_ptr<Evaluation const>>& made() {
  static auto& all = *forever<std::vector<std::unique_ptr<Evaluation const>>>();
  return all;
}

// Loads the evaluation from the text of a file; returns what is wrong with it, or nothing. Guarded by `making`.
std::string set(Holder& holder, std::string_view text) {
  auto evaluation = Evaluation::from_file_text(text, holder.variant);
  holder.current = evaluation ? evaluation->get() : nullptr;
  holder.ready = true;
  if (!evaluation) return evaluation.error().message;
  made().push_back(std::move(*evaluation));
  return "";
}

// The text of a file; empty if it cannot be read.
std::string text_of(std::filesystem::path const& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

Evaluation const* evaluation_for(Setup<std::uint64_t> const& setup) {
  auto const id = variant_id(setup.variant);
  for (auto& holder : holders()) {
    if (holder.id != id) continue;
    if (!holder.ready) {
      std::lock_guard const lock(making);
      if (!holder.ready) (void)set(holder, holder.embedded);
    }
    return holder.current;
  }
  return nullptr;
}

std::string use_weights(std::filesystem::path const& folder) {
  std::lock_guard const lock(making);
  std::string faults;
  for (auto& holder : holders()) {
    auto const& preset = holder.variant.preset;
    std::string fault;
    if (folder.empty()) {
      fault = set(holder, holder.embedded);
    } else {
      auto const path = folder / (preset + ".weights");
      auto const text = text_of(path);
      fault = set(holder, text);
      if (!fault.empty()) fault = path.string() + (text.empty() ? " cannot be read" : ": " + fault);
    }
    if (fault.empty()) continue;
    if (!faults.empty()) faults += "; ";
    faults.append(fault).append(", so bots of ").append(preset).append(" think without learned weights");
  }
  return faults;
}

}  // namespace engawa::games::reversi
