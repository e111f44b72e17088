// How an evaluation is computed, for any type of weights and any kernel. This code is compiled for every processor and
// again for those that count bits (evaluation.cpp), and is used in training.
//
// A child differs from its parent in few cells, and most of the players' views stay the same: a disc that changes its
// owner changes the view of two of five players, on about five of fifty lanes each. So the parent's indices are
// computed once, and for a child only the lanes with a changed cell are looked up again.
#pragma once
#include <bit>
#include <span>

#include "games/reversi/many/evaluation.hpp"
#include "games/reversi/many/model.hpp"

namespace engawa::games::reversi {

// e^x for x <= 0, to five digits, by the same operations on every machine. REQUIRES: compiled without contraction.
inline float exponential(float x) {
  float const binary = std::max(x, -80.0f) * 1.44269504f;
  int const whole = static_cast<int>(binary);
  float const y = (binary - static_cast<float>(whole)) * 0.69314718f;
  float const part =
      1 + y * (1 + y * (0.5f + y * (0.166666667f + y * (0.0416666667f + y * (0.00833333333f + y * 0.00138888889f)))));
  return part * std::bit_cast<float>((whole + 127) << 23);
}

// The kernel of kernel.hpp on a board with patterns.
template <int Stride>
struct PortableKernel {
  using Form = Shape<3, Stride>;
  using Geo = Geometry<std::uint64_t>;

  static std::uint64_t legal(Geo const& geometry, std::uint64_t own, std::uint64_t others, std::uint64_t wild,
                             std::uint64_t empty, Fills<std::uint64_t>& fills) {
    return legal_cells<Form>(geometry, own, others, wild, empty, fills);
  }
  static Flips<std::uint64_t> flipped(Geo const& geometry, std::uint64_t at, Fills<std::uint64_t> const& fills) {
    return flips<Form>(geometry, at, fills);
  }
  static void exponentials(std::array<float, 8>& all) {
    for (auto& one : all) one = exponential(one);
  }
};

// Calls use(stride) with a model's stride as a constant.
template <class Line, class Use>
inline auto with_stride(ModelOf<Line> const& model, Use use) {
  if (model.setup.geometry.stride == kOctagonStride) return use(std::integral_constant<int, kOctagonStride>{});
  return use(std::integral_constant<int, kDiamondStride>{});
}

template <class Line>
struct CoreTypes {
  using Sum = typename ModelOf<Line>::Sum;
  using Sums = std::array<Sum, kPlayerCount>;

  // The competitors' views, and their weights in the requested phases.
  struct Sight {
    std::array<Lanes, kPlayerCount> index;
    std::array<std::uint8_t, 64> disc;  // by bit
    struct Looked {
      bool known = false;
      Sums sums;
      std::array<std::array<Line, kLanes>, kPlayerCount> weights;
    };
    std::array<Looked, kPhases> in;
  };
};

template <class Line, class Kernel>
class Core {
 public:
  using Model = ModelOf<Line>;
  using Sum = typename Model::Sum;
  using Sums = typename CoreTypes<Line>::Sums;
  using Sight = typename CoreTypes<Line>::Sight;
  using Word = std::uint64_t;
  using Planes = std::array<Word, 8>;
  using Legal = std::array<Word, kPlayerCount>;

  static Value value(Model const& model, Position<Word> const& position) {
    if (position.turn == kNobody) return outcome(model, position.planes);
    Sight sight;
    look(model, position.planes, model.patterns.cell, sight.index);
    auto const legal = legal_of_all(model.setup, position.planes);
    auto const phase = phase_of(bits::count(position.empty()));
    return value_of(model, position.planes, legal, position.turn, position.next, phase,
                    sums_in(model, sight, phase).sums);
  }

  static std::size_t children(Model const& model, Position<Word> const& parent, std::span<Child> out) {
    Sight sight;
    look(model, parent.planes, model.patterns.cell, sight.index);
    for (std::size_t disc = 0; disc < kEmpty; ++disc)
      for (Word rest = parent.planes[disc]; rest != 0; bits::drop_lowest(rest))
        sight.disc[static_cast<std::size_t>(bits::lowest(rest))] = static_cast<std::uint8_t>(disc);
    Fills<Word> fills;
    legal_of(model.setup, parent.planes, parent.turn, fills);
    std::size_t count = 0;
    for (Word rest = parent.legal; rest != 0; bits::drop_lowest(rest))
      out[count++] = child(model, parent, sight, fills, bits::single<Word>(bits::lowest(rest)));
    return count;
  }

  // `sights`: patterns.cell or patterns.mirrored. Players' views differ in their own discs only.
  static void look(Model const& model, Planes const& planes, std::array<std::array<Lanes, 4>, 64> const& sights,
                   std::array<Lanes, kPlayerCount>& index) {
    auto const add = [&](Lanes& all, Word cells, std::size_t sight) {
      for (Word rest = cells; rest != 0; bits::drop_lowest(rest))
        all ^= sights[static_cast<std::size_t>(bits::lowest(rest))][sight];
    };
    Lanes common{};
    for (std::size_t disc = 0; disc < kEmpty; ++disc) add(common, planes[disc], model.foreign[disc]);
    for (Disc const player : model.setup.compete) {
      Lanes all = common;
      add(all, planes[player], model.foreign[player] ^ model.sight[player][player]);
      index[player] = all;
    }
  }

  static Legal legal_of_all(Setup<Word> const& setup, Planes const& planes) {
    Legal legal{};
    Fills<Word> unused;
    for (Disc const player : setup.rotation) legal[player] = legal_of(setup, planes, player, unused);
    return legal;
  }

 private:
  // The changes of the competitors' views between parent and child.
  struct Change {
    // Member by member: as one block of 700 bytes they would be cleared by a slow string instruction.
    Change() {
#pragma GCC unroll 5
      for (auto& view : views) view = Lanes{};
    }
    std::array<Lanes, kPlayerCount> views;
    std::array<Word, kPlayerCount> lanes{};  // those with a changed cell
  };

  static Word legal_of(Setup<Word> const& setup, Planes const& planes, Disc player, Fills<Word>& fills) {
    Word const own = planes[player], empty = planes[kEmpty];
    return Kernel::legal(setup.geometry, own, setup.geometry.board & ~(empty | own), planes[kGreen], empty, fills);
  }

  static void change(Model const& model, std::size_t bit, std::size_t before, std::size_t after, Change& changed) {
    auto const& sights = model.patterns.cell[bit];
    for (unsigned rest = model.concerned[before][after]; rest != 0; rest &= rest - 1) {
      auto const player = static_cast<std::size_t>(std::countr_zero(rest));
      changed.views[player] ^= sights[model.sight[player][before] ^ model.sight[player][after]];
      changed.lanes[player] |= model.patterns.lanes_of[bit];
    }
  }

  static void erase(Model const& model, Sight const& sight, Word erased, Planes& planes, Change& changed) {
    for (Word rest = erased & ~planes[kEmpty]; rest != 0; bits::drop_lowest(rest)) {
      auto const bit = static_cast<std::size_t>(bits::lowest(rest));
      change(model, bit, sight.disc[bit], kEmpty, changed);
    }
    for (std::size_t disc = 0; disc < kEmpty; ++disc) planes[disc] &= ~erased;
    planes[kEmpty] |= erased;
  }

  // put() of position.hpp, recording the changes.
  static void put(Model const& model, Sight const& sight, Disc mover, Word at, Fills<Word> const& fills, Planes& planes,
                  Change& changed) {
    auto const all = Kernel::flipped(model.setup.geometry, at, fills);
    if (all.flanked & planes[kRed]) return erase(model, sight, all.flanked | all.flankers, planes, changed);
    Word kept = planes[kGreen];
    for (std::size_t i = 0; i < kPlayerCount; ++i) kept |= planes[i] & model.setup.permanent[i];
    Word const turned = all.flanked & ~kept;
    change(model, static_cast<std::size_t>(bits::lowest(at)), kEmpty, mover, changed);
    for (Word rest = turned; rest != 0; bits::drop_lowest(rest)) {
      auto const bit = static_cast<std::size_t>(bits::lowest(rest));
      change(model, bit, sight.disc[bit], mover, changed);
    }
    for (std::size_t player = 0; player < kPlayerCount; ++player) planes[player] &= ~turned;
    planes[mover] |= turned | at;
    planes[kEmpty] &= ~at;
  }

  // seek() of position.hpp: the player after ply `ply`. `legal` gets the moves of a cut-in player.
  static Disc seek(Setup<Word> const& setup, Planes const& planes, Legal& legal, std::uint32_t ply,
                   std::uint8_t& next) {
    if (auto const cut_in = setup.cut_in_at(ply + 1); cut_in != kNobody) {
      Fills<Word> unused;
      legal[cut_in] = legal_of(setup, planes, cut_in, unused);
      if (legal[cut_in] != 0) return cut_in;
      if (!setup.variant.skip_stuck_cut_in) return kNobody;
    }
    for (std::size_t i = 0; i < setup.rotation.size(); ++i) {
      if (legal[setup.rotation[next]] != 0) return setup.rotation[next];
      next = next_in(setup, next);
    }
    return kNobody;
  }

  static std::uint8_t next_in(Setup<Word> const& setup, std::uint8_t next) {
    return next + 1u == setup.rotation.size() ? 0 : static_cast<std::uint8_t>(next + 1);
  }

  static Child child(Model const& model, Position<Word> const& parent, Sight& sight, Fills<Word> const& fills,
                     Word at) {
    auto const& setup = model.setup;
    Planes planes = parent.planes;
    Change changed;
    put(model, sight, parent.turn, at, fills, planes, changed);
    auto legal = legal_of_all(setup, planes);
    bool const cut_in = setup.cut_in_at(parent.ply + 1) == parent.turn;
    std::uint8_t next = cut_in ? parent.next : next_in(setup, parent.next);
    Disc const turn = seek(setup, planes, legal, parent.ply + 1, next);
    if (turn == kNobody) return {at, turn, outcome(model, planes)};
    auto const phase = phase_of(bits::count(planes[kEmpty]));
    return {at, turn, value_of(model, planes, legal, turn, next, phase, changed_sums(model, sight, changed, phase))};
  }

  static typename Sight::Looked const& sums_in(Model const& model, Sight& sight, std::size_t phase) {
    auto& looked = sight.in[phase];
    if (looked.known) return looked;
    auto const* const lines = model.lines_of(phase);
    looked.known = true;
    for (Disc const player : model.setup.compete) {
      Sum sum = 0;
      for (std::size_t lane = 0; lane < model.patterns.placements.size(); ++lane)
        sum += looked.weights[player][lane] = lines[model.patterns.table[lane] + sight.index[player].at[lane]];
      looked.sums[player] = sum;
    }
    return looked;
  }

  static Sums changed_sums(Model const& model, Sight& sight, Change const& changed, std::size_t phase) {
    auto const& looked = sums_in(model, sight, phase);
    auto const* const lines = model.lines_of(phase);
    auto const* const table = model.patterns.table.data();
    Sums sums = looked.sums;
    for (Disc const player : model.setup.compete) {
      Lanes now;
      for (std::size_t lane = 0; lane < kLanes; ++lane)
        now.at[lane] = sight.index[player].at[lane] ^ changed.views[player].at[lane];
      auto const& before = looked.weights[player];
      Sum sum = 0;
      for (Word rest = changed.lanes[player]; rest != 0; bits::drop_lowest(rest)) {
        auto const lane = static_cast<std::size_t>(bits::lowest(rest));
        sum += lines[table[lane] + now.at[lane]] - before[lane];
      }
      sums[player] += sum;
    }
    return sums;
  }

  static Value value_of(Model const& model, Planes const& planes, Legal const& legal, Disc turn, std::size_t next,
                        std::size_t phase, Sums sums) {
    auto const& setup = model.setup;
    auto const facts = facts_of(setup, planes, legal, turn, next);
    auto const* const weights = model.facts_of(phase);
    Value value = shares(model, planes, phase);
    // Players who do not compete contribute nothing: e to the -80.
    std::array<float, 8> scores;
    scores.fill(-1e6f);
    for (Disc const player : setup.compete) {
      for (auto const fact : facts[player]) sums[player] += weights[fact];
      scores[player] = static_cast<float>(sums[player]) * (1 / kUnit);
    }
    float most = scores[0];
    for (std::size_t i = 1; i < kPlayerCount; ++i) most = std::max(most, scores[i]);
    for (auto& score : scores) score -= most;
    Kernel::exponentials(scores);
    float total = 0;
    for (Disc const player : setup.compete) total += scores[player];
    for (Disc const player : setup.compete) value[player] = scores[player] / total;
    return value;
  }

  static bool competes(Setup<Word> const& setup, Disc player) {
    return std::find(setup.compete.begin(), setup.compete.end(), player) != setup.compete.end();
  }

  static Value shares(Model const& model, Planes const& planes, std::size_t phase) {
    Value value{};
    if (model.setup.compete.size() == model.setup.color_of.size()) return value;
    for (Disc const player : model.setup.color_of)
      if (!competes(model.setup, player))
        value[player] =
            static_cast<float>(model.shares_of(phase)[share_at(player, bits::count(planes[player]))]) / kShareUnit;
    return value;
  }

  static Value outcome(Model const& model, Planes const& planes) {
    auto const& setup = model.setup;
    Value value{};
    int most = 0, leaders = 0;
    for (Disc const player : setup.compete) most = std::max(most, bits::count(planes[player]));
    for (Disc const player : setup.compete) leaders += bits::count(planes[player]) == most;
    for (Disc const player : setup.color_of) {
      auto const discs = bits::count(planes[player]);
      if (!competes(setup, player))
        value[player] = static_cast<float>(discs) / static_cast<float>(setup.geometry.cells.size());
      else if (discs == most)
        value[player] = 1 / static_cast<float>(leaders);
    }
    return value;
  }
};

}  // namespace engawa::games::reversi
