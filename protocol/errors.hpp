// The registry of errors: the C++ form of errors.json (a test compares the two).
#pragma once
#include <span>
#include <string_view>

namespace engawa::protocol {

struct ErrorEntry {
  std::string_view code;
  int status;  // HTTP
  bool retry;  // the same request may succeed later
};

std::span<ErrorEntry const> error_registry();

// REQUIRES: `code` is in the registry.
int http_status(std::string_view code);

// Whether the same request may succeed later. REQUIRES: as above.
bool may_retry(std::string_view code);

}  // namespace engawa::protocol
