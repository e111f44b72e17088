#include "tests/tutorial/room_at.hpp"

#include <nlohmann/json.hpp>

#include "games/catalog.hpp"

namespace engawa {

cli::Table room_at(std::vector<int> const& cells) {
  auto const& entry = *games::find_game("tictactoe");
  auto const match = entry.start(entry.normalise(Json::object()).value(), 1).value();
  std::string set, events;
  bool fine = true;
  for (std::size_t i = 0; i < cells.size(); ++i)
    fine = fine && match->play(static_cast<games::Seat>(i % 2), {{"cell", cells[i]}}, set, events);
  if (!fine) throw std::logic_error("a move of the test is not legal");
  std::string document = "{";
  match->write_document(document);
  auto json = parse_json(document + "}").value();
  json.update({{"game", "tictactoe"}, {"phase", "playing"}});
  json["seats"] = {{"s0", {{"kind", "human"}, {"nick", "A"}}}, {"s1", {{"kind", "human"}, {"nick", "B"}}}};
  return cli::read_table(json);
}

}  // namespace engawa
