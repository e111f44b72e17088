// What verbs need that play without a server.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "clients/console/failure.hpp"
#include "clients/console/text.hpp"
#include "games/catalog.hpp"

namespace engawa::cli {

// The game of that name, or a refusal that names all games.
Outcome<games::GameEntry const*> read_game(std::string_view name);

// The ids of all games, with commas between.
std::string game_names();

// Where games keep their tables from run to run: $XDG_CACHE_HOME/engawa or ~/.cache/engawa; empty when the environment names neither.
std::filesystem::path cache_folder();

// What the game needs to think well, if anything; a person at a terminal sees that it takes a while the first time.
void prepare_game(games::GameEntry const& game, std::filesystem::path const& cache, Lang lang);

}  // namespace engawa::cli
