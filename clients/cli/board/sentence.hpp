// Fills in the templates of games/core/terminal.hpp. Pure functions; any thread.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/json_read.hpp"
#include "clients/console/text.hpp"

namespace engawa::cli {

struct Look;

// Where fields are looked up, in this order; without a `look`, seats have no names.
struct Context {
  std::vector<Json const*> places;
  Look const* look = nullptr;
  int seat = -1;  // `$`
};

std::string fill(std::string_view text, Context const& context);
// With only the members of one object.
std::string fill(std::string_view text, Json const& fields);

// Stands for a piece in a filled text until it is drawn.
inline constexpr char kPieceMark = '\x01';

}  // namespace engawa::cli
