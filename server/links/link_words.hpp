// The text that a chat shows for a link to a room or a record: a sentence in both languages. Pure functions; any
// thread.
#pragma once
#include <string>

#include "base/json_read.hpp"
#include "games/record/names.hpp"

namespace engawa::server {

struct LinkWords {
  record::Name title, description, picture;  // picture: what it shows
};

LinkWords words_of_site();
// For a room that is unknown, or that must not be described.
LinkWords words_of_room(std::string const& code);
// `summary`: as in GET /api/rooms/CODE.
LinkWords words_of_room(std::string const& code, Json const& summary);
// For a record that cannot be read, or is incomplete.
LinkWords words_of_record(std::string const& id);
// From its first and last line.
LinkWords words_of_record(std::string const& id, Json const& header, Json const& ending);

}  // namespace engawa::server
