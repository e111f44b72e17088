#include "server/analysis/positions.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace engawa::server {

using record::Entry;

record::Checked<Positions> Positions::open(std::string_view text) {
  auto replay = record::Replay::open(text);
  if (!replay) return replay.error();
  return Positions(std::move(*replay));
}

Positions::Positions(record::Replay replay) : replay_(std::move(replay)) {
  auto const& seats = replay_.header().seats;
  people_ = std::any_of(seats.begin(), seats.end(), [](std::string const& seat) {
    auto const player = parse_json(seat);
    return player && player->is_object() && player->value("kind", "") == "human";
  });
}

bool Positions::counts(Entry const& entry) const {
  bool const moves = entry.kind == Entry::Kind::move || entry.kind == Entry::Kind::timeout;
  if (!replay_.match().info().simultaneous || !people_) return moves || entry.kind == Entry::Kind::bot;
  return moves;
}

record::Checked<bool> Positions::next(Position& position) {
  record::Replay::Step step;
  while (!over_ && found_ < kMost) {
    std::shared_ptr<games::Match const> const before = replay_.match().clone();
    auto const more = replay_.next(step);
    if (!more) return more.error();
    over_ = !*more;
    if (over_ && (before->info().simultaneous || before->outcome() || before->to_act().empty())) break;
    if (!over_ && !counts(step.entry)) continue;
    position = {before, over_ ? before->to_act().first() : static_cast<games::Seat>(step.entry.seat)};
    ++found_;
    return true;
  }
  return false;
}

record::Checked<Subject> subject_of(std::string_view text) {
  auto positions = Positions::open(text);
  if (!positions) return positions.error();
  Subject subject;
  if (auto const* const bot = games::strongest_bot(positions->info())) {
    subject.bot = bot->id;
    subject.level = bot->last_level();
  }
  Position position;
  for (;; ++subject.positions) {
    auto const more = positions->next(position);
    if (!more) return more.error();
    if (!*more) return subject;
  }
}

}  // namespace engawa::server
