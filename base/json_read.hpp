// The only entry for JSON from outside. It is strict and bounded, and every refusal has a sentence.
// Pure functions; any thread.
#pragma once
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace engawa {

using Json = nlohmann::json;

inline constexpr int kMaxJsonDepth = 16;  // nesting of arrays and objects

// Parses one JSON text. Refuses with `bad_json`: syntax errors, bad UTF-8, depth over kMaxJsonDepth, and duplicate keys
// in an object; with `bad_message`: U+0000, which is valid in JSON but not in our texts.
Result<Json> parse_json(std::string_view text);

// The integer at `object[key]`, which must be a JSON integer (2.0, "2" and true are not) in low..high.
// Absent: nullopt. Refuses with `bad_message`. REQUIRES: `object` is an object.
Result<std::optional<std::int64_t>> read_int(Json const& object, char const* key, std::int64_t low, std::int64_t high);
// The refusal for a value that is not such an integer.
Refusal not_in_range(char const* key, std::int64_t low, std::int64_t high);

// The same for a string of at most `most` code points. Schemas count code points too (`maxLength`), not bytes.
Result<std::optional<std::string>> read_string(Json const& object, char const* key, std::size_t most);

// The same for true and false.
Result<std::optional<bool>> read_bool(Json const& object, char const* key);

// The string at `object[key]`; nullopt if there is none. REQUIRES: `object` is an object, and outlives the result.
std::optional<std::string_view> text_at(Json const& object, char const* key);

}  // namespace engawa
