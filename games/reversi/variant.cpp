#include "games/reversi/variant.hpp"

#include <algorithm>

#include "base/forever.hpp"

namespace engawa::games::reversi {
namespace {

// The Aztec diamond of order 5, with the article's centre and its four bombs (docs/reference/rules.md 1.1).
std::vector<std::string> const kSeedRows = {"HHHH..HHHH", "HHH..R.HHH", "HH......HH", "H...GC...H", ".R.YWBG...",
                                            "...GBWY.R.", "H...CG...H", "HH......HH", "HHH.R..HHH", "HHHH..HHHH"};
// Here two wildcards are ash instead, so that each of the five players owns two discs (docs/reference/rules.md 1.8).
std::vector<std::string> const kFiveRows = {"HHHH..HHHH", "HHH..R.HHH", "HH......HH", "H...AC...H", ".R.YWBG...",
                                            "...GBWY.R.", "H...CA...H", "HH......HH", "HHH.R..HHH", "HHHH..HHHH"};
std::vector<std::string> const kDiamondRows = {"HHHH..HHHH", "HHH....HHH", "HH......HH", "H...GC...H", "...YWBG...",
                                               "...GBWY...", "H...CG...H", "HH......HH", "HHH....HHH", "HHHH..HHHH"};
std::vector<std::string> const kSquareRows = {"........", "........", "........", "...WB...",
                                              "...BW...", "........", "........", "........"};
std::vector<std::string> const kOctagonRows = {"HH....HH", "H......H", "...BW...", "..BWBW..",
                                               "..WBWB..", "...WB...", "H......H", "HH....HH"};
std::vector<std::string> const kOctagonThreeRows = {"HH....HH", "H......H", "...BA...", "..AWBW..",
                                                    "..WBWA..", "...AB...", "H......H", "HH....HH"};
std::vector<std::string> const kOctagonWildRows = {"HH....HH", "H......H", "...GA...", "..AWBG..",
                                                   "..GBWA..", "...AG...", "H......H", "HH....HH"};

Variant plain(std::string id, std::vector<std::string> rows, std::string rotation) {
  return {std::move(id), std::move(rows), rotation, in_order(rotation, kPlayers), "G", {}, false, rotation[0]};
}

// Three players in rotation, and two with cut-ins and permanent discs.
Variant three_and_two(std::string id, std::vector<std::string> rows) {
  return {std::move(id), std::move(rows), "BWA", "BWA", "GCY", {{10, 'C'}, {30, 'Y'}, {40, 'Y'}}, false, 'B'};
}

DefaultSeat const kOpen{"", 1};
DefaultSeat const kMcs{"mcs", 1};
DefaultSeat const kRandom{"random", 1};
DefaultSeat const kMinimum{"minimum", 1};
DefaultSeat const kMaximum{"maximum", 1};

std::vector<NamedVariant> make_presets() {
  return {
      {plain("five", kFiveRows, "BWACY"),
       {"Five players", "5人対戦"},
       {kOpen, {"suzume", 1}, {"suzume", 2}, {"tanuki", 3}, {"kitsune", 4}}},
      {three_and_two("seed", kSeedRows),
       {"3 players + 2 cut-ins, with bombs", "3人＋割り込み2人（ボム石あり）"},
       {kOpen, kMcs, kRandom, kMinimum, kMaximum}},
      {plain("classic", kSquareRows, "BW"), {"Classic reversi", "スタンダード（8×8）"}, {kOpen, kMcs}},
      {plain("octagon", kOctagonRows, "BW"), {"Octagon", "八角形"}, {kOpen, kMcs}},
      {plain("octagon-three", kOctagonThreeRows, "BWA"), {"Octagon for three", "八角形（3人）"}, {kOpen, kMcs, kMcs}},
      {plain("octagon-wild", kOctagonWildRows, "BWA"),
       {"Octagon with wildcards", "八角形（変化石あり）"},
       {kOpen, kMcs, kMcs}},
      {three_and_two("diamond", kDiamondRows),
       {"3 players + 2 cut-ins", "3人＋割り込み2人"},
       {kOpen, kMcs, kRandom, kMinimum, kMaximum}},
  };
}

}  // namespace

std::string in_order(std::string_view letters, std::string_view order) {
  std::string sorted;
  for (char const letter : order)
    if (letters.find(letter) != letters.npos) sorted += letter;
  return sorted;
}

std::string seat_colors(Variant const& variant) {
  auto players = variant.rotation;
  for (auto const& [ply, color] : variant.cut_ins) players += color;
  return in_order(players, kPlayers);
}

std::span<NamedVariant const> presets() {
  static auto const& list = *forever<std::vector<NamedVariant> const>(make_presets());
  return list;
}

NamedVariant const* find_preset(std::string_view id) {
  auto const list = presets();
  auto const found =
      std::find_if(list.begin(), list.end(), [&](auto const& item) { return item.variant.preset == id; });
  return found == list.end() ? nullptr : &*found;
}

}  // namespace engawa::games::reversi
