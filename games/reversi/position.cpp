#include "games/reversi/position.hpp"

#include "base/expect.hpp"

namespace engawa::games::reversi {
namespace {

Disc disc_of(char letter) { return static_cast<Disc>(kDiscs.find(letter)); }

// By ply, up to the last cut-in, followed by one kNobody; empty without cut-ins.
std::vector<std::uint64_t> cut_in_list(Variant const& variant) {
  std::vector<std::uint64_t> list;
  for (auto const& [ply, color] : variant.cut_ins) {
    list.resize(static_cast<std::size_t>(ply) + 1, kNobody);
    list.back() = disc_of(color);
  }
  if (!list.empty()) list.push_back(kNobody);
  return list;
}

template <class Word>
void fill_tables(Setup<Word>& setup) {
  auto const colors = seat_colors(setup.variant);
  for (std::size_t seat = 0; seat < colors.size(); ++seat) {
    setup.color_of.push_back(disc_of(colors[seat]));
    setup.seat_of[disc_of(colors[seat])] = static_cast<Seat>(seat);
  }
  for (char const letter : setup.variant.rotation) setup.rotation.push_back(disc_of(letter));
  for (char const letter : setup.variant.compete) setup.compete.push_back(disc_of(letter));
  setup.cut_ins = cut_in_list(setup.variant);
  for (std::size_t i = 0; i < kPlayerCount; ++i) {
    bool const permanent = setup.variant.permanent.find(kPlayers[i]) != std::string::npos;
    setup.permanent[i] = permanent ? ~Word{} : Word{};
  }
}

template <class Word>
void fill_board(Setup<Word>& setup) {
  auto& start = setup.start;
  for (Cell const cell : setup.geometry.cells) {
    auto const row = static_cast<std::size_t>(row_of(cell));
    char const letter = setup.variant.rows[row][static_cast<std::size_t>(column_of(cell))];
    auto const plane = letter == '.' ? kEmpty : disc_of(letter);
    start.planes[plane] |= bits::single<Word>(setup.geometry.bit_of[cell]);
  }
  start.next = static_cast<std::uint8_t>(setup.variant.rotation.find(setup.variant.first));
  Fills<Word> fills;
  seek<AnyShape>(setup, start, fills);
}

}  // namespace

template <class Word>
Setup<Word> make_setup(Variant const& variant) {
  EXPECT(bits::kWidth<Word> == 256 || find_stride(variant).has_value());
  int const stride = bits::kWidth<Word> == 64 ? find_stride(variant).value() : 16;
  Setup<Word> setup;
  setup.variant = variant;
  setup.geometry = make_geometry<Word>(variant, stride);
  fill_tables(setup);
  fill_board(setup);
  return setup;
}

template Setup<std::uint64_t> make_setup(Variant const&);
template Setup<Word256> make_setup(Variant const&);

}  // namespace engawa::games::reversi
