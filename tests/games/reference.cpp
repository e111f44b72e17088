#include "tests/games/reference.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/catch.hpp"

namespace engawa::tests {

void prepare_games() {
  for (auto const& game : games::catalog())
    if (game.prepare != nullptr) game.prepare(std::filesystem::path(ENGAWA_TEST_CACHE), {});
}

std::string data_folder() { return ENGAWA_TEST_DATA; }

std::filesystem::path transcripts_of(std::string_view game) {
  return std::filesystem::path(ENGAWA_TEST_GAMES) / game / "transcripts";
}

std::string read_data(std::string const& path) { return read_file(data_folder() + "/" + path); }

std::string read_file(std::filesystem::path const& path) {
  std::ifstream file(path);
  INFO(path);
  REQUIRE(file.good());
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<Json> read_json_lines(std::string const& path) {
  std::istringstream lines(read_data(path));
  std::vector<Json> list;
  for (std::string line; std::getline(lines, line);)
    if (!line.empty()) list.push_back(Json::parse(line));
  return list;
}

std::string cell_of_index(int index) {
  return std::string(1, static_cast<char>('a' + index % 12 - 1)).append(std::to_string(index / 12));
}

int index_of_cell(std::string const& cell) { return 12 * std::stoi(cell.substr(1)) + (cell[0] - 'a' + 1); }

std::vector<int> indices_of_cells(std::string const& cells) {
  std::vector<int> list;
  for (auto const& cell : words(cells)) list.push_back(index_of_cell(cell));
  return list;
}

std::string ringed_board(Json const& view) {
  auto const& rows = view["rows"];
  std::string board(12, 'H');
  for (std::size_t i = 1; i <= rows.size(); ++i) {
    auto const row = rows["r" + std::to_string(i)].get<std::string>();
    board.append("H").append(row).append(11 - row.size(), 'H');
  }
  return board.append(144 - board.size(), 'H');
}

Json play(games::Match& match, Json const& move) {
  std::string set, events;
  INFO(move.dump());
  REQUIRE_FALSE(match.to_act().empty());
  auto const played = match.play(match.to_act().first(), move, set, events);
  if (!played) FAIL(played.error().message);
  return Json::parse("[" + events + "]");
}

std::unique_ptr<games::Match> play_indices(std::string const& preset, std::vector<int> const& moves) {
  auto match = games::find_game("reversi")->start({{"preset", preset}}, 0).value();
  for (int const index : moves) play(*match, {{"cell", cell_of_index(index)}});
  return match;
}

std::vector<std::string> words(std::string const& text) {
  std::istringstream stream(text);
  std::vector<std::string> list;
  for (std::string word; stream >> word;) list.push_back(word);
  return list;
}

}  // namespace engawa::tests
