#include "server/ops/store_url.hpp"

#include <algorithm>

namespace engawa::server {
namespace {

constexpr std::string_view kSqlite = "sqlite:";
constexpr std::string_view kAllowed =
    "sqlite: (engawa.db in the data folder), sqlite:FOLDER or postgres://USER@HOST/DATABASE";
constexpr std::string_view kHidden = "***";

bool begins(std::string_view text, std::string_view with) { return text.substr(0, with.size()) == with; }

std::string without_password(std::string_view parameter) {
  auto const name = parameter.substr(0, parameter.find('='));
  bool const secret = name.find("password") != name.npos;
  return secret && name.size() < parameter.size() ? std::string(name) + '=' + std::string(kHidden)
                                                  : std::string(parameter);
}

}  // namespace

Result<StoreUrl> read_store_url(std::string_view text, std::string const& data) {
  if (begins(text, kSqlite) && !begins(text, "sqlite://")) {
    auto const folder = text.substr(kSqlite.size());
    return StoreUrl{StoreUrl::Kind::sqlite, folder.empty() ? data : std::string(folder)};
  }
  for (std::string_view const scheme : {"postgres://", "postgresql://"})
    if (begins(text, scheme)) return StoreUrl{StoreUrl::Kind::postgres, std::string(text)};
  return refuse("bad_message", "must be " + std::string(kAllowed));
}

std::string masked(std::string_view url) {
  auto const scheme = url.find("://");
  if (scheme == url.npos) return std::string(url);
  auto const begin = scheme + 3;
  std::string shown(url.substr(0, begin));
  auto rest = url.substr(begin);
  // A password may have a / or @ that should have been written as %2F or %40: all of it is hidden, up to the last @.
  if (auto const end = rest.rfind('@'); end != rest.npos) {
    auto const user = rest.substr(0, end);
    auto const colon = user.find(':');
    shown += user.substr(0, colon);
    if (colon != user.npos) shown += ':' + std::string(kHidden);
    rest.remove_prefix(end);
  }
  auto const query = rest.find('?');
  shown += rest.substr(0, query);
  char before = '?';
  for (auto left = query == rest.npos ? std::string_view() : rest.substr(query + 1); !left.empty(); before = '&') {
    auto const end = std::min(left.find('&'), left.size());
    shown += before + without_password(left.substr(0, end));
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  return shown;
}

}  // namespace engawa::server
