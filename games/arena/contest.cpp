#include "games/arena/contest.hpp"

#include <condition_variable>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

namespace engawa::arena {
namespace {

class Contest {
 public:
  Contest(Setting const& setting, std::vector<Contender> const& contenders, Seatings const& seatings, int count)
      : setting_(setting), contenders_(contenders), seatings_(seatings), blocks_(static_cast<std::size_t>(count)) {}

  void run(TakeBlock const& take, std::stop_token const& stop) {
    std::stop_callback const pass_on(stop, [this] { enough_.request_stop(); });
    std::vector<std::jthread> workers;
    workers.reserve(static_cast<std::size_t>(setting_.threads));
    for (int i = 0; i < setting_.threads; ++i) workers.emplace_back([this] { work(); });
    for (auto& slot : blocks_) {
      auto const block = await(slot);
      if (!block || !take(*block)) break;
    }
    enough_.request_stop();
  }

 private:
  using Slot = std::optional<Block>;

  void work() {
    use_once();
    for (;;) {
      std::size_t mine = 0;
      {
        std::scoped_lock const lock(mutex_);
        mine = next_++;
      }
      if (mine >= blocks_.size() || enough_.stop_requested()) return;
      auto block = play(static_cast<int>(mine));
      if (enough_.stop_requested()) return;
      std::scoped_lock const lock(mutex_);
      blocks_[mine] = std::move(block);
      ready_.notify_all();
    }
  }

  // The data that bots load or build on their first use, and on the first use on each thread (weights, tables), would
  // count for the first move of some bot.
  void use_once() {
    auto const match = setting_.start(games::Seed(setting_.seed));
    for (auto contender : contenders_) {
      if (contender.is_program()) continue;
      contender.budget = {{}, 3000};
      (void)make_bot_player(contender)->move(*match, match->to_act().first(), 1, enough_.get_token());
    }
  }

  // Empty if it was stopped before it was complete.
  Slot await(Slot& slot) {
    std::unique_lock lock(mutex_);
    ready_.wait(lock, enough_.get_token(), [&] { return slot.has_value(); });
    return std::exchange(slot, std::nullopt);
  }

  Block play(int number) {
    Block block{seatings_(number), {}};
    auto const seed = block_seed(setting_.seed, number);
    std::vector<Turn> opening;
    auto const start = open_game(setting_.start, setting_.opening, seed, &opening);
    games::Rng chance(seed + 1);
    for (auto const& seating : block.seatings) {
      auto match = start->clone();
      block.games.push_back(play_one(*match, seating, chance.next(), opening));
      if (block.games.back().stopped) break;
    }
    return block;
  }

  Played play_one(games::Match& match, Seating const& seating, std::uint64_t seed,
                  std::vector<Turn> const& opening) const {
    std::vector<std::unique_ptr<Player>> players;
    std::vector<Seated> seats;
    for (int const who : seating) {
      auto const& contender = contenders_[static_cast<std::size_t>(who)];
      players.push_back(contender.is_program() ? setting_.make_player(contender) : make_bot_player(contender));
      seats.push_back({players.back().get(), contender.pace_ms});
    }
    return play_to_the_end(match, seats, seed, enough_.get_token(), opening);
  }

  Setting const& setting_;
  std::vector<Contender> const& contenders_;
  Seatings const& seatings_;
  std::mutex mutex_;
  std::condition_variable_any ready_;
  std::vector<Slot> blocks_;  // guarded by mutex_
  std::size_t next_ = 0;      // guarded by mutex_
  std::stop_source enough_;
};

}  // namespace

void play_blocks(Setting const& setting, std::vector<Contender> const& contenders, Seatings const& seatings, int count,
                 TakeBlock const& take, std::stop_token const& stop) {
  Contest(setting, contenders, seatings, count).run(take, stop);
}

}  // namespace engawa::arena
