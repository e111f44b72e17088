#include "clients/console/offline.hpp"

#include <cstdlib>

#include "base/progress.hpp"

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

void prepare_game(games::GameEntry const& game, std::filesystem::path const& cache, Lang lang) {
  if (game.prepare == nullptr) return;
  bool const japanese = lang == Lang::Ja;
  Progress const progress(japanese ? "表を作成中" : "making tables", {}, japanese);
  game.prepare(cache, {});
}

}  // namespace engawa::cli
