// A static resource: a file of the web client, the catalogue, a finished record. It is stored in every coding that
// makes it smaller, each with its own ETag. A value; any thread.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "server/http/message.hpp"

namespace engawa::server {

class Resource {
 public:
  // `type` and `caching` go into Content-Type and Cache-Control. A compressed form (gzip, brotli) that is empty or not
  // smaller is dropped.
  Resource(std::string type, std::string caching, std::string plain, std::string gz = {}, std::string br = {});

  // 200 in the client's best coding, or 304 if the client already has it.
  HttpResponse answer(HttpRequest const& request) const;

  std::string const& plain() const { return forms_.back().body; }
  std::size_t bytes() const;

 private:
  struct Form {
    std::string coding;  // empty: uncompressed
    std::string body;
    std::string tag;  // ETag
  };
  Form const& best(std::string_view accepted) const;

  std::string type_, caching_;
  std::vector<Form> forms_;  // most preferred first, the plain one last
};

// In gzip format.
std::string gzip(std::string_view text);

}  // namespace engawa::server
