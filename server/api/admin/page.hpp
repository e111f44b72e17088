// The operator's page, which the admin port serves: a part of the program, so that it needs no folder. Any thread.
#pragma once
#include <optional>
#include <span>
#include <string_view>

#include "server/http/message.hpp"

namespace engawa::server {

struct AdminPageFile {
  std::string_view path;
  std::string_view text;
};

// Those in server/api/admin/page.
std::span<AdminPageFile const> admin_page_files();

// The answer with a file of the page; `/` is its HTML. nullopt: there is no such file. It shows nothing by itself: it asks the port, as
// the operator.
std::optional<HttpResponse> admin_page(std::string_view path);

}  // namespace engawa::server
