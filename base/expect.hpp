// Contracts that are checked: EXPECT(condition) and EXPECT(condition, value...) at the start of a function that has
// requirements for its caller, or where a promise crosses a thread or the disk.
//
// In the builds that test (ENGAWA_CONTRACTS: test, dev, sanitizers, fuzzing, simulation) a condition that does not hold
// prints itself, its place and the values to standard error and aborts. In a release nothing is evaluated, so a
// condition must have no effect. Any thread; usable in constexpr functions.
//
//   EXPECT(i >= 0 && i < size_, i, size_);
//   games/core/x.hpp:12: EXPECT(i >= 0 && i < size_) does not hold: i, size_ = 7, 5
#pragma once

#if defined(ENGAWA_CONTRACTS)
#include <string>
#include <string_view>
#include <type_traits>

namespace engawa::contracts {

// Prints one line and aborts. `names`, `values`: as in the call, separated by commas; both empty without values.
[[noreturn]] void fail(char const* file, int line, char const* condition, char const* names, std::string const& values);

// A number, a truth value, an enumerator (as its number) or a text; anything else is shown as "?".
template <class T>
std::string shown(T const& value) {
  if constexpr (std::is_convertible_v<T const&, std::string_view>)
    return std::string(std::string_view(value));
  else if constexpr (std::is_same_v<T, bool>)
    return value ? "true" : "false";
  else if constexpr (std::is_enum_v<T>)
    return std::to_string(static_cast<std::underlying_type_t<T>>(value));
  else if constexpr (std::is_arithmetic_v<T>)
    return std::to_string(value);
  else
    return "?";
}

template <class... T>
std::string all_shown(T const&... values) {
  std::string out;
  ((out.append(out.empty() ? "" : ", ").append(shown(values))), ...);
  return out;
}

}  // namespace engawa::contracts

#define EXPECT(condition, ...)                                                           \
  ((condition) ? static_cast<void>(0)                                                    \
               : ::engawa::contracts::fail(__FILE__, __LINE__, #condition, #__VA_ARGS__, \
                                           ::engawa::contracts::all_shown(__VA_ARGS__)))
#else
// Compiled in every build, so that it stays valid, but never evaluated.
#define EXPECT(condition, ...) static_cast<void>(sizeof((condition) ? 1 : 0))
#endif
