// Reading members of other people's JSON where nothing may fail: what is missing or of another kind is empty.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_read.hpp"

namespace engawa::cli {

// The member, or null; of anything that is no object, null.
Json const& at(Json const& object, std::string_view key);
std::string text(Json const& object, std::string_view key);     // harmless to print
std::string text_at(Json const& object, std::string_view key);  // as it is: to be sent, kept or compared
std::int64_t number(Json const& object, std::string_view key, std::int64_t otherwise = 0);
// A text, harmless to print; of anything else, nothing.
std::string safe_text(Json const& value);
bool flag(Json const& object, std::string_view key);
// The texts of the members r0, r1, ... (from `first` on), in order. Ten sorts before two in JSON, so they are asked for
// by name.
std::vector<std::string> numbered(Json const& object, char letter, int first);

// "-12", and nothing else.
std::optional<int> whole_number(std::string_view text);

}  // namespace engawa::cli
