// The sentences of protocol/errors.json, built into the program (CMake writes them into error_texts.cpp). Any thread
// after the first call.
#pragma once
#include <string_view>

#include "clients/console/text.hpp"

namespace engawa::cli {

// Empty if the registry does not have the code.
std::string_view error_text(std::string_view code, Lang lang);

}  // namespace engawa::cli
