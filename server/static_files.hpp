// The page's files, read once at the start into a map of exact names: nothing is ever joined to a path at run time.
#pragma once
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/result.hpp"
#include "server/http_server.hpp"

namespace engawa::server {

class StaticFiles {
 public:
  StaticFiles() = default;
  // Refuses when the folder has no index.html.
  static Result<StaticFiles> read(std::string const& folder);

  // `/` and `/r/CODE` are the page itself. 404 for what is not in the map.
  HttpResponse get(std::string_view path, bool accepts_gzip) const;

 private:
  struct File {
    std::string type;
    std::string content;
    std::string gzip;  // empty: none
  };
  std::unordered_map<std::string, File> files_;
};

}  // namespace engawa::server
