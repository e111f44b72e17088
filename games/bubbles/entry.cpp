#include "games/bubbles/entry.hpp"

#include "base/forever.hpp"
#include "games/bubbles/bots.hpp"
#include "games/bubbles/options.hpp"
#include "games/bubbles/picture.hpp"
#include "games/bubbles/wire.hpp"
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
  if constexpr (kThinks) info.bots = bot_infos();
  info.stand_in = "awa";
  info.stand_in_level = kStandInLevel;
  info.simultaneous = true;
  info.previews = false;  // a shot shows the bubble after the next
  info.unlogged = {"shot", "row"};
  info.options_schema = options_schema();
  info.picture = kPicture;
  return info;
}

Result<Json> normalise(Json const& options) {
  auto const read = read_options(options);
  if (!read) return read.error();
  return options_json(*read);
}

Result<std::unique_ptr<Match>> start(Json const& options, Seed const& seed) {
  auto const read = read_options(options);
  if (!read) return read.error();
  std::optional<Grid> field;
  if (!read->field.empty()) field = read_grid(read->field);
  std::unique_ptr<Match> match = std::make_unique<MatchOf<Bubbles>>(Bubbles::start(read->settings, field, seed));
  return match;
}

int seats(Json const& options) { return read_options(options).value().settings.seats; }

std::vector<DefaultSeat> table(Json const& options) {
  auto const read = read_options(options).value();
  for (auto const& preset : info().presets)
    if (preset.id == read.preset) return preset.table;
  return own_table(info(), read.settings.seats);
}

}  // namespace

Info const& info() {
  static auto const& facts = *forever<Info const>(make_info());
  return facts;
}

GameEntry const kEntry = {info, normalise, start, seats, table, kThinks ? &kTerminal : nullptr};

}  // namespace engawa::games::bubbles
