#include "games/record/result.hpp"

#include <algorithm>

#include "base/expect.hpp"
#include "base/json_write.hpp"
#include "games/core/seat.hpp"

namespace engawa::record {
namespace {

bool is_among(std::vector<games::Seat> const& seats, games::Seat seat) {
  return std::find(seats.begin(), seats.end(), seat) != seats.end();
}

}  // namespace

bool leaves_no_game(games::Ranking const& standing, std::vector<games::Seat> const& resigned, bool people) {
  auto const competing = std::count_if(standing.places.begin(), standing.places.end(),
                                       [&](auto const& place) { return !is_among(resigned, place.seat); });
  return competing <= 1 || !people;
}

games::Ranking behind_the_others(games::Ranking const& standing, std::vector<games::Seat> const& resigned,
                                 std::string_view reason) {
  games::Ranking ranking{{}, reason, standing.places.size() == 1};
  int before = 0, last = 0, last_rank = 0;
  for (auto const& place : standing.places) {
    if (is_among(resigned, place.seat)) continue;
    ++before;
    int const rank = place.rank == last ? last_rank : before;
    ranking.places.push_back({place.seat, rank, place.score});
    last = place.rank;
    last_rank = rank;
  }
  for (auto seat = resigned.rbegin(); seat != resigned.rend(); ++seat)
    for (auto const& place : standing.places)
      if (place.seat == *seat) ranking.places.push_back({*seat, ++before, place.score});
  return ranking;
}

std::string result_json(games::Ranking const& ranking, std::string_view record) {
  std::string result = R"({"ranking":[)";
  int firsts = 0;
  for (auto const& place : ranking.places) {
    if (result.back() != '[') result += ',';
    result += R"({"seat":"s)" + std::to_string(place.seat) + R"(","rank":)" + std::to_string(place.rank) +
              R"(,"score":)" + std::to_string(place.score) + '}';
    firsts += place.rank == 1;
  }
  result += R"(],"reason":)";
  json_write::string(result, ranking.reason);
  if (ranking.lost)
    result += R"(,"lost":true)";
  else if (firsts == 1) {
    EXPECT(ranking.places.front().rank == 1, ranking.places.front().rank);
    result += R"(,"winner":")" + games::seat_name(ranking.places.front().seat) + '"';
  } else
    result += R"(,"draw":true)";
  result += R"(,"record":)";
  json_write::string(result, record);
  return result += '}';
}

}  // namespace engawa::record
