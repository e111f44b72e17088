#include "server/state/parts/votes.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "base/json_write.hpp"
#include "games/core/seat.hpp"

namespace engawa::server {
namespace write = json_write;

bool Votes::may_vote(Seats const& seats, int seat) {
  auto const index = static_cast<std::size_t>(seat);
  return seat >= 0 && index < seats.size() && seats[index].kind == SeatKind::human && !seats[index].left;
}

void Votes::put(int seat, bool accepts, std::string& set) {
  auto vote = votes_[index(seat)];
  if (vote == accepts) return;
  vote = accepts;
  if (std::find(votes_.begin(), votes_.end(), true) == votes_.end()) {
    set = R"("rematch":null)";
    return;
  }
  set = R"("rematch":{)";
  write::key(set, games::seat_name(static_cast<games::Seat>(seat)));
  set += accepts ? "true}" : "null}";
}

bool Votes::agreed_with(Seats const& seats, int seat, bool accepts) const {
  bool any = false;
  for (std::size_t i = 0; i < seats.size(); ++i) {
    bool const asked = seats[i].kind == SeatKind::human && seats[i].online && !seats[i].left;
    bool const vote = static_cast<int>(i) == seat ? accepts : votes_[i];
    if (asked && !vote) return false;
    any = any || asked;
  }
  return any;
}

void Votes::write(std::string& out) const {
  bool any = false;
  for (std::size_t i = 0; i < votes_.size(); ++i) {
    if (!votes_[i]) continue;
    out += any ? "," : R"(,"rematch":{)";
    any = true;
    write::key(out, games::seat_name(static_cast<games::Seat>(i)));
    out += "true";
  }
  if (any) out += '}';
}

void Votes::save(Json& snapshot) const { snapshot["votes"] = votes_; }

void Votes::restore(Json const& snapshot) {
  auto votes = snapshot.at("votes").get<std::vector<bool>>();
  if (votes.size() != votes_.size()) throw std::runtime_error("it has other votes");
  votes_ = std::move(votes);
}

}  // namespace engawa::server
