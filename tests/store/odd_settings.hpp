// Odd values of settings, and what becomes of them: for settings_test.cpp.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "server/ops/settings.hpp"

namespace engawa::server {

struct Odd {
  std::string text;
  std::optional<std::string> becomes;  // as it is shown; none: it is refused
};

// A folder of the test's own, with a folder and a file in it.
struct Place {
  std::filesystem::path root;
  std::string folder, file, none, config;  // `none` and `config` are not there yet
  Place();
  ~Place();
  Place(Place const&) = delete;
  Place& operator=(Place const&) = delete;
};

// Twenty or more.
std::vector<Odd> odd_values(Setting const& setting, Place const& place);

}  // namespace engawa::server
