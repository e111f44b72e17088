#include "clients/cli/offline.hpp"

#include <cstdlib>

namespace engawa::cli {

Outcome<games::GameEntry const*> read_game(std::string_view name) {
  if (auto const* game = games::find_game(name)) return game;
  return misuse("there is no game \"" + std::string(name) + "\"; there are " + game_names());
}

std::string game_names() {
  std::string names;
  for (auto const& game : games::catalog()) names.append(names.empty() ? "" : ", ").append(game.info().id);
  return names;
}

std::filesystem::path cache_folder() {
  auto const folder = [](char const* name) {
    char const* const value = std::getenv(name);
    std::filesystem::path path(value == nullptr ? "" : value);
    return path.is_absolute() ? path : std::filesystem::path();
  };
  if (auto const cache = folder("XDG_CACHE_HOME"); !cache.empty()) return cache / "engawa";
  auto const home = folder("HOME");
  return home.empty() ? home : home / ".cache" / "engawa";
}

}  // namespace engawa::cli
