// A reversi variant is data: the board, the order of play, the competing players. Colours are letters here: B black, W
// white, A ash, C cyan, Y yamabuki (players), G green (wildcard), R red (bomb), '.' empty, H hole. Rules:
// docs/reference/rules.md, section 1.
#pragma once
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/core/info.hpp"

namespace engawa::games::reversi {

inline constexpr std::string_view kPlayers = "BWACY";  // in the order of seats
inline constexpr std::size_t kPlayerCount = kPlayers.size();
inline constexpr std::string_view kDiscs = "BWACYGR";
inline constexpr int kMaxSide = 16;
inline constexpr int kMaxCutIn = 999;

struct Variant {
  std::string preset;              // empty: a custom board
  std::vector<std::string> rows;   // top to bottom, all of the same length; without the surrounding ring of holes
  std::string rotation = "BWACY";  // the players in turn
  std::string compete = "BWACY";   // the players who can win, in the order of kPlayers
  std::string permanent = "G";     // never recoloured: G first, then players in the order of kPlayers
  std::map<int, char> cut_ins;     // ply -> the player who cuts in, outside the rotation
  bool skip_stuck_cut_in = false;  // false: a cut-in player without a move ends the game (the article's quirk)
  char first = 'B';

  int columns() const { return rows.empty() ? 0 : static_cast<int>(rows[0].size()); }
  friend bool operator==(Variant const&, Variant const&) = default;
};

// The colours with a seat, s0 first: those of the rotation and of the cut-ins, in the order of kPlayers.
std::string seat_colors(Variant const& variant);

// The letters of `letters` in the order of `order`; letters not in `order` are dropped.
std::string in_order(std::string_view letters, std::string_view order);

struct NamedVariant {
  Variant variant;
  Text title;
  std::vector<DefaultSeat> table;
};

// The presets, the default one first.
std::span<NamedVariant const> presets();

// nullptr if there is no such preset.
NamedVariant const* find_preset(std::string_view id);

}  // namespace engawa::games::reversi
