#include "games/fifteen/entry.hpp"

#include "base/forever.hpp"
#include "games/core/thinks.hpp"
#include "games/fifteen/bots.hpp"
#include "games/fifteen/detours.hpp"
#include "games/fifteen/options.hpp"
#include "games/fifteen/pattern_tables.hpp"
#include "games/fifteen/picture.hpp"
#include "games/fifteen/walking_distance.hpp"
#include "games/fifteen/wire.hpp"

namespace engawa::games::fifteen {
namespace {

Info make_info() {
  Info info;
  info.id = "fifteen";
  info.title = {"15-puzzle race", "15パズルレース"};
  info.min_seats = 1;
  info.max_seats = kMostSeats;
  info.presets = presets();
  if constexpr (kThinks) info.bots = bot_infos();
  info.stand_in = "kame";
  info.stand_in_level = 3;
  info.simultaneous = true;
  info.unlogged = {"slide"};
  info.options_schema = options_schema();
  info.picture = kPicture;
  return info;
}

Result<Json> normalise(Json const& json) {
  auto const options = read_options(json);
  if (!options) return options.error();
  return options_json(*options);
}

Result<std::unique_ptr<Match>> start(Json const& json, Seed const& seed) {
  auto const options = read_options(json);
  if (!options) return options.error();
  std::unique_ptr<Match> match = std::make_unique<MatchOf<Fifteen>>(start_race(*options, seed.number()));
  return match;
}

int seats(Json const& json) { return read_options(json).value().seats; }

std::vector<DefaultSeat> table(Json const& json) {
  auto const options = read_options(json).value();
  if (options.preset >= 0) return info().presets[static_cast<std::size_t>(options.preset)].table;
  return own_table(info(), options.seats);
}

// The small tables first: built on first use, they would delay a bot by a tenth of a second.
void prepare(std::filesystem::path const& cache, std::stop_token stop) {
  (void)Detours::instance();
  (void)WalkingDistance::instance();
  prepare_pattern_tables(cache, stop);
}

}  // namespace

Info const& info() {
  static auto const& facts = *forever<Info const>(make_info());
  return facts;
}

GameEntry const kEntry = {
    info, normalise, start, seats, table, kThinks ? &kTerminal : nullptr, kThinks ? prepare : nullptr};

}  // namespace engawa::games::fifteen
