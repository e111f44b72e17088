// Reads the settings from a TOML file.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <toml++/toml.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "server/ops/settings.hpp"

namespace engawa::server {
namespace {

constexpr std::size_t kMostBytes = 1 << 20;  // limit for a file; --print-config writes 10 kB

Result<void> set_node(Config& config, std::string const& key, toml::node const& node, std::string const& path) {
  auto const where = path + ":" + std::to_string(node.source().begin.line) + ": " + key;
  for (auto const& setting : settings()) {
    if (key != setting.key) continue;
    if (is_text(setting) && node.is_string()) return set_text(config, setting, **node.as_string(), where);
    if (!is_text(setting) && node.is_integer())
      return set_text(config, setting, std::to_string(**node.as_integer()), where);
    auto const quotes = !is_text(setting) && node.is_string() ? ", without quotes"
                        : is_text(setting)                    ? ", in quotes; a list is one string, with spaces"
                                                              : "";
    return refuse("bad_message", where + " must be " + allowed(setting) + quotes);
  }
  auto const near = nearest_name(key, false);
  return refuse("bad_message", where + " is not a setting; " + (near.empty() ? "" : "is it " + near + "? ") +
                                   "engawad --print-config lists them");
}

bool is_section(std::string_view name) {
  return std::any_of(settings().begin(), settings().end(), [&](Setting const& setting) {
    std::string_view const key = setting.key;
    return key.substr(0, key.find('.')) == name;
  });
}

Result<void> set_table(Config& config, toml::table const& file, std::string const& path) {
  for (auto const& [section, table] : file) {
    auto const name = std::string(section.str());
    if (!table.is_table() || !is_section(name)) {
      if (table.is_table() && table.as_table()->empty())
        return refuse("bad_message", path + ":" + std::to_string(table.source().begin.line) + ": [" + name +
                                         "] is not a section; engawad --print-config lists them");
      if (!table.is_table())
        if (auto const set = set_node(config, name, table, path); !set) return set;
    }
    if (!table.is_table()) continue;
    for (auto const& [key, node] : *table.as_table())
      if (auto const set = set_node(config, name + "." + std::string(key.str()), node, path); !set) return set;
  }
  return {};
}

// Closed at the end of a scope.
struct File {
  int descriptor;
  ~File() {
    if (descriptor >= 0) ::close(descriptor);
  }
};

// Why a file of this kind cannot be read as a whole, or empty. /dev/null counts as a file without settings.
std::string unreadable_kind(struct stat const& found) {
  if (S_ISDIR(found.st_mode))
    return "is a folder, and must be a file (Docker makes a folder of a mounted file that is not there)";
  bool const is_null = S_ISCHR(found.st_mode) && found.st_rdev == makedev(1, 3);
  if (!S_ISREG(found.st_mode) && !is_null) return "is a pipe or a device, and must be a file";
  if (static_cast<std::size_t>(found.st_size) > kMostBytes)
    return "is larger than 1 MiB, which no configuration file is";
  return {};
}

Result<std::string> text_of(std::string const& path) {
  File const file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};  // must not block on a pipe
  if (file.descriptor < 0) return refuse("bad_message", path + " cannot be read (" + std::strerror(errno) + ")");
  struct stat found{};
  if (::fstat(file.descriptor, &found) != 0) return refuse("bad_message", path + " cannot be looked at");
  if (auto const kind = unreadable_kind(found); !kind.empty()) return refuse("bad_message", path + ' ' + kind);
  std::string text;
  char part[4096];
  while (true) {
    auto const got = ::read(file.descriptor, part, sizeof part);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return refuse("bad_message", path + " cannot be read (" + std::strerror(errno) + ")");
    if (got == 0 || text.size() > kMostBytes) return text;
    text.append(part, static_cast<std::size_t>(got));
  }
}

}  // namespace

Result<void> read_config_file(Config& config, std::string const& path, std::vector<std::string>& notes) try {
  auto const text = text_of(path);
  if (!text) return text.error();
  auto const file = toml::parse(std::string_view(*text), std::string_view(path));
  if (file.empty()) notes.push_back(path + " sets nothing: all settings are as without it");
  return set_table(config, file, path);
} catch (toml::parse_error const& error) {
  auto const line = error.source().begin.line;
  return refuse("bad_message",
                path + (line > 0 ? ":" + std::to_string(line) : "") + ": " + std::string(error.description()));
}

}  // namespace engawa::server
