#include "server/api/exhibition.hpp"

#include <chrono>
#include <nlohmann/json.hpp>

#include "base/json_write.hpp"
#include "games/catalog.hpp"
#include "server/bots/bot_pool.hpp"
#include "server/shard/shard.hpp"

namespace engawa::server {
namespace {

constexpr int kMostCostUs = 5000;   // processor time per move
constexpr std::int64_t kPause = 5;  // in moves: how long a finished game is shown

struct Piece {
  games::GameEntry const* entry;
  std::string_view preset;
};

// The variants of turn-based games that bots can play; races have their own pace.
std::vector<Piece> const& programme() {
  static auto const pieces = [] {
    std::vector<Piece> found;
    for (auto const& entry : games::catalog()) {
      if (entry.info().simultaneous) continue;
      for (auto const& preset : entry.info().presets) found.push_back({&entry, preset.id});
    }
    return found;
  }();
  return pieces;
}

// The highest level up to `level` that is cheap enough.
int cheap_level(games::Info const& info, std::string_view bot, int level) {
  for (auto const& one : info.bots) {
    if (one.id != bot) continue;
    while (level > one.first_level && one.of_level(one.cost_us, level) > kMostCostUs) --level;
  }
  return level;
}

}  // namespace

void Exhibition::begin() {
  auto const& piece = programme()[next_++ % programme().size()];
  entry_ = piece.entry;
  auto const& info = entry_->info();
  Json wish;
  wish["preset"] = piece.preset;
  auto const options = entry_->normalise(wish).value();
  options_ = options.dump();
  players_.clear();
  for (auto const& seat : entry_->table(options)) {
    bool const open = seat.bot.empty();
    auto const bot = open ? info.stand_in : seat.bot;
    players_.push_back({std::string(bot), cheap_level(info, bot, open ? info.stand_in_level : seat.level)});
  }
  match_ = entry_->start(options, games::Seed(static_cast<std::uint64_t>(services_.clock.now()))).value();
  draw();
}

std::string const& Exhibition::look() {
  auto const pace = services_.config.exhibition_ms;
  if (pace == 0 || programme().empty()) return shown_;
  auto const now = services_.clock.now();
  bool const over = match_ && match_->to_act().empty();
  if (!match_ || (over && now - moved_at_ >= kPause * pace)) {
    begin();
    moved_at_ = now;
  } else if (!over && !thinking_ && now - moved_at_ >= pace && services_.bots->queued() == 0) {
    moved_at_ = now;
    think();
  }
  return shown_;
}

void Exhibition::think() {
  thinking_ = true;
  auto const seat = match_->to_act().first();
  auto const& player = players_.at(seat);
  BotPool::Job job;
  job.idle = true;
  job.seed = static_cast<std::uint64_t>(services_.clock.now());
  job.due = BotPool::Steady::now() + std::chrono::milliseconds(services_.config.exhibition_ms);
  job.cost = std::chrono::microseconds(kMostCostUs);
  job.begin = [match = std::shared_ptr<games::Match const>(match_->clone()), seat, player](games::Thinking& thinking) {
    return match->begin({games::ThinkRequest::Kind::move, seat, player.bot, player.level}, thinking);
  };
  job.done = [this, ticket = ++ticket_](Result<std::string> move) {
    services_.shards.front()->post([this, ticket, move = std::move(move)] { thought(ticket, move); });
  };
  services_.bots->submit(std::move(job));
}

void Exhibition::thought(std::uint64_t ticket, Result<std::string> const& move) {
  if (ticket != ticket_) return;
  thinking_ = false;
  std::string set, events;
  auto const parsed = move ? parse_json(*move) : Result<Json>(move.error());
  // A game that cannot continue is replaced by the next one.
  if (!parsed || !match_->play(match_->to_act().first(), *parsed, set, events)) match_.reset();
  if (match_) draw();
}

void Exhibition::draw() {
  shown_ = R"({"game":)";
  json_write::string(shown_, entry_->info().id);
  shown_ += R"(,"options":)" + options_ + R"(,"phase":)";
  json_write::string(shown_, match_->to_act().empty() ? "over" : "playing");
  shown_ += R"(,"seats":{)";
  for (std::size_t i = 0; i < players_.size(); ++i) {
    if (i > 0) shown_ += ',';
    json_write::key(shown_, games::seat_name(static_cast<games::Seat>(i)));
    shown_ += R"({"kind":"bot","bot":)";
    json_write::string(shown_, players_[i].bot);
    shown_ += R"(,"level":)" + std::to_string(players_[i].level) + '}';
  }
  std::string document = "{";
  match_->write_document(document);
  auto const game = Json::parse(document + '}');
  shown_ += R"(},"ply":)" + game["ply"].dump() + R"(,"to_act":)" + game["to_act"].dump() + R"(,"view":)" +
            game["view"].dump() + '}';
}

}  // namespace engawa::server
