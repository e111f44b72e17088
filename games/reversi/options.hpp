// Options of reversi as JSON: `{"preset":"seed"}`, or a custom board with its rules. The only reader of them.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "base/json_read.hpp"
#include "games/reversi/variant.hpp"

namespace engawa::games::reversi {

// Any JSON; refuses with `bad_message` and a sentence that says what is allowed.
Result<Variant> read_options(Json const& options);

// Complete options that read_options reads back as the same variant.
Json options_json(Variant const& variant);

std::string_view options_schema();

}  // namespace engawa::games::reversi
