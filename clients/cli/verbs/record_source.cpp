#include "clients/cli/verbs/record_source.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "clients/cli/net/http.hpp"
#include "clients/cli/room/entry.hpp"

namespace engawa::cli {
namespace {

Failure unreadable(std::string const& what) {
  auto const why = errno == 0 ? std::string() : std::string(": ") + std::strerror(errno);
  return misuse("cannot read " + what + why);
}

Outcome<std::string> all_of(std::istream& in, std::string const& what) {
  errno = 0;
  std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (in.bad() || (text.empty() && errno != 0)) return unreadable(what);
  return success(std::move(text));
}

Outcome<std::string> fetch(Options const& options, std::string const& server, std::string const& target) {
  auto const address = server_address(options, server);
  if (!address) return address.error();
  return http_text(*address, target, answer_limit(options));
}

// A link to a record that is not on an Engawa server.
Outcome<std::string> fetch_link(Options const& options) {
  auto const link = trim(options.record);
  auto const path = link.find('/', link.find("://") + 3);
  bool const odd = link.find_first_of(" \t\r\n") != std::string_view::npos;
  if (path == std::string_view::npos || odd || link.find("/r/", path) == path || parse_room(link))
    return misuse("the link names no record; one looks like http://localhost:8080/g/K7WMA2QX-1");
  auto const target = link.substr(path, link.find('#', path) - path);
  return fetch(options, std::string(link.substr(0, path)), std::string(target));
}

Outcome<std::string> read_file(std::string const& name) {
  std::error_code error;
  errno = 0;
  std::ifstream file(name, std::ios::binary);
  if (!file) return unreadable("the file " + name);
  if (std::filesystem::is_directory(name, error)) return misuse("cannot read the file " + name + ": it is a folder");
  return all_of(file, "the file " + name);
}

}  // namespace

Outcome<std::string> read_record(Options const& options) {
  auto const& name = options.record;
  if (name == "-") return all_of(std::cin, "stdin");
  std::error_code error;
  if (std::filesystem::exists(name, error)) return read_file(name);
  if (auto const record = parse_record(name))
    return fetch(options, record->server.empty() ? options.server : record->server, "/api/records/" + record->id);
  if (name.find("://") != std::string::npos) return fetch_link(options);
  return read_file(name);
}

}  // namespace engawa::cli
