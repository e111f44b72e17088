#include "games/record/players.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/expect.hpp"
#include "base/json_read.hpp"

namespace engawa::record {

Players::Players(std::vector<std::string> const& seats) {
  for (auto const& player : seats) {
    players_.emplace_back();
    change(static_cast<games::Seat>(players_.size() - 1), player);
  }
}

void Players::change(games::Seat seat, std::string const& player) {
  EXPECT(seat < players_.size(), seat);
  auto const json = parse_json(player);
  bool const object = json && json->is_object();
  bool const person = object && text_at(*json, "kind") == "human" && !json->contains("left");
  players_[seat] = {person, object && json->contains("stand_in")};
}

bool Players::has_resigned(games::Seat seat) const {
  return std::find(resigned_.begin(), resigned_.end(), seat) != resigned_.end();
}

bool Players::may_resign(games::Seat seat) const {
  EXPECT(seat < players_.size(), seat);
  return players_[seat].person && !players_[seat].stand_in && !has_resigned(seat);
}

void Players::resign(games::Seat seat) {
  EXPECT(may_resign(seat), seat);
  resigned_.push_back(seat);
}

bool Players::has_people() const {
  for (std::size_t seat = 0; seat < players_.size(); ++seat)
    if (players_[seat].person && !has_resigned(static_cast<games::Seat>(seat))) return true;
  return false;
}

}  // namespace engawa::record
