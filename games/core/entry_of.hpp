// A game's entry in the catalogue, from the functions that read its options and begin it.
#pragma once
#include "games/core/match_of.hpp"
#include "games/core/option_keys.hpp"

namespace engawa::games {

// The game's functions from which an entry is made. `Options` is any type of the game:
// - Info const& facts()
// - Result<Options> read(Json const&): refuses with `bad_message`. Any JSON
// - Json write(Options const&): complete options that `read` reads back as the same value; of a preset, with its id as
//   `preset`
// - int seats_of(Options const&)
// - std::unique_ptr<Match> begin(Options const&, Seed const&)
template <auto facts, auto read, auto write, auto seats_of, auto begin>
struct EntryOf {
  static Result<Json> normalise(Json const& json) {
    auto const options = read(json);
    if (!options) return options.error();
    return write(*options);
  }
  static Result<std::unique_ptr<Match>> start(Json const& json, Seed const& seed) {
    auto const options = read(json);
    if (!options) return options.error();
    return begin(*options, seed);
  }
  static int seats(Json const& json) { return seats_of(read(json).value()); }
  static std::vector<DefaultSeat> table(Json const& json) {
    if (!json.contains("preset")) return own_table(facts(), seats(json));
    return facts().presets[read_preset_index(json, facts().presets).value()].table;
  }
};

// As EntryOf; the rest as in GameEntry.
template <auto facts, auto read, auto write, auto seats_of, auto begin>
constexpr GameEntry entry_of(terminal::Board const* terminal, decltype(GameEntry::prepare) prepare = nullptr,
                             decltype(GameEntry::use_weights) use_weights = nullptr) {
  using Of = EntryOf<facts, read, write, seats_of, begin>;
  return {facts, Of::normalise, Of::start, Of::seats, Of::table, terminal, prepare, use_weights};
}

}  // namespace engawa::games
