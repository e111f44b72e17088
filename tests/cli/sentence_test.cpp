// Templates of games/core/terminal.hpp: the terminal client fills them in according to tests/data/sentences.json, as
// the page does.
#include "clients/cli/board/sentence.hpp"

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"

using namespace engawa;

TEST_CASE("templates are filled in as the table says", "[sentence]") {
  std::ifstream file(ENGAWA_TEST_DATA "/sentences.json");
  auto const table = Json::parse(file).at("sentences");
  CHECK(table.size() > 20);
  for (auto const& row : table) {
    cli::Context context;
    for (auto const& place : row.at("places")) context.places.push_back(&place);
    INFO(row.dump());
    CHECK(cli::fill(row.at("text").get<std::string>(), context) == row.at("said").get<std::string>());
  }
}
