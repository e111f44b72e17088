#include "server/site/paths.hpp"

#include <algorithm>
#include <charconv>

#include "games/catalog.hpp"
#include "server/ops/secrets.hpp"

namespace engawa::server {
namespace {

// The value of a query parameter, or of its first 64 bytes; empty if it is absent.
std::string query_word(std::string_view query, std::string_view key) {
  while (!query.empty()) {
    auto const part = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), part.size() + 1));
    auto const mark = part.find('=');
    if (part.substr(0, mark) == key && mark != part.npos) return std::string(part.substr(mark + 1, 64));
  }
  return {};
}

constexpr std::size_t kMostRooms = 100;  // rooms on one page of the list
constexpr std::size_t kMostItems = 1'000'000;

// The number for `key` in a query; `absent` if there is none.
Result<std::size_t> query_number(std::string_view query, std::string_view key, std::size_t low, std::size_t high,
                                 std::size_t absent) {
  auto const text = query_word(query, key);
  if (text.empty()) return absent;
  std::size_t number = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc{} && end == text.data() + text.size() && number >= low && number <= high) return number;
  return refuse("bad_message",
                std::string(key) + " must be a number from " + std::to_string(low) + " to " + std::to_string(high));
}

std::string names_of_games() {
  std::string names;
  for (auto const& game : games::catalog()) names.append(names.empty() ? "" : ", ").append(game.info().id);
  return names;
}

// 12 for "-12"; 0 if it is not the number of a round.
int round_number(std::string_view text) {
  if (text.size() < 2 || text.size() > 8 || text[0] != '-' || text[1] == '0') return 0;
  int number = 0;
  auto const [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? number : 0;
}

}  // namespace

RecordPath read_record_path(std::string_view path) {
  using Part = RecordPath::Part;
  auto const id = path.substr(0, path.find('/')), tail = path.substr(id.size());
  RecordPath record{normal_room_code(id.substr(0, id.find('-')))};
  if (tail == "/replay") record.part = Part::replay;
  if (tail == "/analysis") record.part = Part::analysis;
  if (tail == "/picture") record.part = Part::picture;
  if (tail == "/picture.png") record.part = Part::png;
  if (tail == "/turning-point.png") record.part = Part::turning_point;
  if (!record.code.empty() && (tail.empty() || record.part != Part::record))
    record.round = round_number(id.substr(record.code.size()));
  return record;
}

RoomPath read_room_path(std::string_view path) {
  using Part = RoomPath::Part;
  auto const code = path.substr(0, path.find('/')), tail = path.substr(code.size());
  RoomPath room;
  if (tail == "/glimpse") room.part = Part::glimpse;
  if (tail == "/picture") room.part = Part::picture;
  if (tail == "/reports") room.part = Part::reports;
  if (tail == "/invitations") room.part = Part::invitations;
  if (tail == "/picture.png") room.part = Part::png;
  if (tail.empty() || room.part != Part::room) room.code = normal_room_code(code);
  return room;
}

bool is_socket_path(std::string_view path) {
  return path == "/lobby/ws" || path == "/stream/ws" || (path.starts_with("/rooms/") && path.ends_with("/ws"));
}

std::string_view tried_game(std::string_view path) {
  constexpr std::string_view head = "/api/games/", tail = "/try";
  if (path.size() <= head.size() + tail.size() || path.substr(0, head.size()) != head) return {};
  if (path.substr(path.size() - tail.size()) != tail) return {};
  return path.substr(head.size(), path.size() - head.size() - tail.size());
}

Result<RoomQuery> read_query(std::string_view query) {
  RoomQuery wish{query_word(query, "game"), query_word(query, "phase"), query_word(query, "after")};
  if (!wish.after.empty()) {
    wish.after = normal_room_code(wish.after);
    if (wish.after.empty())
      return refuse("bad_message", "after must be the code of a room: the `next` of the page before");
  }
  if (!wish.game.empty() && !games::find_game(wish.game))
    return refuse("bad_message", "game must be one of " + names_of_games());
  if (!wish.phase.empty() && wish.phase != "lobby" && wish.phase != "playing" && wish.phase != "over")
    return refuse("bad_message", "phase must be lobby, playing or over");
  auto const limit = query_number(query, "limit", 1, kMostRooms, wish.limit);
  if (!limit) return limit.error();
  wish.limit = *limit;
  return wish;
}

Result<std::size_t> items_known(std::string_view query) { return query_number(query, "from", 0, kMostItems, 0); }

Result<std::size_t> move_asked(std::string_view query) {
  auto move = query_number(query, "move", 1, kMostItems, 0);
  if (move && *move == 0) return refuse("bad_message", "move must be the number of a move, such as ?move=16");
  return move;
}

}  // namespace engawa::server
