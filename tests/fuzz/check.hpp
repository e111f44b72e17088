// Reports a broken law in a fuzz target: libFuzzer then keeps the input.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/json_read.hpp"
#include "base/standard_streams.hpp"

namespace engawa::fuzz {

// libFuzzer has the main().
inline bool const streams_open = (open_standard_streams(), true);

inline void check(bool holds, char const* law, std::string_view detail = {}) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n%.*s\n", law, static_cast<int>(detail.size()), detail.data());
  std::abort();
}

// JSON that the program itself wrote: its own strict reader (no repeated keys, valid UTF-8) must be able to read
// it. `merge` laws compare documents, whose depth is within the reader's limit for frames from outside.
inline Json reread(std::string const& text, char const* what) {
  auto parsed = parse_json(text);
  check(parsed.has_value(), what, text);
  return *parsed;
}

}  // namespace engawa::fuzz
