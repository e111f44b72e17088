#include "server/state/parts/evening.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json_write.hpp"

namespace engawa::server {
namespace write = json_write;

// nullptr: no person, or one too many.
Evening::Score* Evening::score_of(SeatState const& seat) {
  if (seat.kind != SeatKind::human || seat.left) return nullptr;
  auto const known =
      std::find_if(scores_.begin(), scores_.end(), [&](Score const& score) { return score.guest == seat.guest; });
  if (known != scores_.end()) return &*known;
  if (scores_.size() >= kMost) return nullptr;
  return &scores_.emplace_back(Score{seat.guest, seat.nick});
}

void Evening::add(Seats const& seats, std::optional<games::Seat> winner) {
  ++rounds_;
  for (std::size_t i = 0; i < seats.size(); ++i) {
    bool const won = winner && *winner == i;
    auto* const score = score_of(seats[i]);
    if (score) {
      score->nick = seats[i].nick;
      score->wins += won;
    } else if (won && (seats[i].kind != SeatKind::human || seats[i].left)) {
      ++bots_;
    }
  }
}

void Evening::write(std::string& out) const {
  if (rounds_ == 0) return;
  out += R"(,"evening":{"rounds":)";
  write::integer(out, rounds_);
  out += R"(,"people":{)";
  for (auto const& [guest, nick, wins] : scores_) {
    if (out.back() != '{') out += ',';
    write::key(out, guest);
    out += R"({"nick":)";
    write::string(out, nick);
    write::integer_member(out, "wins", wins);
    out += '}';
  }
  out += '}';
  if (bots_ > 0) write::integer_member(out, "bots", bots_);
  out += '}';
}

void Evening::save(Json& snapshot) const {
  if (rounds_ == 0) return;
  auto people = Json::array();
  for (auto const& [guest, nick, wins] : scores_) people.push_back(Json::array({guest, nick, wins}));
  snapshot["evening"] = {{"rounds", rounds_}, {"bots", bots_}, {"people", std::move(people)}};
}

void Evening::restore(Json const& snapshot) {
  *this = {};
  auto const evening = snapshot.find("evening");
  if (evening == snapshot.end()) return;
  evening->at("rounds").get_to(rounds_);
  evening->at("bots").get_to(bots_);
  for (auto const& person : evening->at("people"))
    scores_.push_back({person.at(0).get<std::string>(), person.at(1).get<std::string>(), person.at(2).get<int>()});
}

}  // namespace engawa::server
