#include "clients/cli/record_source.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "clients/cli/entry.hpp"
#include "clients/cli/http.hpp"

namespace engawa::cli {
namespace {

std::string all_of(std::istream& in) { return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()}; }

// A room's code, a dash and the number of a round.
bool is_record_id(std::string_view name) {
  auto const dash = name.find('-');
  if (dash != 8 || name.size() == dash + 1) return false;
  auto const rest = name.substr(dash + 1);
  return std::all_of(rest.begin(), rest.end(), [](char c) { return c >= '0' && c <= '9'; }) &&
         parse_room(name.substr(0, dash)).has_value();
}

Outcome<std::string> fetch(Options const& options, std::string const& server, std::string const& target) {
  auto const address = parse_address(server);
  if (!address) return address.error();
  return http_text(*address, target, answer_limit(options));
}

Outcome<std::string> fetch_link(Options const& options) {
  auto const path = options.record.find('/', options.record.find("://") + 3);
  if (path == std::string::npos)
    return Failure{Exit::Usage, "usage", "the link names no record; one looks like http://localhost:8080/g/K7WMA2QX-1"};
  auto target = options.record.substr(path);
  // The link of the page, perhaps with a ply.
  if (target.compare(0, 3, "/g/") == 0) target = "/api/records/" + target.substr(3, target.find('#') - 3);
  return fetch(options, options.record.substr(0, path), target);
}

}  // namespace

Outcome<std::string> read_record(Options const& options) {
  auto const& name = options.record;
  if (name == "-") return success(all_of(std::cin));
  if (name.find("://") != std::string::npos) return fetch_link(options);
  std::error_code error;
  if (is_record_id(name) && !std::filesystem::exists(name, error))
    return fetch(options, options.server, "/api/records/" + name);
  std::ifstream file(name, std::ios::binary);
  if (!file || std::filesystem::is_directory(name, error))
    return Failure{Exit::Usage, "usage", "cannot read the file " + name};
  return success(all_of(file));
}

}  // namespace engawa::cli
