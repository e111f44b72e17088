#include "games/fifteen/entry.hpp"

#include "base/forever.hpp"
#include "games/core/entry_of.hpp"
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
  info.first_preset = "solo";  // nobody wins their first race
  if constexpr (kThinks) {
    info.bots = bot_infos();
    info.ladder = {{"random"},   {"kame", 1},  {"kame", 2},     {"kame", 3},
                   {"usagi", 4}, {"usagi", 5}, {"hayabusa", 6}, {"hayabusa", 7}};
  }
  info.stand_in = "kame";
  info.stand_in_level = 3;
  info.simultaneous = true;
  info.unlogged = {"slide"};
  info.options_schema = options_schema();
  info.picture = kPicture;
  return info;
}

int seats(Options const& options) { return options.seats; }

std::unique_ptr<Match> begin(Options const& options, Seed const& seed) {
  return std::make_unique<MatchOf<Fifteen>>(start_race(options, seed.number()));
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

GameEntry const kEntry = entry_of<info, read_options, options_json, seats, begin>(kThinks ? &kTerminal : nullptr,
                                                                                  kThinks ? prepare : nullptr);

}  // namespace engawa::games::fifteen
