// For verbs that play without a server.
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

// Where games keep their tables between runs: $XDG_CACHE_HOME/engawa or ~/.cache/engawa; empty if the environment
// defines neither.
std::filesystem::path cache_folder();

// Prepares the tables that the game needs to think well, if any. A person at a terminal sees the progress of the first,
// slow run.
void prepare_game(games::GameEntry const& game, std::filesystem::path const& cache, Lang lang);

}  // namespace engawa::cli
