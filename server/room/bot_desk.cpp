#include "server/room/bot_desk.hpp"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/expect.hpp"
#include "server/room/bot_pace.hpp"
#include "server/state/derived_secrets.hpp"

namespace engawa::server {
namespace {

// The value of a bot's table for a level; older rooms may have a level below the first. Empty table: no value.
std::optional<int> by_level(games::Info const& info, std::string_view bot, int level,
                            std::vector<int> games::BotInfo::* table) {
  for (auto const& entry : info.bots)
    if (entry.id == bot && !(entry.*table).empty())
      return entry.of_level(entry.*table, std::clamp(level, entry.first_level, entry.last_level()));
  return std::nullopt;
}

}  // namespace

BotDesk::BotDesk(RoomState const& state, RoomEnvironment& world, RoomTime const& time)
    : state_(state), world_(world), time_(time), paces_(TurnClock::kSeats) {}

bool BotDesk::applied(Input const& input, bool moved) {
  EXPECT(!moved || (input.seat >= 0 && static_cast<std::size_t>(input.seat) < paces_.size()), input.seat);
  if (moved) last_move_at_ = input.at;
  if (input.kind == InputKind::move || input.kind == InputKind::timeout) paused_ms_ = 0;
  bool const begins = round_ != state_.round();
  if (begins) begin_round(input.at);
  if (moved) {
    auto& pace = paces_[static_cast<std::size_t>(input.seat)];
    ++pace.moves;
    pace.last_at = input.at;
  }
  return begins;
}

bool BotDesk::is_thinking(games::Seat seat) const {
  return std::any_of(thinking_.begin(), thinking_.end(), [&](PendingMove const& t) { return t.seat == seat; });
}

// The position that a bot's answer is for: that of the whole game, or of the seat in simultaneous games.
std::uint64_t BotDesk::position_of(games::Seat seat) const {
  return state_.info().simultaneous ? paces_[seat].moves : state_.ply();
}

void BotDesk::drop_stale(Members const& members) {
  auto const stale = [&](PendingMove& t) {
    bool const wanted = t.timeout || state_.seats()[t.seat].bot_plays();
    if (wanted && !state_.asleep() && t.round == state_.round() && t.position == position_of(t.seat) &&
        state_.to_act().has(t.seat))
      return false;
    t.stop.request_stop();
    return true;
  };
  thinking_.erase(std::remove_if(thinking_.begin(), thinking_.end(), stale), thinking_.end());
  auto const idle = [&](Question& q) {
    if (q.asker == 0 ? q.round == state_.round() : members.find(q.asker) != nullptr) return false;
    q.stop.request_stop();
    return true;
  };
  questions_.erase(std::remove_if(questions_.begin(), questions_.end(), idle), questions_.end());
}

// A round begins: the pauses before its first moves are counted from here.
void BotDesk::begin_round(std::int64_t at) {
  round_ = state_.round();
  last_move_at_ = at;
  paused_ms_ = 0;
  for (auto& pace : paces_) {
    pace.last_at = at + state_.setup().countdown_ms;
    pace.hinted.reset();
  }
}

// A connected person plays or watches. A player who has resigned only waits for the end.
bool BotDesk::is_watched(Members const& members) const {
  return std::any_of(members.begin(), members.end(), [&](Member const& member) {
    int const seat = seat_of(state_.seats(), member.guest.id);
    return member.guest.program.empty() && (seat < 0 || state_.seats()[static_cast<std::size_t>(seat)].present());
  });
}

// The pause since the last move; in simultaneous games since the bot's own last move, with the bot's own pace. In a
// room without delay there is no pause.
std::int64_t BotDesk::pause_before(games::Seat seat, std::string_view bot, int level, bool watched) const {
  auto const delay = state_.setup().bot_delay_ms;
  if (state_.info().simultaneous) {
    if (auto const own = by_level(state_.info(), bot, level, &games::BotInfo::pace_ms); own && delay != 0) return *own;
    return delay < 0 ? kUsualPause : delay;
  }
  if (delay >= 0) return delay;
  if (!watched && !has_people(state_.seats())) return 0;  // no person follows the game
  games::Rng const rng(pace_seed(state_.setup().seed, state_.round(), position_of(seat), seat));
  auto const pause = natural_pause(rng, state_.match()->move_count(seat) == 1, paused_ms_);
  if (!watched) return pause;
  return std::max(pause, delay == kSlowPace ? kSlowWatchedPause : kWatchedPause);
}

// Not before the game accepts it.
std::int64_t BotDesk::due_after(games::Seat seat, std::int64_t pause) const {
  if (!state_.info().simultaneous) return last_move_at_ + pause;
  return std::max(paces_[seat].last_at + pause, ready_at(state_.parts(), seat));
}

void BotDesk::drive(Members const& members) {
  if (state_.asleep()) return;
  bool const watched = is_watched(members);
  auto const act = state_.to_act();
  for (std::size_t i = 0; i < state_.seats().size(); ++i) {
    auto const seat = static_cast<games::Seat>(i);
    auto const& owner = state_.seats()[i];
    if (!act.has(seat) || !owner.bot_plays() || is_thinking(seat)) continue;
    bool const own_bot = owner.kind == SeatKind::bot;
    auto const [stand_in, stand_in_level] = stand_in_of(state_.parts());
    auto const bot = own_bot ? owner.bot : std::string(stand_in);
    int const level = own_bot ? owner.level : stand_in_level;
    think(seat, bot, level, pause_before(seat, bot, level, watched));
  }
}

void BotDesk::think_for_late(games::Seat seat) {
  auto const [bot, level] = stand_in_of(state_.parts());
  think(seat, std::string(bot), level, std::nullopt);
}

// `pause`: before the move; empty for a move that replaces a player's after a timeout.
void BotDesk::think(games::Seat seat, std::string const& bot, int level, std::optional<std::int64_t> pause) {
  EXPECT(!is_thinking(seat) && state_.to_act().has(seat), seat);
  auto& thinking = thinking_.emplace_back();
  thinking.ticket = next_ticket_++;
  thinking.position = position_of(seat);
  thinking.round = state_.round();
  thinking.seat = seat;
  thinking.timeout = !pause;
  thinking.pause = pause.value_or(0);
  if (pause) thinking.due = due_after(seat, *pause);
  auto job = job_of(ThinkJob::Kind::move, seat);
  job.bot = bot;
  job.level = level;
  job.due = time_.server_time(thinking.due);
  job.cost = std::chrono::microseconds(by_level(state_.info(), bot, level, &games::BotInfo::cost_us).value_or(0));
  job.stop = thinking.stop;
  job.ticket = thinking.ticket;
  world_.think(std::move(job));
}

ThinkJob BotDesk::job_of(ThinkJob::Kind kind, games::Seat seat) const {
  EXPECT(state_.match() != nullptr);
  ThinkJob job;
  job.kind = kind;
  job.match = state_.match()->clone();
  job.seat = seat;
  job.seed = thinking_seed(state_.setup().seed, state_.round(), position_of(seat), seat);
  return job;
}

// The answer becomes an ordinary input, even if the game ends before it arrives.
void BotDesk::ask_for_solution() {
  if (state_.asleep() || state_.phase() == Phase::lobby || !state_.match()->awaits_solution()) return;
  if (std::any_of(questions_.begin(), questions_.end(), [](Question const& q) { return q.asker == 0; })) return;
  auto& question = questions_.emplace_back();
  question.ticket = next_ticket_++;
  question.round = state_.round();
  auto job = job_of(ThinkJob::Kind::solution, 0);
  job.match = opening(state_.parts());
  job.stop = question.stop;
  job.ticket = question.ticket;
  world_.think(std::move(job));
}

Result<void> BotDesk::ask_for_hint(Member const& member, std::string const& request) {
  int const seat = seat_of(state_.seats(), member.guest.id);
  if (seat < 0) return refuse("forbidden", "only a seated player can ask for a hint");
  if (state_.phase() == Phase::lobby) return refuse("not_started", "the game has not started");
  if (state_.phase() == Phase::over) return refuse("game_over", "the game is over");
  if (are_hints_off(state_.parts()))
    return refuse("hints_off", "there are no hints while several people play, unless the host allows them");
  if (!state_.to_act().has(static_cast<games::Seat>(seat)) ||
      state_.seats()[static_cast<std::size_t>(seat)].bot_plays())
    return refuse("not_your_turn", "a hint is for the seat to act");
  if (std::any_of(questions_.begin(), questions_.end(), [&](Question const& q) { return q.asker == member.id; }))
    return refuse("rate_limited", "the last hint is still being thought about");
  auto& question = questions_.emplace_back();
  question.ticket = next_ticket_++;
  question.round = state_.round();
  question.asker = member.id;
  question.seat = static_cast<games::Seat>(seat);
  question.seq = state_.seq();
  question.request = request;
  auto job = job_of(ThinkJob::Kind::hint, static_cast<games::Seat>(seat));
  job.stop = question.stop;
  job.ticket = question.ticket;
  world_.think(std::move(job));
  return {};
}

std::optional<BotDesk::Question> BotDesk::take_question(std::uint64_t ticket) {
  auto const asked =
      std::find_if(questions_.begin(), questions_.end(), [&](Question const& q) { return q.ticket == ticket; });
  if (asked == questions_.end()) return std::nullopt;
  std::optional<Question> question(std::move(*asked));
  questions_.erase(asked);
  return question;
}

bool BotDesk::must_be_told(Question const& hint) {
  if (hint.round != state_.round() || state_.phase() != Phase::playing || !people_play_together(state_.seats()))
    return false;
  auto& hinted = paces_[hint.seat].hinted;
  auto const position = position_of(hint.seat);
  return std::exchange(hinted, position) != position;
}

std::size_t BotDesk::hints() const {
  return static_cast<std::size_t>(
      std::count_if(questions_.begin(), questions_.end(), [](Question const& q) { return q.asker != 0; }));
}

bool BotDesk::awaits_move(std::uint64_t ticket) const {
  return std::any_of(thinking_.begin(), thinking_.end(), [&](PendingMove const& t) { return t.ticket == ticket; });
}

void BotDesk::keep_move(std::uint64_t ticket, std::string move) {
  auto const thinking =
      std::find_if(thinking_.begin(), thinking_.end(), [&](PendingMove const& t) { return t.ticket == ticket; });
  EXPECT(thinking != thinking_.end(), ticket);
  thinking->move = std::move(move);
}

std::optional<Input> BotDesk::take_due_move(std::int64_t now) {
  auto const due = std::find_if(thinking_.begin(), thinking_.end(),
                                [&](PendingMove const& t) { return !t.move.empty() && t.due <= now; });
  if (due == thinking_.end()) return std::nullopt;
  std::optional<Input> input(std::in_place);
  input->kind = due->timeout ? InputKind::timeout : InputKind::bot_move;
  input->seat = due->seat;
  input->move = std::move(due->move);
  paused_ms_ += due->pause;
  thinking_.erase(due);
  return input;
}

std::int64_t BotDesk::next_due() const {
  std::int64_t next = 0;
  for (auto const& thinking : thinking_)
    if (!thinking.move.empty()) next = next == 0 ? thinking.due : std::min(next, thinking.due);
  return next;
}

void BotDesk::stop() {
  for (auto& thinking : thinking_) thinking.stop.request_stop();
  for (auto& question : questions_) question.stop.request_stop();
  thinking_.clear();
  questions_.clear();
}

}  // namespace engawa::server
