// Every setting of engawad. Precedence: default < configuration file < environment < flag. Unknown keys are errors.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/language.hpp"
#include "base/result.hpp"

namespace engawa::server {

// One member per line of settings.def, which has its key, range and meaning. Lists are separated by spaces.
struct Config {
#define NUMBER(key, flag, member, value, least, most, en, ja) std::int64_t member = value;
#define TEXT(key, flag, member, value, form, en, ja) std::string member{std::string_view(value)};
#define WORD(key, flag, member, value, en, ja, ...) std::string member{std::string_view(value)};
#include "server/ops/settings.def"
};

struct CommandLine {
  Config config;
  bool healthcheck = false;
  bool print_config = false;
  bool check = false;
  std::string backup;                   // the file to create; empty: no backup
  std::string restore;                  // the copy to restore; empty: none
  bool over = false;                    // even if that loses inputs
  std::vector<std::string> copy_store;  // the URLs from and to; empty: no copy
  std::vector<std::string> notes;       // warnings for the operator about likely mistakes
  std::optional<int> exit;  // set if nothing is left to do (--help, --version, a wrong flag): already printed
};

// Reads flags, environment and file. Refuses with a sentence that names the file and line, the variable or the flag.
Result<CommandLine> read_command_line(int argc, char** argv);

// All settings as a TOML file, with explanations in this language; passwords and secrets are not shown.
std::string print_config(Config const& config, Lang lang);

}  // namespace engawa::server
