#include "games/catalog.hpp"

#define GAME(name)                \
  namespace engawa::games::name { \
  extern GameEntry const kEntry;  \
  }
#include "games/games.def"
#undef GAME

namespace engawa::games {

std::span<GameEntry const> catalog() {
#define GAME(name) name::kEntry,
  static GameEntry const list[] = {
#include "games/games.def"
  };
#undef GAME
  return list;
}

GameEntry const* find_game(std::string_view id) {
  for (auto const& entry : catalog())
    if (entry.info().id == id) return &entry;
  return nullptr;
}

}  // namespace engawa::games
