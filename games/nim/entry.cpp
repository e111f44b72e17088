#include "games/nim/entry.hpp"

#include "base/forever.hpp"
#include "games/core/entry_of.hpp"
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
  if constexpr (kThinks) {
    info.bots = bot_infos();
    info.ladder = {{"random"}, {"kozo", 1}, {"kozo", 2}, {"kozo", 3}, {"kozo", 4}, {"osho", 5}};
  }
  info.stand_in = "kozo";
  info.stand_in_level = 3;
  info.options_schema = options_schema();
  info.picture = kPicture;
  return info;
}

int seats(Options const&) { return 2; }

std::unique_ptr<Match> begin(Options const& options, Seed const& seed) {
  return std::make_unique<MatchOf<Nim>>(start_position(options, seed.number()));
}

}  // namespace

Info const& info() {
  static auto const& facts = *forever<Info const>(make_info());
  return facts;
}

GameEntry const kEntry = entry_of<info, read_options, options_json, seats, begin>(kThinks ? &kTerminal : nullptr);

}  // namespace engawa::games::nim
