#include "clients/cli/board/choices.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "clients/cli/board/sentence.hpp"
#include "clients/cli/text/fields.hpp"
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

}  // namespace

std::vector<Choice> choices(Table const& table) {
  std::vector<Choice> list;
  auto const* const entry = games::find_game(table.game);
  if (entry == nullptr || entry->info().legal_member.empty()) return list;
  std::string const member(entry->info().legal_member);
  for (auto const& word : words(table.legal)) {
    auto const number = whole_number(word);
    list.push_back({word, Json{{member, number ? Json(*number) : Json(word)}}.dump()});
  }
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
