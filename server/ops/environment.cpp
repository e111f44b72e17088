// Reads the settings from the environment, and recognises variables that only look like settings.
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "server/ops/settings.hpp"

namespace engawa::server {
namespace {

constexpr std::string_view kPrefix = "ENGAWA_";

// Kubernetes describes every service of the namespace to each container. For a service named engawa-server these are
// ENGAWA_SERVER_PORT=tcp://10.0.0.1:8080, ENGAWA_SERVER_SERVICE_HOST, ENGAWA_SERVER_PORT_8080_TCP_ADDR and others.
bool is_service_address(std::string_view value) {
  for (std::string_view const scheme : {"tcp://", "udp://", "sctp://"})
    if (value.starts_with(scheme)) return true;
  return false;
}

bool is_of_service(std::string_view name, std::string_view value) {
  if (name.find("_SERVICE_HOST") != name.npos || name.find("_SERVICE_PORT") != name.npos) return true;
  if (name.ends_with("_PORT") && is_service_address(value)) return true;
  auto const port = name.find("_PORT_");
  if (port == name.npos) return false;
  auto rest = name.substr(port + 6);
  auto const digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
  rest.remove_prefix(digits);
  return digits > 0 && (rest.starts_with("_TCP") || rest.starts_with("_UDP") || rest.starts_with("_SCTP"));
}

// The number of letters to add, remove, change or swap with the next one.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> steps(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      auto& least = steps[i][j];
      if (i == 0 || j == 0) {
        least = i + j;
        continue;
      }
      least = std::min({steps[i - 1][j] + 1, steps[i][j - 1] + 1, steps[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        least = std::min(least, steps[i - 2][j - 2] + 1);
    }
  }
  return steps[a.size()][b.size()];
}

std::string upper_case(std::string_view text) {
  std::string upper(text);
  for (auto& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return upper;
}

// ENGAWA_PORT for ENGAWA_SERVER_PORT.
std::string without_section(std::string_view variable) {
  for (auto const& setting : settings()) {
    std::string_view const key = setting.key;
    if (variable == environment_name(key.substr(key.find('.') + 1))) return environment_name(key);
  }
  return {};
}

bool begins_like_setting(std::string_view variable) {
  return std::any_of(settings().begin(), settings().end(), [&](Setting const& setting) {
    std::string_view const key = setting.key;
    return variable.starts_with(environment_name(key.substr(0, key.find('.'))) + '_');
  });
}

bool is_setting(std::string_view variable) {
  return std::any_of(settings().begin(), settings().end(),
                     [&](Setting const& setting) { return environment_name(setting.key) == variable; });
}

// A warning about a variable that is not one of our settings, or empty: other programs have ENGAWA_... variables, too
// (ENGAWA_SERVER is the terminal client's).
std::string doubt_about(std::string_view name, std::string_view value) {
  if (!upper_case(name).starts_with(kPrefix) || is_setting(name) || is_of_service(name, value)) return {};
  auto const upper = upper_case(name);
  auto near = is_setting(upper) ? upper : nearest_name(upper, true);
  if (near.empty()) near = without_section(upper);
  if (near.empty() && !begins_like_setting(name)) return {};
  return std::string(name) + " is not a setting and has no effect; " +
         (near.empty() ? std::string("engawad --print-config lists them") : "is it " + near + '?');
}

}  // namespace

std::string environment_name(std::string_view key) {
  auto name = upper_case(key);
  std::replace(name.begin(), name.end(), '.', '_');
  return std::string(kPrefix) + name;
}

std::string nearest_name(std::string_view name, bool environment) {
  std::string best;
  std::size_t least = 3;
  for (auto const& setting : settings()) {
    auto candidate = environment ? environment_name(setting.key) : std::string(setting.key);
    if (auto const steps = distance(name, candidate); steps < least) least = steps, best = std::move(candidate);
  }
  return best;
}

Result<void> read_environment(Config& config, std::vector<std::string>& notes) {
  for (auto const& setting : settings()) {
    auto const name = environment_name(setting.key);
    auto const* value = std::getenv(name.c_str());
    if (!value) continue;
    if (!is_text(setting) && is_of_service(name, value)) {
      notes.push_back(name + " is not used: it is the address of a service, as Kubernetes sets it. Set " +
                      std::string(setting.key) + " with " + setting.flag +
                      " or in the file, or the pod's enableServiceLinks to false");
      continue;
    }
    if (auto const set = set_text(config, setting, value, name); !set) return set;
  }
  for (auto const* const* line = environ; *line; ++line) {
    std::string_view const text = *line;
    auto const name = text.substr(0, text.find('='));
    auto doubt = doubt_about(name, text.substr(std::min(name.size() + 1, text.size())));
    if (!doubt.empty()) notes.push_back(std::move(doubt));
  }
  return {};
}

}  // namespace engawa::server
