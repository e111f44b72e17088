#include "games/bubbles/entry.hpp"

#include "base/forever.hpp"
#include "games/bubbles/bots.hpp"
#include "games/bubbles/options.hpp"
#include "games/bubbles/picture.hpp"
#include "games/bubbles/wire.hpp"
#include "games/core/entry_of.hpp"
#include "games/core/thinks.hpp"

namespace engawa::games::bubbles {
namespace {

constexpr int kStandInLevel = 3;

Info make_info() {
  Info info;
  info.id = "bubbles";
  info.title = {"Bubble shooter", "バブルシューター"};
  info.min_seats = 1;
  info.max_seats = kMaxSeatsHere;
  info.presets = {
      {"duel", {"Duel", "2人で対戦"}, 2, {{"", 1}, {"awa", 2}}},
      {"puzzle", {"Clear the field", "ひとりで全部消す"}, 1, {{"", 1}}},
      {"party", {"Five players", "5人で対戦"}, 5, {{"", 1}, {"awa", 1}, {"awa", 2}, {"awa", 3}, {"awa", 4}}},
  };
  if constexpr (kThinks) {
    info.bots = bot_infos();
    info.ladder = {{"random"}, {"awa", 1}, {"awa", 2}, {"awa", 3}, {"awa", 4}, {"kamifusen", 5}};
  }
  info.stand_in = "awa";
  info.stand_in_level = kStandInLevel;
  info.simultaneous = true;
  info.previews = false;  // a shot shows the bubble after the next
  info.unlogged = {"shot", "row"};
  info.options_schema = options_schema();
  info.picture = kPicture;
  return info;
}

int seats(Options const& options) { return options.settings.seats; }

std::unique_ptr<Match> begin(Options const& options, Seed const& seed) {
  std::optional<Grid> field;
  if (!options.field.empty()) field = read_grid(options.field);
  return std::make_unique<MatchOf<Bubbles>>(Bubbles::start(options.settings, field, seed));
}

}  // namespace

Info const& info() {
  static auto const& facts = *forever<Info const>(make_info());
  return facts;
}

GameEntry const kEntry = entry_of<info, read_options, options_json, seats, begin>(kThinks ? &kTerminal : nullptr);

}  // namespace engawa::games::bubbles
