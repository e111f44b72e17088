// The parts of a block: seatings, openings and games.
#include "games/arena/blocks.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "games/arena/contest.hpp"
#include "games/catalog.hpp"
#include "tests/catch.hpp"

namespace engawa::tests {
namespace {

arena::Start start_of(char const* game, Json const& options) {
  auto const* const entry = games::find_game(game);
  return [entry, normal = entry->normalise(options).value()](games::Seed const& seed) {
    return entry->start(normal, seed).value();
  };
}

TEST_CASE("two kinds sit in every way once", "[blocks]") {
  for (int const seats : {2, 3, 5}) {
    auto const all = arena::two_kinds(seats);
    CHECK(all.size() == (std::size_t{1} << seats) - 2);
    CHECK(std::set<arena::Seating>(all.begin(), all.end()).size() == all.size());
    for (int seat = 0; seat < seats; ++seat) {
      auto const has = [&](auto const& seating) { return seating[static_cast<std::size_t>(seat)] == 0; };
      CHECK(2 * std::count_if(all.begin(), all.end(), has) == static_cast<std::ptrdiff_t>(all.size()));
    }
  }
}

TEST_CASE("one among the others has each seat once", "[blocks]") {
  auto const all = arena::one_among(5);
  REQUIRE(all.size() == 5);
  std::set<std::ptrdiff_t> seats;
  for (auto const& seating : all) {
    CHECK(std::count(seating.begin(), seating.end(), 0) == 1);
    seats.insert(std::find(seating.begin(), seating.end(), 0) - seating.begin());
  }
  CHECK(seats.size() == 5);
}

TEST_CASE("a table is drawn without anybody twice while there are others", "[blocks]") {
  games::Rng rng(1);
  std::vector<int> drawn(8);
  for (int i = 0; i < 400; ++i) {
    auto const table = arena::draw(8, 5, rng);
    CHECK(std::set<int>(table.begin(), table.end()).size() == 5);
    for (int const who : table) ++drawn[static_cast<std::size_t>(who)];
    auto const crowded = arena::draw(2, 5, rng);
    auto const zeros = std::count(crowded.begin(), crowded.end(), 0);
    CHECK((zeros == 2 || zeros == 3));
  }
  for (int const times : drawn) CHECK(times == Approx(250).margin(50));
}

TEST_CASE("an opening is the same for a seed, another for another, and ends no game", "[blocks]") {
  auto const start = start_of("nim", {{"preset", "753"}});
  std::set<std::uint64_t> openings;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    auto const match = arena::open_game(start, 2, seed);
    CHECK(match->ply() == 2);
    CHECK_FALSE(match->outcome());
    CHECK(match->hash() == arena::open_game(start, 2, seed)->hash());
    openings.insert(match->hash());
  }
  CHECK(openings.size() > 10);
  auto const late = arena::open_game(start, 15, 1);  // no game lasts 15 moves
  CHECK_FALSE(late->outcome());
  CHECK(late->ply() < 15);
}

arena::Contender bot(char const* game, char const* name) {
  return arena::read_contender(games::find_game(game)->info(), name).value();
}

std::vector<arena::Block> play(char const* game, Json const& options, std::vector<arena::Contender> const& who,
                               std::vector<arena::Seating> const& seatings, int threads, int blocks) {
  arena::Setting setting;
  setting.start = start_of(game, options);
  setting.threads = threads;
  setting.seed = 5;
  std::vector<arena::Block> all;
  auto const take = [&](arena::Block const& block) {
    all.push_back(block);
    return true;
  };
  arena::play_blocks(setting, who, [&](int) { return seatings; }, blocks, take, {});
  return all;
}

TEST_CASE("threads change nothing", "[blocks]") {
  std::vector<arena::Contender> const who{bot("reversi", "mcs:1"), bot("reversi", "random")};
  auto const alone = play("reversi", {{"preset", "classic"}}, who, arena::two_kinds(2), 1, 5);
  auto const together = play("reversi", {{"preset", "classic"}}, who, arena::two_kinds(2), 3, 5);
  REQUIRE(alone.size() == 5);
  REQUIRE(together.size() == 5);
  for (std::size_t block = 0; block < alone.size(); ++block) {
    REQUIRE(alone[block].games.size() == 2);
    for (std::size_t game = 0; game < 2; ++game)
      CHECK(alone[block].games[game].ranking == together[block].games[game].ranking);
  }
}

TEST_CASE("a race is run in game time", "[blocks]") {
  // The faster of two equal solvers is first, in any seat.
  std::vector<arena::Contender> who{bot("fifteen", "usagi:1"), bot("fifteen", "usagi:1")};
  who[0].pace_ms = 200;
  who[1].pace_ms = 300;
  for (auto const& block : play("fifteen", {{"size", 3}, {"seats", 2}}, who, arena::two_kinds(2), 1, 3))
    for (std::size_t game = 0; game < 2; ++game) {
      auto const& ranking = block.games[game].ranking;
      REQUIRE(ranking.places.size() == 2);
      CHECK(block.seatings[game][ranking.places[0].seat] == 0);
      CHECK(ranking.places[1].rank == 2);
    }
}

TEST_CASE("who is too slow is overtaken by what is due", "[blocks]") {
  // A shot is forced after ten seconds.
  auto const match = start_of("bubbles", {{"preset", "duel"}})(games::Seed(1));
  auto const random = bot("bubbles", "random");
  auto const one = arena::make_bot_player(random), other = arena::make_bot_player(random);
  std::vector<arena::Seated> const seats{{one.get(), 1000}, {other.get(), 35'000}};
  auto const played = arena::play_to_the_end(*match, seats, 1, {});
  CHECK(match->outcome().has_value());
  auto const moves = played.efforts[0].moves + played.efforts[1].moves;
  CHECK(match->ply() > moves);
  CHECK(played.efforts[0].moves > 8 * played.efforts[1].moves);
}

TEST_CASE("the first place is shared by who ties, and by all when everybody lost", "[blocks]") {
  games::Ranking const tied{{{2, 1, 9}, {0, 1, 9}, {1, 3, 4}}, "", false};
  CHECK(arena::share_of_first(tied, 0) == Approx(0.5));
  CHECK(arena::share_of_first(tied, 1) == Approx(0));
  CHECK(arena::share_of_first(tied, 4) == Approx(0));
  games::Ranking const lost{{{0, 1, 0}, {1, 2, 0}}, "", true};
  CHECK(arena::share_of_first(lost, 1) == Approx(0.5));
}

// Answers that many times with an invalid move.
class Stubborn final : public arena::Player {
 public:
  explicit Stubborn(int times) : left_(times) {}
  Result<Json> move(games::Match const& match, games::Seat, std::uint64_t, std::stop_token) override {
    legal_ = match.moves()[0];
    return answer();
  }
  Result<Json> another(Refusal const&, std::stop_token) override { return answer(); }

 private:
  Result<Json> answer() {
    if (left_-- > 0) return Json{{"row", 9}};
    return Result<Json>(legal_);
  }
  int left_;
  Json legal_;
};

TEST_CASE("impossible moves are asked for again, and lose the game after the sixth", "[blocks]") {
  for (int const times : {arena::kMaxRefusals, arena::kMaxRefusals + 1}) {
    auto const match = start_of("nim", {{"preset", "753"}})(games::Seed(1));
    auto const osho = bot("nim", "osho");
    Stubborn stubborn(times);
    auto const other = arena::make_bot_player(osho);
    std::vector<arena::Seated> const seats{{&stubborn, 0}, {other.get(), 0}};
    auto const played = arena::play_to_the_end(*match, seats, 1, {});
    CHECK(played.fault.has_value() == (times > arena::kMaxRefusals));
    CHECK(played.efforts[0].refused == times);
    REQUIRE(played.ranking.places.size() == 2);
    if (!played.fault) continue;
    CHECK(played.fault->seat == 0);
    CHECK(played.fault->why.code == "bad_message");
    CHECK(played.ranking.places[0].seat == 1);
    CHECK(played.ranking.places[1].rank == 2);
  }
}

}  // namespace
}  // namespace engawa::tests
