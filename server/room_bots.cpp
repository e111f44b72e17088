// How a room lets bots think: off its thread, under a ticket, and never for a position that is gone.
#include <algorithm>

#include "server/room.hpp"

namespace engawa::server {
namespace {

std::uint64_t thinking_seed(std::uint64_t room, int round, std::uint32_t ply, games::Seat seat) {
  return games::Rng(room ^ (static_cast<std::uint64_t>(round) << 40 ^ static_cast<std::uint64_t>(ply) << 8 ^ seat))
      .next();
}

}  // namespace

bool Room::is_thinking(games::Seat seat) const {
  return std::any_of(thinking_.begin(), thinking_.end(), [&](Thinking const& t) { return t.seat == seat; });
}

void Room::cancel_stale_thinking() {
  auto const stale = [&](Thinking& t) {
    bool const wanted = t.timeout || state_.seats()[t.seat].bot_plays();
    if (wanted && !state_.asleep() && t.round == state_.round() && t.ply == state_.ply() && state_.to_act().has(t.seat))
      return false;
    t.stop.request_stop();
    return true;
  };
  thinking_.erase(std::remove_if(thinking_.begin(), thinking_.end(), stale), thinking_.end());
}

// Bots move only while somebody is connected: an empty room waits for its people.
void Room::drive_bots() {
  if (state_.asleep()) return;
  auto const act = state_.to_act();
  for (std::size_t i = 0; i < state_.seats().size(); ++i) {
    auto const seat = static_cast<games::Seat>(i);
    auto const& owner = state_.seats()[i];
    if (!act.has(seat) || !owner.bot_plays() || is_thinking(seat)) continue;
    bool const own_bot = owner.kind == SeatKind::bot;
    think(seat, own_bot ? owner.bot : std::string(state_.info().stand_in),
          own_bot ? owner.level : state_.info().stand_in_level, last_move_at_ + state_.setup().bot_delay_ms, false);
  }
}

void Room::think(games::Seat seat, std::string const& bot, int level, std::int64_t due, bool timeout) {
  auto& thinking = thinking_.emplace_back();
  thinking.ticket = next_ticket_++;
  thinking.ply = state_.ply();
  thinking.round = state_.round();
  thinking.seat = seat;
  thinking.timeout = timeout;
  thinking.due = due;
  ThinkJob job;
  job.match = state_.match()->clone();
  job.seat = seat;
  job.bot = bot;
  job.level = level;
  job.seed = thinking_seed(state_.setup().seed, state_.round(), state_.ply(), seat);
  job.stop = thinking.stop.get_token();
  job.ticket = thinking.ticket;
  host_.think(*this, std::move(job));
}

void Room::thought(std::uint64_t ticket, Result<std::string> move) {
  auto const thinking =
      std::find_if(thinking_.begin(), thinking_.end(), [&](Thinking const& t) { return t.ticket == ticket; });
  if (thinking == thinking_.end()) return;
  if (!move) {
    host_.log_error(*this, "a bot had no answer: " + move.error().message);
    return failed();
  }
  thinking->move = std::move(*move);
  play_due_moves();
  schedule();
}

void Room::play_due_moves() {
  auto const now = host_.now();
  for (;;) {
    auto const due = std::find_if(thinking_.begin(), thinking_.end(),
                                  [&](Thinking const& t) { return !t.move.empty() && t.due <= now; });
    if (due == thinking_.end()) return;
    Input input;
    input.kind = due->timeout ? InputKind::timeout : InputKind::bot_move;
    input.seat = due->seat;
    input.move = std::move(due->move);
    thinking_.erase(due);
    if (auto const played = submit(std::move(input)); !played) {
      host_.log_error(*this, "a bot's move was refused: " + played.error().message);
      return failed();
    }
  }
}

}  // namespace engawa::server
