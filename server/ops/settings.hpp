// The table of all settings: a name in each of the three places where they are set, and what they may be.
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

// What a string may be (setting_value.cpp). All but a folder that is needed may be empty, unless the form says otherwise.
enum class Form {
  word,           // one of the setting's words, in any case; never empty
  address,        // of this machine, to listen on; never empty
  origins,        // of pages
  public_url,     // an origin of http or https
  hosts,          // names in Host
  networks,       // addresses and networks
  node,           // HOST:PORT
  secret,         // never shown
  store_url,      // shown without its passwords; never empty
  needed_folder,  // made if it is not there; never empty
  folder,         // likewise
  own_folder,     // must be there
  file,           // to be written
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
// What it may be, as a part of a sentence.
std::string allowed(Setting const& setting);
// The value as people may see it.
std::string shown(Setting const& setting, std::string const& text);

// Reads a value and gives it the form in which it is compared later. A refusal's sentence begins with `origin`, which says
// where the value is, and has what is allowed; it never has a secret in it.
Result<void> set_text(Config& config, Setting const& setting, std::string const& text, std::string const& origin);

// The setting whose name is a slip of the finger away from this one (in the file, or with `environment` there), or "".
std::string nearest_name(std::string_view name, bool environment);

// From the environment. `notes` get a sentence for each variable that looks as if it were meant for us.
Result<void> read_environment(Config& config, std::vector<std::string>& notes);
// From a file of TOML. `notes` likewise.
Result<void> read_config_file(Config& config, std::string const& path, std::vector<std::string>& notes);

}  // namespace engawa::server
