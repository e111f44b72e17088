// Reading the reference data of tests/data/reversi, which counts cells as 12 * row + column on a board with its ring of
// holes.
#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_read.hpp"
#include "games/catalog.hpp"

namespace engawa::tests {

// The whole text of tests/data/<path>; fails the test when it cannot be read.
std::string read_data(std::string const& path);
std::vector<Json> read_json_lines(std::string const& path);

std::string data_folder();
// The folder of a game's transcripts.
std::filesystem::path transcripts_of(std::string_view game);
std::string read_file(std::filesystem::path const& path);

// Computes the tables of the games that have some, once; they are kept between runs in the build folder.
void prepare_games();

// The name of a cell, "a1" being index 13.
std::string cell_of_index(int index);
int index_of_cell(std::string const& cell);
std::vector<int> indices_of_cells(std::string const& cells);

// The 144 letters of a view's rows, in a ring of holes.
std::string ringed_board(Json const& view);

// A match of `preset`, after these moves (cell indices).
std::unique_ptr<games::Match> play_indices(std::string const& preset, std::vector<int> const& moves);

// Plays for the only seat to act; fails the test if the move is refused. Returns the events.
Json play(games::Match& match, Json const& move);

std::vector<std::string> words(std::string const& text);

}  // namespace engawa::tests
