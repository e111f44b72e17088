// Any bytes as a record: reading and replaying it never crashes, and never accepts a changed record. The input is the
// record without its hashes, which are computed here, so that the fuzzer gets past the chain. It is also tried
// unchanged, with any hashes in it.
#include <cstdint>

#include "games/record/chain.hpp"
#include "games/record/replay.hpp"
#include "tests/fuzz/check.hpp"

namespace {

using namespace engawa;
using namespace engawa::fuzz;

// Whether a record is valid to its end.
bool holds(std::string_view text) {
  auto replay = record::Replay::open(text);
  if (!replay) {
    check(replay.error().line > 0 && !replay.error().detail.empty(), "a fault says where and what", text);
    return false;
  }
  record::Replay::Step step;
  for (;;) {
    auto const more = replay->next(step);
    if (!more || !*more) return more.has_value();
  }
}

// Lines that could be bodies: append_line needs an object into which it puts the hash.
std::string usable(std::string_view text) {
  std::string bodies;
  while (!text.empty()) {
    auto const line = text.substr(0, text.find('\n'));
    if (line.size() > 2 && line.front() == '{') bodies.append(line.substr(0, line.size() - 1)).append("}\n");
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return bodies;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string_view const input(reinterpret_cast<char const*>(data), size);
  (void)holds(input);
  auto const bodies = usable(input);
  auto text = record::with_hashes(bodies);
  check(record::without_hashes(text) == bodies, "the hashes follow from the bodies", bodies);
  if (!holds(text) || text.empty()) return 0;
  auto& byte = text[size * 7919 % text.size()];
  byte = static_cast<char>(byte ^ (1 << size % 8));
  check(!holds(text), "a changed byte is found", text);
  return 0;
}
