#include "server/ops/store_url.hpp"

#include <algorithm>
#include <iterator>

namespace engawa::server {
namespace {

constexpr std::string_view kSqlite = "sqlite:";
constexpr std::string_view kAllowed =
    "sqlite: (engawa.db in the data folder), sqlite:FOLDER or postgres://USER@HOST/DATABASE";
constexpr std::string_view kHidden = "***";

bool begins(std::string_view text, std::string_view with) { return text.substr(0, with.size()) == with; }

// Keywords of libpq whose values are not secret. Anything else in a URL is hidden: it may be a misspelt keyword, or the
// rest of a password with an & in it.
constexpr std::string_view kShown[] = {"host",
                                       "hostaddr",
                                       "port",
                                       "dbname",
                                       "user",
                                       "passfile",
                                       "service",
                                       "servicefile",
                                       "connect_timeout",
                                       "client_encoding",
                                       "options",
                                       "application_name",
                                       "fallback_application_name",
                                       "keepalives",
                                       "keepalives_idle",
                                       "keepalives_interval",
                                       "keepalives_count",
                                       "tcp_user_timeout",
                                       "replication",
                                       "gssencmode",
                                       "krbsrvname",
                                       "gsslib",
                                       "gssdelegation",
                                       "sslmode",
                                       "sslnegotiation",
                                       "sslcompression",
                                       "sslcert",
                                       "sslcertmode",
                                       "sslkey",
                                       "sslrootcert",
                                       "sslcrl",
                                       "sslcrldir",
                                       "sslsni",
                                       "requirepeer",
                                       "require_auth",
                                       "channel_binding",
                                       "ssl_min_protocol_version",
                                       "ssl_max_protocol_version",
                                       "target_session_attrs",
                                       "load_balance_hosts"};

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  auto const lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// Decoded as by libpq: %77 is w.
std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    bool const coded =
        text[i] == '%' && i + 2 < text.size() && hex_digit(text[i + 1]) >= 0 && hex_digit(text[i + 2]) >= 0;
    decoded += coded ? static_cast<char>(16 * hex_digit(text[i + 1]) + hex_digit(text[i + 2])) : text[i];
    if (coded) i += 2;
  }
  return decoded;
}

std::string without_secret(std::string_view parameter) {
  auto const mark = parameter.find('=');
  if (mark == parameter.npos) return std::string(kHidden);
  auto const name = percent_decoded(parameter.substr(0, mark));
  if (std::find(std::begin(kShown), std::end(kShown), name) != std::end(kShown)) return std::string(parameter);
  return std::string(parameter.substr(0, mark + 1)) + std::string(kHidden);
}

// Where the password begins in USER:PASSWORD, also if the colon is written as %3A.
std::size_t end_of_user(std::string_view user) {
  auto const colon = user.find(':');
  auto const coded = std::min(user.find("%3A"), user.find("%3a"));
  return std::min(colon, coded);
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
  // A password may contain a / or @ that should have been written as %2F or %40, so everything up to the last @ is
  // hidden.
  if (auto const end = rest.rfind('@'); end != rest.npos) {
    auto const user = rest.substr(0, end);
    auto const colon = end_of_user(user);
    shown += user.substr(0, colon);
    if (colon != user.npos) shown += ':' + std::string(kHidden);
    rest.remove_prefix(end);
  }
  auto const query = rest.find('?');
  shown += rest.substr(0, query);
  char before = '?';
  for (auto left = query == rest.npos ? std::string_view() : rest.substr(query + 1); !left.empty(); before = '&') {
    auto const end = std::min(left.find('&'), left.size());
    shown += before + without_secret(left.substr(0, end));
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  return shown;
}

}  // namespace engawa::server
