// Unpredictable chance: ChaCha20 with the vectors of its RFC, streams, and their use by the hidden game.
#include "games/core/chance.hpp"

#include "games/bubbles/rules.hpp"
#include "games/bubbles/wire.hpp"
#include "games/catalog.hpp"
#include "tests/catch.hpp"

namespace engawa::tests::chance_test {
using namespace engawa;
using namespace engawa::games;

namespace {

Seed::Key counting_key() {
  Seed::Key key{};
  for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<std::uint8_t>(i);
  return key;
}

}  // namespace

TEST_CASE("ChaCha20 gives the blocks of RFC 8439", "[chance]") {
  // Section 2.3.2.
  ChachaBlock const section_2_3_2{0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3, 0xc7f4d1c7, 0x0368c033,
                                  0x9aaa2204, 0x4e6cd4c3, 0x466482d2, 0x09aa9f07, 0x05d7c214, 0xa2028bd9,
                                  0xd19c12b5, 0xb94e16de, 0xe883d0cb, 0x4e3c50a2};
  CHECK(chacha20(counting_key(), 1, {0x09000000, 0x4a000000, 0}) == section_2_3_2);
  // Appendix A.1, vectors 1 and 2: a key of zeros, blocks 0 and 1; the first words.
  CHECK(chacha20(Seed::Key{}, 0, {})[0] == 0xade0b876);
  CHECK(chacha20(Seed::Key{}, 0, {})[15] == 0x8665eeb2);
  CHECK(chacha20(Seed::Key{}, 1, {})[0] == 0xbee7079f);
  // Vector 4: a key with one byte set, block 2.
  Seed::Key key{};
  key[1] = 0xff;
  CHECK(chacha20(key, 2, {})[0] == 0xfb4dd572);
}

TEST_CASE("a stream is the words of its blocks in order, and streams differ", "[chance]") {
  auto const key = counting_key();
  Chance chance(key, 3);
  for (std::uint32_t counter = 0; counter < 3; ++counter) {
    auto const block = chacha20(key, counter, {3, 0, 0});
    for (std::size_t i = 0; i < 16; i += 2) {
      CHECK(chance.mark() == 8 * counter + i / 2);
      CHECK(chance.next() == (block[i] | std::uint64_t{block[i + 1]} << 32));
    }
  }
  CHECK(chance.below(6) < 6);
  Streams streams{Seed(key)};
  auto first = streams.next(), second = streams.next();
  CHECK(first != second);
  CHECK(first.next() != second.next());
}

TEST_CASE("from a number, chance is the same SplitMix64 as ever", "[chance]") {
  Streams streams{Seed(42)};
  Rng numbers(42);
  for (int i = 0; i < 3; ++i) {
    auto chance = streams.next();
    Rng rng(numbers.next());
    CHECK(chance.next() == rng.next());
    CHECK(chance.below(1000) == rng.below(1000));
  }
}

TEST_CASE("a match of a secret seed is the same each time, and its hash does not tell the secret", "[chance]") {
  auto other_key = counting_key();
  other_key[31] ^= 1;  // not among the bits that Seed::number() has
  for (auto const& game : catalog())
    for (auto const& preset : game.info().presets) {
      INFO(game.info().id << ' ' << preset.id);
      auto const options =
          game.normalise(parse_json(R"({"preset":")" + std::string(preset.id) + "\"}").value()).value();
      auto const one = game.start(options, Seed(counting_key())).value();
      CHECK(one->hash() == game.start(options, Seed(counting_key())).value()->hash());
      CHECK((game.start(options, Seed(other_key)).value()->hash() != one->hash()) == one->hides());
    }
  // Two states that look the same and have drawn the same amount have the same hash, whatever comes next.
  auto state = bubbles::Bubbles::start({}, std::nullopt, Seed(counting_key()));
  auto const hash = bubbles::BubblesWire::hash(state);
  auto other = state;
  auto stream = Chance(other_key, 9);
  while (stream.mark() < state.fields[0].shot_rng.mark()) (void)stream.next();
  other.fields[0].shot_rng = stream;
  CHECK(!(other == state));
  CHECK(bubbles::BubblesWire::hash(other) == hash);
}

TEST_CASE("what a bot may see of a secret match holds no secret", "[chance]") {
  auto const state = bubbles::Bubbles::start({}, std::nullopt, Seed(counting_key()));
  Rng rng(5), again(5);
  auto const seen = bubbles::Bubbles::determinize(state, 0, rng);
  auto elsewhere = bubbles::Bubbles::start({}, std::nullopt, Seed(counting_key()));
  // The same shown state with other secrets looks exactly the same.
  for (auto& field : elsewhere.fields) field.shot_rng = field.row_rng = field.garbage_rng = Chance(Seed::Key{}, 1);
  CHECK(bubbles::Bubbles::determinize(elsewhere, 0, again) == seen);
}

}  // namespace engawa::tests::chance_test
