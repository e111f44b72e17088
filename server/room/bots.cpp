// How a room uses bots: they think on other threads, under a ticket, and answers for past positions are ignored.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "protocol/frames.hpp"
#include "server/room/bot_pace.hpp"
#include "server/room/derived_secrets.hpp"
#include "server/room/room.hpp"

namespace engawa::server {
namespace {

// The value of a bot's table for a level; older rooms may have a level below the first. Empty table: no value.
std::optional<int> by_level(games::Info const& info, std::string_view bot, int level,
                            std::vector<int> games::BotInfo::*table) {
  for (auto const& entry : info.bots)
    if (entry.id == bot && !(entry.*table).empty())
      return entry.of_level(entry.*table, std::clamp(level, entry.first_level, entry.last_level()));
  return std::nullopt;
}

}  // namespace

bool Room::is_thinking(games::Seat seat) const {
  return std::any_of(thinking_.begin(), thinking_.end(), [&](PendingMove const& t) { return t.seat == seat; });
}

// The position that a bot's answer is for: that of the whole game, or of the seat in simultaneous games.
std::uint64_t Room::position_of(games::Seat seat) const {
  return state_.info().simultaneous ? paces_[seat].moves : state_.ply();
}

void Room::drop_stale_thoughts() {
  auto const stale = [&](PendingMove& t) {
    bool const wanted = t.timeout || state_.seats()[t.seat].bot_plays();
    if (wanted && !state_.asleep() && t.round == state_.round() && t.position == position_of(t.seat) &&
        state_.to_act().has(t.seat))
      return false;
    t.stop.request_stop();
    return true;
  };
  thinking_.erase(std::remove_if(thinking_.begin(), thinking_.end(), stale), thinking_.end());
  auto const idle = [&](PendingAnswer& q) {
    if (q.asker == 0 ? q.round == state_.round() : members_.find(q.asker) != nullptr) return false;
    q.stop.request_stop();
    return true;
  };
  questions_.erase(std::remove_if(questions_.begin(), questions_.end(), idle), questions_.end());
}

// A round begins: the pace of its first moves is counted from here.
void Room::pace_round(std::int64_t at) {
  round_ = state_.round();
  last_move_at_ = at;
  paused_ms_ = 0;
  for (auto& pace : paces_) {
    pace.last_at = at;
    pace.lag = {};
  }
}

// The pause since the last move; in simultaneous games since the bot's own, with the bot's own pace. In a room without
// delay there is no pause.
std::int64_t Room::bot_pause(games::Seat seat, std::string_view bot, int level) const {
  auto const delay = state_.setup().bot_delay_ms;
  if (state_.info().simultaneous) {
    if (auto const own = by_level(state_.info(), bot, level, &games::BotInfo::pace_ms); own && delay != 0) return *own;
    return delay == kNaturalPace ? kUsualPause : delay;
  }
  if (delay != kNaturalPace) return delay;
  if (!state_.has_people()) return 0;  // no person follows the game
  games::Rng const rng(pace_seed(state_.setup().seed, state_.round(), position_of(seat), seat));
  return natural_pause(rng, state_.match()->move_count(seat) == 1, paused_ms_);
}

// Not before the game accepts it.
std::int64_t Room::bot_due(games::Seat seat, std::int64_t pause) const {
  if (!state_.info().simultaneous) return last_move_at_ + pause;
  return std::max(paces_[seat].last_at + pause, state_.ready_at(seat));
}

// Bots move only while somebody is connected: an empty room waits.
void Room::drive_bots() {
  if (state_.asleep()) return;
  auto const act = state_.to_act();
  for (std::size_t i = 0; i < state_.seats().size(); ++i) {
    auto const seat = static_cast<games::Seat>(i);
    auto const& owner = state_.seats()[i];
    if (!act.has(seat) || !owner.bot_plays() || is_thinking(seat)) continue;
    bool const own_bot = owner.kind == SeatKind::bot;
    auto const [stand_in, stand_in_level] = state_.stand_in();
    auto const bot = own_bot ? owner.bot : std::string(stand_in);
    int const level = own_bot ? owner.level : stand_in_level;
    think(seat, bot, level, bot_pause(seat, bot, level));
  }
}

// `pause`: before the move; empty for a move that replaces a player's after a timeout.
void Room::think(games::Seat seat, std::string const& bot, int level, std::optional<std::int64_t> pause) {
  auto& thinking = thinking_.emplace_back();
  thinking.ticket = next_ticket_++;
  thinking.position = position_of(seat);
  thinking.round = state_.round();
  thinking.seat = seat;
  thinking.timeout = !pause;
  thinking.pause = pause.value_or(0);
  if (pause) thinking.due = bot_due(seat, *pause);
  auto job = think_job(ThinkJob::Kind::move, seat);
  job.bot = bot;
  job.level = level;
  job.due = server_time(thinking.due);
  job.cost = std::chrono::microseconds(by_level(state_.info(), bot, level, &games::BotInfo::cost_us).value_or(0));
  job.stop = thinking.stop;
  job.ticket = thinking.ticket;
  world_.think(std::move(job));
}

ThinkJob Room::think_job(ThinkJob::Kind kind, games::Seat seat) const {
  ThinkJob job;
  job.kind = kind;
  job.match = state_.match()->clone();
  job.seat = seat;
  job.seed = thinking_seed(state_.setup().seed, state_.round(), position_of(seat), seat);
  return job;
}

// Once per round, if the game wants the solver's answer for its opening: the answer becomes an ordinary input, also when
// the game is over before it is there.
void Room::ask_for_solution() {
  if (state_.asleep() || state_.phase() == Phase::lobby || !state_.match()->awaits_solution()) return;
  if (std::any_of(questions_.begin(), questions_.end(), [](PendingAnswer const& q) { return q.asker == 0; })) return;
  auto& question = questions_.emplace_back();
  question.ticket = next_ticket_++;
  question.round = state_.round();
  auto job = think_job(ThinkJob::Kind::solution, 0);
  job.match = state_.opening();
  job.stop = question.stop;
  job.ticket = question.ticket;
  world_.think(std::move(job));
}

void Room::ask_for_hint(Member const& member, std::string const& request) {
  int const seat = seat_of(state_.seats(), member.guest.id);
  if (seat < 0) return answer_error(member, request, refuse("forbidden", "only a seated player can ask for a hint"));
  if (state_.phase() == Phase::lobby)
    return answer_error(member, request, refuse("not_started", "the game has not started"));
  if (state_.phase() == Phase::over) return answer_error(member, request, refuse("game_over", "the game is over"));
  if (!state_.to_act().has(static_cast<games::Seat>(seat)) ||
      state_.seats()[static_cast<std::size_t>(seat)].bot_plays())
    return answer_error(member, request, refuse("not_your_turn", "a hint is for the seat to act"));
  if (std::any_of(questions_.begin(), questions_.end(), [&](PendingAnswer const& q) { return q.asker == member.id; }))
    return answer_error(member, request, refuse("rate_limited", "the last hint is still being thought about"), 500);
  auto& question = questions_.emplace_back();
  question.ticket = next_ticket_++;
  question.asker = member.id;
  question.seq = state_.seq();
  question.request = request;
  auto job = think_job(ThinkJob::Kind::hint, static_cast<games::Seat>(seat));
  job.stop = question.stop;
  job.ticket = question.ticket;
  world_.think(std::move(job));
}

void Room::answer_question(PendingAnswer const& question, Result<std::string> answer) {
  if (question.asker != 0) {
    auto* const member = members_.find(question.asker);
    if (!member) return;
    if (!answer) return answer_error(*member, question.request, answer.error());
    return members_.deliver(*member, Frame(protocol::hint(question.request, question.seq, *answer)), FrameKind::answer);
  }
  Input input;
  input.kind = InputKind::solution;
  if (answer) input.move = std::move(*answer);
  auto const done = answer ? submit(std::move(input)) : Result<void>(answer.error());
  if (!done) give_up("no solution: " + done.error().message);
}

void Room::thought(std::uint64_t ticket, Result<std::string> move) {
  auto const asked =
      std::find_if(questions_.begin(), questions_.end(), [&](PendingAnswer const& q) { return q.ticket == ticket; });
  if (asked != questions_.end()) {
    auto const question = std::move(*asked);
    questions_.erase(asked);
    return answer_question(question, std::move(move));
  }
  auto const thinking =
      std::find_if(thinking_.begin(), thinking_.end(), [&](PendingMove const& t) { return t.ticket == ticket; });
  if (thinking == thinking_.end()) return;
  if (!move) return give_up("a bot had no answer: " + move.error().message);
  thinking->move = std::move(*move);
  play_due_moves();
  schedule();
}

void Room::play_due_moves() {
  auto const now = this->now();
  for (;;) {
    auto const due = std::find_if(thinking_.begin(), thinking_.end(),
                                  [&](PendingMove const& t) { return !t.move.empty() && t.due <= now; });
    if (due == thinking_.end()) return;
    Input input;
    input.kind = due->timeout ? InputKind::timeout : InputKind::bot_move;
    input.seat = due->seat;
    input.move = std::move(due->move);
    paused_ms_ += due->pause;
    thinking_.erase(due);
    if (auto const played = submit(std::move(input)); !played)
      return give_up("a bot's move was refused: " + played.error().message);
  }
}

}  // namespace engawa::server
