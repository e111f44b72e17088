#include "games/nim/entry.hpp"

#include "base/forever.hpp"
#include "games/core/thinks.hpp"
#include "games/nim/bots.hpp"
#include "games/nim/options.hpp"
#include "games/nim/picture.hpp"
#include "games/nim/wire.hpp"

namespace engawa::games::nim {
namespace {

Info make_info() {
  Info info;
  info.id = "nim";
  info.title = {"753 game", "七五三ゲーム"};
  info.presets = presets();
  if constexpr (kThinks) info.bots = bot_infos();
  info.stand_in = "kozo";
  info.stand_in_level = 3;
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
  std::unique_ptr<Match> match = std::make_unique<MatchOf<Nim>>(start_position(*options, seed.number()));
  return match;
}

int seats(Json const&) { return 2; }

std::vector<DefaultSeat> table(Json const& json) {
  auto const options = read_options(json).value();
  if (options.preset >= 0) return info().presets[static_cast<std::size_t>(options.preset)].table;
  return own_table(info(), 2);
}

}  // namespace

Info const& info() {
  static auto const& facts = *forever<Info const>(make_info());
  return facts;
}

GameEntry const kEntry = {info, normalise, start, seats, table, kThinks ? &kTerminal : nullptr};

}  // namespace engawa::games::nim
