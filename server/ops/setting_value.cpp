// Reads the value of each setting, for all sources.
#include <sys/un.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/expect.hpp"
#include "base/json_read.hpp"
#include "base/json_write.hpp"
#include "server/ops/ip_text.hpp"
#include "server/ops/period.hpp"
#include "server/ops/setting_lists.hpp"
#include "server/ops/settings.hpp"
#include "server/ops/store_url.hpp"

namespace engawa::server {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSecretBytes = 32;
constexpr std::size_t kQuoted = 100;  // bytes of a value in a sentence
constexpr std::size_t kMostOfSocket = sizeof(sockaddr_un::sun_path) - 1;

// Whether print_config can reproduce the value.
bool is_plain(std::string const& text) {
  bool const has_control = std::any_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; });
  std::string quoted;
  json_write::string(quoted, text);
  return !has_control && parse_json(quoted).has_value();
}

std::string quoted(std::string const& text) {
  EXPECT(is_plain(text));
  if (text.size() <= kQuoted) return '"' + text + '"';
  auto end = kQuoted;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;  // not within a letter
  return '"' + text.substr(0, end) + "...\"";
}

// The predicate of a sentence whose subject is the place of the value.
Refusal must_be(std::string const& what) { return refuse("bad_message", " must be " + what); }
Refusal must_be(std::string const& what, std::string const& text) {
  return must_be(what + ", not " + (text.empty() ? "empty" : quoted(text)));
}

bool has_outer_space(std::string const& text) { return !text.empty() && (text.front() == ' ' || text.back() == ' '); }

Result<std::string> read_word(Setting const& setting, std::string const& text) {
  auto word = lower_case(text);
  auto const& words = setting.words;
  if (std::find(words.begin(), words.end(), word) == words.end()) return must_be(allowed(setting), text);
  return word;
}

Result<std::string> read_address(Setting const& setting, std::string const& text) {
  if (auto const ip = read_ip(text)) return ip->text;
  if (is_host_name(text)) return lower_case(text);
  auto const [host, port, has_port] = split_port(text);
  if (has_port && (read_ip(host) || is_host_name(host))) {
    std::string const key = setting.key;
    auto const port_key = key == "cluster.bind" ? "cluster.address" : key.substr(0, key.find('.')) + ".port";
    return must_be("an address without a port, which is in " + port_key, text);
  }
  return must_be(allowed(setting), text);
}

Result<std::string> read_node(Setting const& setting, std::string const& text) {
  if (text.empty()) return text;
  auto const [host, port, has_port] = split_port(text);
  auto const ip = read_ip(host);
  bool const is_host = ip ? !ip->is_v6 || host.front() == '[' : is_host_name(host);
  if (!is_host || read_port(port) == 0) return must_be(allowed(setting), text);
  if (ip && (ip->text == "0.0.0.0" || ip->text == "::"))
    return must_be("where the other nodes reach this one, and nobody reaches all addresses", text);
  return (ip && ip->is_v6 ? '[' + ip->text + ']'
          : ip            ? ip->text
                          : lower_case(host)) +
         ':' + std::to_string(read_port(port));
}

Result<std::string> read_secret(std::string const& text) {
  if (text.empty()) return text;
  if (text.size() < kSecretBytes)
    return refuse("bad_message", " must have 32 characters or more, the same on all nodes");
  if (has_outer_space(text)) return refuse("bad_message", " must not begin or end with a space");
  return text;
}

// An existing path must fit; a missing one is checked when it is used.
Result<std::string> read_path(Setting const& setting, std::string const& text) {
  bool const is_file = setting.form == Form::file;
  if (text.empty() && setting.form == Form::needed_folder) return must_be(allowed(setting), text);
  if (text.empty()) return text;
  if (has_outer_space(text)) return must_be("a path that does not begin or end with a space", text);
  if (text == "~" || text.starts_with("~/"))
    return must_be("a path that is written out: a ~ is the home folder only for a shell", text);
  if (text.find("://") != text.npos) return must_be("a path, and this is a URL", text);
  if (setting.form == Form::socket && text.size() > kMostOfSocket)
    return must_be("a path of at most " + std::to_string(kMostOfSocket) + " bytes", text);
  std::error_code error;
  auto const status = fs::status(text, error);
  if (!fs::exists(status)) {
    if (setting.form == Form::own_folder) return must_be("a folder that is there", text);
    return text;
  }
  if (setting.form == Form::socket) {
    if (fs::is_socket(status)) return text;
    return must_be(fs::is_directory(status) ? "a socket, and this is a folder" : "a socket, and this is a file", text);
  }
  if (is_file && fs::is_directory(status)) return must_be("a file, and this is a folder", text);
  if (!is_file && !fs::is_directory(status)) return must_be("a folder, and this is a file", text);
  return text;
}

// The sentences never repeat the text, because it may contain a password.
Result<std::string> read_url(std::string const& text) {
  auto const url = read_store_url(text, {});
  if (!url) return refuse("bad_message", ' ' + url.error().message);
  if (has_outer_space(text)) return refuse("bad_message", " must not begin or end with a space");
  if (url->kind == StoreUrl::Kind::postgres || url->place.empty()) return text;
  if (url->place == ":memory:") return must_be("a database that is kept: one in memory is lost with the server");
  Setting const folder{"", "", &Config::data, 0, 0, {}, Form::folder};
  if (auto const read = read_path(folder, url->place); !read) return read.error();
  return text;
}

Result<std::string> read_period(Setting const& setting, std::string const& text) {
  if (text.empty() || seconds_of(text) > 0) return text;
  return must_be(allowed(setting), text);
}

Result<std::string> read_text(Setting const& setting, std::string const& text) {
  switch (setting.form) {
    case Form::period:
      return read_period(setting, text);
    case Form::word:
      return read_word(setting, text);
    case Form::address:
      return read_address(setting, text);
    case Form::origins:
      return read_origins(text);
    case Form::public_url:
      return read_public_url(text);
    case Form::base_path:
      return read_base_path(text);
    case Form::hosts:
      return read_hosts(text);
    case Form::networks:
      return read_networks(text);
    case Form::node:
      return read_node(setting, text);
    case Form::secret:
      return read_secret(text);
    case Form::store_url:
      return read_url(text);
    default:
      return read_path(setting, text);
  }
}

Result<std::int64_t> read_number(Setting const& setting, std::string const& text) {
  std::int64_t value = 0;
  auto const* const end = text.data() + text.size();
  auto const parsed = std::from_chars(text.data(), end, value);
  if (parsed.ec != std::errc{} || parsed.ptr != end || value < setting.low || value > setting.high)
    return must_be(allowed(setting), text);
  return value;
}

}  // namespace

std::string allowed(Setting const& setting) {
  if (!is_text(setting))
    return "an integer from " + std::to_string(setting.low) + " to " + std::to_string(setting.high);
  switch (setting.form) {
    case Form::word: {
      std::string list;
      for (auto const word : setting.words) list += (list.empty() ? "" : " or ") + std::string(word);
      return list;
    }
    case Form::address:
      return "an address or name of this machine, such as 127.0.0.1, ::1 or localhost (0.0.0.0 or ::, all)";
    case Form::period:
      return "a time of 1 s to 365 d with its unit, such as 90s, 30m, 1h or 1d";
    case Form::node:
      return "HOST:PORT, such as node1:8081 or [fd00::1]:8081";
    case Form::needed_folder:
    case Form::folder:
    case Form::own_folder:
      return "a folder";
    case Form::file:
      return "a file";
    case Form::socket:
      return "a path";
    case Form::store_url:
      return "a URL";
    default:
      return "a string";
  }
}

std::string shown(Setting const& setting, std::string const& text) {
  if (setting.form == Form::secret && is_text(setting) && !text.empty()) return "***";
  return setting.form == Form::store_url && is_text(setting) ? masked(text) : text;
}

Result<void> set_text(Config& config, Setting const& setting, std::string const& text, std::string const& origin) {
  auto const with_origin = [&origin](Refusal const& refusal) {
    auto const& said = refusal.message;  // of a list: the wrong item
    return refuse(refusal.code, origin + (said.starts_with(' ') ? "" : ": ") + said);
  };
  if (!is_plain(text)) return refuse("bad_message", origin + " must be UTF-8 text without control characters");
  if (auto const* field = std::get_if<std::string Config::*>(&setting.field)) {
    auto read = read_text(setting, text);
    if (!read) return with_origin(read.error());
    config.*(*field) = std::move(*read);
    return {};
  }
  auto const read = read_number(setting, text);
  if (!read) return with_origin(read.error());
  config.*std::get<std::int64_t Config::*>(setting.field) = *read;
  return {};
}

}  // namespace engawa::server
