// The place of the stored games, from the setting `store.url`. A value; any thread.
#pragma once
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace engawa::server {

struct StoreUrl {
  enum class Kind { sqlite, postgres };
  Kind kind = Kind::sqlite;
  std::string place;  // sqlite: the folder of engawa.db; postgres: the whole URL, with its password
};

// `sqlite:` (engawa.db in the folder `data`), `sqlite:FOLDER`, `postgres://...` or `postgresql://...`. A refusal never
// repeats the text, because it may contain a password.
Result<StoreUrl> read_store_url(std::string_view text, std::string const& data);

// The URL in the form that people may see: *** instead of each password.
std::string masked(std::string_view url);

}  // namespace engawa::server
