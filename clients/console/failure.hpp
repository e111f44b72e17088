// How a program ends: the documented exit codes, and what a verb returns when it cannot continue. Any thread.
#pragma once
#include <boost/system/result.hpp>
#include <stdexcept>
#include <string>

namespace engawa::cli {

enum class Exit {
  Ok = 0,
  Other = 1,
  Usage = 2,
  Unreachable = 3,   // cannot connect, or the connection was lost for good
  Unauthorised = 4,  // the server does not know us, or forbids it
  Refused = 5,       // the server refused; its error code is printed
  TimedOut = 6,      // connected, but an answer did not arrive
  NoRoom = 7,        // no such room, or it is full
  Version = 8,       // the server does not speak our protocol version
  Interrupted = 130,
};

// Why a verb cannot continue. `code` is a code of protocol/errors.json or, for failures on our side, `cannot_connect`,
// `no_server`, `timeout`, `closed_NNNN`, `certificate`, `output`, `usage`; `message` is a sentence for a person, without a final
// stop.
struct Failure {
  Exit exit = Exit::Other;
  std::string code;
  std::string message;
  std::string japanese = {};  // the same in Japanese, if it has no translation elsewhere
};

template <class T>
using Outcome = boost::system::result<T, Failure>;

[[noreturn]] inline void throw_exception_from_error(Failure const& failure, boost::source_location const&) {
  throw std::logic_error("unchecked failure " + failure.code + ": " + failure.message);
}

// Success, spelt out: JSON converts to and from nearly everything, and a plain `return json` would be ambiguous.
template <class T>
Outcome<T> success(T value) {
  return Outcome<T>(boost::system::in_place_value, std::move(value));
}

// The command line asks for something that does not exist.
inline Failure misuse(std::string message) { return {Exit::Usage, "usage", std::move(message)}; }

}  // namespace engawa::cli
