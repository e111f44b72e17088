// Reading members of foreign JSON without failures: a missing member, or one of another type, is empty.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_read.hpp"

namespace engawa::cli {

// The member, or null; null if `object` is not an object.
Json const& at(Json const& object, std::string_view key);
std::string text(Json const& object, std::string_view key);     // safe to print
std::string text_at(Json const& object, std::string_view key);  // unchanged: to be sent, kept or compared
std::int64_t number(Json const& object, std::string_view key, std::int64_t otherwise = 0);
// A text, safe to print; empty for any other type.
std::string safe_text(Json const& value);
// A time in ms since 1970, as the clock here shows it: "2026-11-30 10:00"; empty: there is none.
std::string time_text(Json const& object, std::string_view key);
bool flag(Json const& object, std::string_view key);
// The texts of the members r0, r1, ... (from `first` on), in order. They are looked up by name, because r10 sorts
// before r2 in JSON.
std::vector<std::string> numbered(Json const& object, char letter, int first);

// "-12", and nothing else.
std::optional<int> whole_number(std::string_view text);

}  // namespace engawa::cli
