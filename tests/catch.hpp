// Catch2, whichever version Debian has: 2 (bookworm) or 3 (trixie). Include this and nothing of Catch2's.
#pragma once
#include <ostream>

#include "base/result.hpp"
#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_test_macros.hpp>
#else
#include <catch2/catch.hpp>
#endif

namespace engawa {

// So that CHECK(result) can say which refusal it was.
inline std::ostream& operator<<(std::ostream& out, Refusal const& refusal) {
  return out << refusal.code << ": " << refusal.message;
}

}  // namespace engawa
