#include "games/reversi/entry.hpp"

#include "base/forever.hpp"
#include "games/core/entry_of.hpp"
#include "games/core/thinks.hpp"
#include "games/reversi/bots.hpp"
#include "games/reversi/many/evaluation.hpp"
#include "games/reversi/options.hpp"
#include "games/reversi/picture.hpp"
#include "games/reversi/wire.hpp"

namespace engawa::games::reversi {
namespace {

Info make_info() {
  Info info;
  info.id = "reversi";
  info.title = {"Multiplayer reversi", "みんなでリバーシ"};
  info.min_seats = 2;
  info.max_seats = 5;
  for (auto const& item : presets())
    info.presets.push_back({item.variant.preset, item.title, static_cast<int>(item.table.size()), item.table});
  if constexpr (kThinks) {
    info.bots.assign(bots().begin(), bots().end());
    info.ladder = {{"minimum"},    {"random"},     {"suzume", 1}, {"suzume", 2}, {"tanuki", 3},
                   {"kitsune", 4}, {"kitsune", 5}, {"tengu", 6},  {"oni", 7}};
  }
  info.stand_in = "tanuki";
  info.stand_in_level = 3;
  info.options_schema = options_schema();
  info.legal_member = "cell";
  info.picture = kPicture;
  return info;
}

int seats(Variant const& variant) { return static_cast<int>(seat_colors(variant).size()); }

// The seed has no effect in reversi: nothing is dealt or drawn.
std::unique_ptr<Match> begin(Variant const& variant, Seed const&) {
  if (find_stride(variant))
    return std::make_unique<MatchOf<Reversi<std::uint64_t>>>(Reversi<std::uint64_t>::start(variant));
  return std::make_unique<MatchOf<Reversi<Word256>>>(Reversi<Word256>::start(variant));
}

}  // namespace

Info const& info() {
  static auto const& facts = *forever<Info const>(make_info());
  return facts;
}

GameEntry const kEntry = entry_of<info, read_options, options_json, seats, begin>(
    kThinks ? &kTerminal : nullptr, nullptr, kThinks ? use_weights : nullptr);

}  // namespace engawa::games::reversi
