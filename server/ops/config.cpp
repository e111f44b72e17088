// The table of the settings, and printing them.
#include "server/ops/config.hpp"

#include "base/json_write.hpp"
#include "server/ops/settings.hpp"

namespace engawa::server {
std::vector<Setting> const& settings() {
  static std::vector<Setting> const table{
#define NUMBER(key, flag, member, value, least, most, en, ja) {key, flag, &Config::member, least, most, {en, ja}},
#define TEXT(key, flag, member, value, form, en, ja) {key, flag, &Config::member, 0, 0, {en, ja}, Form::form},
#define WORD(key, flag, member, value, en, ja, ...) \
  {key, flag, &Config::member, 0, 0, {en, ja}, Form::word, {__VA_ARGS__}},
#include "server/ops/settings.def"
  };
  return table;
}

std::string print_config(Config const& config, Lang lang) {
  std::string out, section;
  for (auto const& setting : settings()) {
    std::string const key = setting.key;
    auto const dot = key.find('.');
    if (key.substr(0, dot) != section) {
      section = key.substr(0, dot);
      out += (out.empty() ? "[" : "\n[") + section + "]\n";
    }
    out += "# " + std::string(setting.help.in(lang)) + " (" + setting.flag + ", " + environment_name(key) + ")\n" +
           key.substr(dot + 1) + " = ";
    if (auto const* text = std::get_if<std::string Config::*>(&setting.field))
      // A plain text is quoted the same way in TOML.
      json_write::string(out, shown(setting, config.*(*text))), out += '\n';
    else
      out += std::to_string(config.*std::get<std::int64_t Config::*>(setting.field)) + '\n';
  }
  return out;
}

}  // namespace engawa::server
