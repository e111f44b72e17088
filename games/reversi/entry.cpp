#include "games/reversi/entry.hpp"

#include "base/forever.hpp"
#include "games/core/thinks.hpp"
#include "games/reversi/bots.hpp"
#include "games/reversi/evaluation.hpp"
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
  if constexpr (kThinks) info.bots.assign(bots().begin(), bots().end());
  info.stand_in = "tanuki";
  info.stand_in_level = 3;
  info.options_schema = options_schema();
  info.legal_member = "cell";
  info.picture = kPicture;
  return info;
}

Result<Json> normalise(Json const& options) {
  auto const variant = read_options(options);
  if (!variant) return variant.error();
  return options_json(*variant);
}

// The seed has no effect in reversi: nothing is dealt or drawn.
Result<std::unique_ptr<Match>> start(Json const& options, Seed const&) {
  auto const variant = read_options(options);
  if (!variant) return variant.error();
  std::unique_ptr<Match> match;
  if (find_stride(*variant)) {
    match = std::make_unique<MatchOf<Reversi<std::uint64_t>>>(Reversi<std::uint64_t>::start(*variant));
  } else {
    match = std::make_unique<MatchOf<Reversi<Word256>>>(Reversi<Word256>::start(*variant));
  }
  return match;
}

int seats(Json const& options) { return static_cast<int>(seat_colors(read_options(options).value()).size()); }

std::vector<DefaultSeat> table(Json const& options) {
  auto const variant = read_options(options).value();
  if (auto const* preset = find_preset(variant.preset)) return preset->table;
  return own_table(info(), seats(options));
}

}  // namespace

Info const& info() {
  static auto const& facts = *forever<Info const>(make_info());
  return facts;
}

GameEntry const kEntry = {
    info, normalise, start, seats, table, kThinks ? &kTerminal : nullptr, nullptr, kThinks ? use_weights : nullptr};

}  // namespace engawa::games::reversi
