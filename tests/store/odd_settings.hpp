// Odd values of settings, and their expected results: for settings_test.cpp.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "server/ops/settings.hpp"

namespace engawa::server {

struct Odd {
  std::string text;
  std::optional<std::string> becomes;  // as printed; none: it is refused
};

// A separate folder for the test, with a folder and a file in it.
struct Place {
  std::filesystem::path root;
  std::string folder, file, none, config;  // `none` and `config` do not exist yet
  Place();
  ~Place();
  Place(Place const&) = delete;
  Place& operator=(Place const&) = delete;
};

// At least twenty.
std::vector<Odd> odd_values(Setting const& setting, Place const& place);

}  // namespace engawa::server
