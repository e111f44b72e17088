// JSON text helpers that every game's wire form needs. Append only; any thread.
#pragma once
#include <string>

#include "base/json_write.hpp"
#include "games/core/seat.hpp"

namespace engawa::games {

// `"s3"`
inline void put_seat(Seat seat, std::string& out) {
  out += "\"s";
  json_write::integer(out, static_cast<int>(seat));
  out += '"';
}

// A comma, unless the member is the first of an object, array or patch that began at `open`.
inline void comma(std::string& out, std::size_t open) {
  if (out.size() > open) out += ',';
}

}  // namespace engawa::games
