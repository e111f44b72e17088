#include "games/core/info.hpp"

#include <algorithm>

namespace engawa::games {

std::vector<DefaultSeat> own_table(Info const& info, int seats) {
  std::vector<DefaultSeat> table(static_cast<std::size_t>(seats), {info.stand_in, info.stand_in_level});
  table[0] = {"", 1};
  return table;
}

BotInfo const* strongest_bot(Info const& info) {
  BotInfo const* best = nullptr;
  for (auto const& bot : info.bots) {
    if (!bot.listed) continue;
    bool const equal = best && bot.last_level() == best->last_level();
    if (!best || bot.last_level() > best->last_level() || (equal && best->id != info.stand_in)) best = &bot;
  }
  return best;
}

Result<BotInfo const*> find_bot(Info const& info, std::string_view id, int level) {
  auto const found =
      std::find_if(info.bots.begin(), info.bots.end(), [&](BotInfo const& item) { return item.id == id; });
  if (found == info.bots.end()) {
    std::string names;
    for (auto const& bot : info.bots)
      if (bot.listed) names.append(" ").append(bot.id);
    return refuse("not_found", "there is no bot of that name here; there are" + names);
  }
  if (level >= 1 && level <= std::max(found->last_level(), found->once)) return &*found;
  return refuse("not_found", "the levels of " + std::string(id) + " are " + std::to_string(found->first_level) +
                                 " to " + std::to_string(found->last_level()));
}

}  // namespace engawa::games
