// What a link to a room or a record says in a chat: a sentence about what is there, in both languages. Pure functions;
// any thread.
#pragma once
#include <string>

#include "base/json_read.hpp"
#include "games/record/names.hpp"

namespace engawa::server {

struct LinkWords {
  record::Name title, description, picture;  // picture: what it shows
};

LinkWords words_of_site();
// Of a room of which nothing is known, or nothing may be told.
LinkWords words_of_room(std::string const& code);
// `summary`: as GET /api/rooms/CODE tells it.
LinkWords words_of_room(std::string const& code, Json const& summary);
// Of a record that cannot be read, or is not whole.
LinkWords words_of_record(std::string const& id);
// By its first and last line.
LinkWords words_of_record(std::string const& id, Json const& header, Json const& ending);

}  // namespace engawa::server
