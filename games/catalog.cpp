#include "games/catalog.hpp"

#include "games/bubbles/entry.hpp"
#include "games/fifteen/entry.hpp"
#include "games/nim/entry.hpp"
#include "games/reversi/entry.hpp"

namespace engawa::games {

std::span<GameEntry const> catalog() {
  static GameEntry const list[] = {reversi::kEntry, nim::kEntry, fifteen::kEntry, bubbles::kEntry};
  return list;
}

GameEntry const* find_game(std::string_view id) {
  for (auto const& entry : catalog())
    if (entry.info().id == id) return &entry;
  return nullptr;
}

}  // namespace engawa::games
