// The page's files, read once at startup into a map by exact name: no path is ever built at run time.
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
  // A file with .gz or .br appended to its name is the compressed form of the other. Refuses if the folder has no
  // index.html.
  static Result<StaticFiles> read(std::string const& folder);

  // `/`, `/r/CODE` and `/g/RECORD` are the page itself, with `tags` in its head. Other unknown paths are 404: with the
  // page for a browser, so that people can read it.
  HttpResponse get(HttpRequest const& request, std::string const& tags) const;
  bool has(std::string const& path) const { return files_.contains(path); }

 private:
  std::unordered_map<std::string, Resource> files_;
};

}  // namespace engawa::server
