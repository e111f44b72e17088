// Something that is fetched as it is: a file of the page, the catalogue, a finished record. It is kept in every coding that it
// gains by, each with a tag of its own content. A value; any thread.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "server/http/message.hpp"

namespace engawa::server {

class Resource {
 public:
  // `type` and `caching` go into Content-Type and Cache-Control. A packed form (gzip, brotli) that is empty, or no
  // shorter, is not kept.
  Resource(std::string type, std::string caching, std::string plain, std::string gz = {}, std::string br = {});

  // 200 in the best coding that the client takes, or 304 when it has that already.
  HttpResponse answer(HttpRequest const& request) const;

  std::size_t bytes() const;

 private:
  struct Form {
    std::string coding;  // empty: as it is
    std::string body;
    std::string tag;  // ETag
  };
  Form const& best(std::string_view accepted) const;

  std::string type_, caching_;
  std::vector<Form> forms_;  // the one to prefer first, the plain one last
};

// As a .gz file.
std::string gzip(std::string_view text);

}  // namespace engawa::server
