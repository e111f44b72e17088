// A refusal is a value: a stable code for clients and one sentence for people.
#pragma once
#include <boost/system/result.hpp>
#include <stdexcept>
#include <string>
#include <utility>

namespace engawa {

// `code` is a code of protocol/errors.json; `message` says what was wrong and what is allowed (English, no full stop at
// the end).
// The constructor prevents a lone string from converting (C++20 aggregates would allow it), so that Result<std::string>
// is unambiguous.
struct Refusal {
  Refusal() = default;
  Refusal(std::string code_, std::string message_) : code(std::move(code_)), message(std::move(message_)) {}
  std::string code;
  std::string message;
};

// Value or refusal. `.value()` on a refusal throws std::logic_error, because that is a bug, never bad input.
template <class T>
using Result = boost::system::result<T, Refusal>;

[[noreturn]] inline void throw_exception_from_error(Refusal const& refusal, boost::source_location const&) {
  throw std::logic_error("unchecked refusal " + refusal.code + ": " + refusal.message);
}

inline Refusal refuse(std::string code, std::string message) { return {std::move(code), std::move(message)}; }

}  // namespace engawa
