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

// Under a sanitizer, which makes everything ten times as slow, long stories are told in a few chapters.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
inline constexpr bool kSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool kSanitized = false;
#endif

// So that CHECK(result) can say which refusal it was.
inline std::ostream& operator<<(std::ostream& out, Refusal const& refusal) {
  return out << refusal.code << ": " << refusal.message;
}

}  // namespace engawa
