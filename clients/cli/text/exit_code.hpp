// What a refusal or a close code means for the client: which exit code, and whether to come back. Pure functions; any thread.
#pragma once
#include <string_view>

#include "clients/console/failure.hpp"

namespace engawa::cli {

// The exit code for a refusal of the server.
Exit exit_for_refusal(std::string_view code);

// The exit code for a WebSocket that was closed with `code`; 1006 stands for a connection that broke.
Exit exit_for_close(int code);

// What the close codes of the protocol ask of a client.
enum class Comeback { Never, Soon, BackOff };
Comeback comeback_after(int close_code);

// A sentence for a close code, for people.
std::string_view close_meaning(int code);

}  // namespace engawa::cli
