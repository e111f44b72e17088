// The web client's files, read once at startup into a map by exact name: no path is ever built at run time.
#pragma once
#include <string>
#include <unordered_map>

#include "base/result.hpp"
#include "server/http/message.hpp"
#include "server/http/resource.hpp"

namespace engawa::server {

class StaticFiles {
 public:
  StaticFiles() = default;
  // A file whose name has .gz or .br appended is the compressed form of the other file. In pages, addresses of files
  // begin with `base`, such as "/engawa". Refuses a folder without index.html.
  static Result<StaticFiles> read(std::string const& folder, std::string const& base);

  // `/`, `/r/CODE` and `/g/RECORD` are index.html, with `tags` in its head. Other unknown paths are 404, with
  // index.html for a browser, so that people see a readable page.
  HttpResponse get(HttpRequest const& request, std::string const& tags) const;
  bool has(std::string const& path) const { return files_.contains(path); }

 private:
  std::unordered_map<std::string, Resource> files_;
};

}  // namespace engawa::server
