#include "clients/cli/choices.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "clients/cli/fields.hpp"
#include "clients/cli/sentence.hpp"
#include "games/catalog.hpp"

namespace engawa::cli {
namespace {

// Members of an object by their paths, as a table.
void add_members(Json const& value, std::string const& path, std::vector<std::pair<std::string, std::string>>& rows) {
  if (!value.is_object()) {
    rows.emplace_back(path, value.is_boolean() ? value.dump() : fill("<value>", Json{{"value", value}}));
    return;
  }
  for (auto const& [name, member] : value.items())
    add_members(member, path + (path.empty() ? "" : " ") + harmless(name), rows);
}

// A move and its word in `legal`, at the start of a game by the same rules: {"cell":4} is "4". From that one learns
// which member has the word, for every position.
struct MoveForm {
  Json example;
  std::string member;

  std::string of(std::string const& word) const {
    auto move = example;
    auto const index = whole_number(word);
    move[member] = move[member].is_string() || !index ? Json(word) : Json(*index);
    return move.dump();
  }
};

bool fits(MoveForm const& form, Json const& moves, std::vector<std::string> const& legal) {
  for (std::size_t i = 0; i < legal.size(); ++i)
    if (!(moves[i].is_object() && moves[i].contains(form.member) && moves[i].dump() == form.of(legal[i]))) return false;
  return moves.size() == legal.size();
}

std::optional<MoveForm> learn_form(games::GameEntry const& entry) {
  auto const options = entry.normalise(Json::object());
  auto const match = options ? entry.start(*options, games::Seed(1)) : options.error();
  if (!match) return std::nullopt;
  std::string document = "{";
  (*match)->write_document(document);
  auto const legal = words(text(parse_json(document + "}").value(), "legal"));
  auto const moves = (*match)->moves();
  if (legal.empty() || moves.empty() || !moves[0].is_object()) return std::nullopt;
  for (auto const& [member, value] : moves[0].items())
    if (MoveForm form{moves[0], member}; fits(form, moves, legal)) return form;
  return std::nullopt;
}

}  // namespace

std::vector<Choice> choices(Table const& table) {
  std::vector<Choice> list;
  auto const* const entry = games::find_game(table.game);
  auto const form = entry == nullptr ? std::nullopt : learn_form(*entry);
  if (form)
    for (auto const& word : words(table.legal)) list.push_back({word, form->of(word)});
  return list;
}

std::vector<std::string> view_lines(Table const& table) {
  std::vector<std::pair<std::string, std::string>> rows;
  if (table.view().is_object()) add_members(table.view(), "", rows);
  int columns = 0;
  for (auto const& [name, value] : rows) columns = std::max(columns, width(name));
  std::vector<std::string> lines;
  lines.reserve(rows.size());
  for (auto const& [name, value] : rows) lines.push_back(pad(name, columns + 2) + value);
  return lines;
}

}  // namespace engawa::cli
