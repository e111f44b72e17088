#include "games/catalog.hpp"
#include "games/tictactoe/entry.hpp"

namespace engawa::games {

std::span<GameEntry const> catalog() {
  static GameEntry const list[] = {tictactoe::kEntry};
  return list;
}

GameEntry const* find_game(std::string_view id) { return id == "tictactoe" ? catalog().data() : nullptr; }

}  // namespace engawa::games
