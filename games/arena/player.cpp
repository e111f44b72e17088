#include "games/arena/player.hpp"

#include <nlohmann/json.hpp>

#include "base/expect.hpp"

namespace engawa::arena {
namespace {

class BotPlayer final : public Player {
 public:
  explicit BotPlayer(Contender const& contender) : contender_(contender) {}

  Result<Json> move(games::Match const& match, games::Seat seat, std::uint64_t seed, std::stop_token stop) override {
    return match.choose(seat, contender_.bot, contender_.level, contender_.budget, seed, std::move(stop));
  }
  Result<Json> another(Refusal const& why, std::stop_token) override { return why; }

 private:
  Contender const& contender_;
};

}  // namespace

std::unique_ptr<Player> make_bot_player(Contender const& contender) {
  EXPECT(!contender.is_program(), contender.command);
  return std::make_unique<BotPlayer>(contender);
}

}  // namespace engawa::arena
