// The meaning of a refusal or a close code for the client: the exit code, and whether to reconnect. Pure functions; any
// thread.
#pragma once
#include <string_view>

#include "base/json_read.hpp"
#include "clients/console/failure.hpp"

namespace engawa::cli {

// The exit code for a refusal of the server.
Exit exit_for_refusal(std::string_view code);

// A refusal of the server: the protocol's `error`, in a frame or as the body of an HTTP answer.
Failure failure_of(Json const& error);

// The exit code for a WebSocket that was closed with `code`; 1006 means that the connection broke.
Exit exit_for_close(int code);

// How a client reacts to each close code.
enum class Comeback { Never, Soon, BackOff };
Comeback comeback_after(int close_code);

// A sentence for a close code, for people.
std::string_view close_meaning(int code);

}  // namespace engawa::cli
