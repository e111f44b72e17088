// The table of all settings: their names in each of the three sources, and their allowed values.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/language.hpp"
#include "base/result.hpp"
#include "server/ops/config.hpp"

namespace engawa::server {

// The form of a text (setting_value.cpp). All may be empty except a required folder, unless the form says otherwise.
enum class Form {
  word,           // one of the setting's words, in any case; never empty
  address,        // of this machine, to listen on; never empty
  origins,        // of pages
  public_url,     // an origin of http or https
  base_path,      // begins with a slash and does not end with one
  hosts,          // names in Host
  networks,       // addresses and networks
  node,           // HOST:PORT
  secret,         // never shown
  store_url,      // shown without its passwords; never empty
  needed_folder,  // created if missing; never empty
  folder,         // created if missing; never empty
  own_folder,     // must exist
  file,           // an output file
  socket,         // a Unix socket, created if missing
  period,         // a number of seconds, minutes, hours or days: 90s, 30m, 1h, 1d; empty: none
};

struct Setting {
  char const* key;  // in the file; the environment has ENGAWA_SERVER_PORT for server.port
  char const* flag;
  std::variant<std::string Config::*, std::int64_t Config::*> field;
  std::int64_t low = 0, high = 0;  // of a number
  Words help;
  Form form = Form::word;                 // of a string
  std::vector<std::string_view> words{};  // of Form::word
};

std::vector<Setting> const& settings();

inline bool is_text(Setting const& setting) { return std::holds_alternative<std::string Config::*>(setting.field); }
// server.port: ENGAWA_SERVER_PORT
std::string environment_name(std::string_view key);
// The allowed values, as a part of a sentence.
std::string allowed(Setting const& setting);
// The value in the form that people may see.
std::string shown(Setting const& setting, std::string const& text);

// Reads a value into the form in which it is compared later. A refusal's sentence begins with `origin`, the place of
// the value, and says what is allowed; it never contains a secret.
Result<void> set_text(Config& config, Setting const& setting, std::string const& text, std::string const& origin);

// The setting that this name is probably a misspelling of (in the file, or with `environment` there), or "".
std::string nearest_name(std::string_view name, bool environment);

// From the environment. `notes` receives a warning for each variable that looks like one of our settings.
Result<void> read_environment(Config& config, std::vector<std::string>& notes);
// From a TOML file. `notes` as above.
Result<void> read_config_file(Config& config, std::string const& path, std::vector<std::string>& notes);

}  // namespace engawa::server
