#include "games/record/end_of_record.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "games/core/seat.hpp"

namespace engawa::record {

Checked<Json> end_of_record(std::string_view text) {
  auto replay = Replay::open(text);
  if (!replay) return replay.error();
  Replay::Step step;
  for (auto more = replay->next(step); !more || *more; more = replay->next(step))
    if (!more) return more.error();
  Json shown{{"game", replay->header().game},
             {"options", Json::parse(replay->header().options)},
             {"seats", Json::object()},
             {"view", replay->match().view()},
             {"result", Json::parse(replay->ending().result)}};
  for (std::size_t i = 0; i < replay->header().seats.size(); ++i)
    shown["seats"][games::seat_name(static_cast<games::Seat>(i))] = Json::parse(replay->header().seats[i]);
  return Checked<Json>(boost::system::in_place_value, std::move(shown));
}

}  // namespace engawa::record
