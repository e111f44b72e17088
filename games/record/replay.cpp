#include "games/record/replay.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/expect.hpp"
#include "games/catalog.hpp"
#include "games/record/chain.hpp"
#include "games/record/commitment.hpp"
#include "games/record/line_read.hpp"
#include "games/record/result.hpp"

namespace engawa::record {
namespace {

// The reason of a round that a resignation ends.
constexpr std::array<std::string_view, 3> kReasons{"resign", "time", "absent"};

}  // namespace

Checked<Replay> Replay::open(std::string_view text) {
  Replay replay;
  if (auto const read = replay.read_chain(text); !read) return read.error();
  if (auto const read = replay.read_header(); !read) return read.error();
  if (auto const read = replay.read_ending(); !read) return read.error();
  if (auto const started = replay.start(); !started) return started.error();
  return replay;
}

Checked<void> Replay::read_chain(std::string_view text) {
  auto link = first_link();
  for (; !text.empty(); ++at_) {
    auto const line = text.substr(0, text.find('\n'));
    auto body = body_of(line, link);
    if (!body) return fault(Fault::Kind::chain, "its hash is not that of the line before and of its own text");
    if (line.size() == text.size()) return fault(Fault::Kind::chain, "the line feed at its end is missing");
    bodies_.push_back(std::move(*body));
    text.remove_prefix(line.size() + 1);
  }
  at_ = 0;
  if (bodies_.empty()) return fault(Fault::Kind::unfinished, "there is no line at all");
  return {};
}

Checked<void> Replay::read_header() {
  auto const json = read_object(bodies_.front());
  if (!json) return fault(Fault::Kind::shape, json.error().message);
  auto const version = read_int(*json, "version", 1, 1000000);
  if (!version) return fault(Fault::Kind::shape, version.error().message);
  if (!*version) return fault(Fault::Kind::shape, "version is missing");
  if (**version != kFormat)
    return fault(Fault::Kind::game, "this program reads version " + std::to_string(kFormat) + " of the format");
  auto header = record::read_header(*json);
  if (!header) return fault(Fault::Kind::shape, header.error().message);
  header_ = std::move(*header);
  last_at_ = header_.started;
  return {};
}

Checked<void> Replay::read_ending() {
  at_ = bodies_.size() - 1;
  auto const json = read_object(bodies_.back());
  if (!json) return fault(Fault::Kind::shape, json.error().message);
  if (at_ == 0 || !json->contains("result")) return fault(Fault::Kind::unfinished, "this is not how a round ends");
  auto ending = record::read_ending(*json);
  if (!ending) return fault(Fault::Kind::shape, ending.error().message);
  ending_ = std::move(*ending);
  return {};
}

Checked<void> Replay::start() {
  at_ = 0;
  auto const* game = games::find_game(header_.game);
  if (!game) return fault(Fault::Kind::game, "there is no game \"" + header_.game + "\" here");
  if (auto const ours = game->info().rules_version; header_.rules != ours)
    return fault(Fault::Kind::game, "its rules are version " + std::to_string(header_.rules) +
                                        ", here they are version " + std::to_string(ours));
  auto const options = parse_json(header_.options).value();
  auto const normal = game->normalise(options);
  if (!normal) return fault(Fault::Kind::shape, normal.error().message);
  if (*normal != options) return fault(Fault::Kind::shape, "the options are not complete: " + normal->dump());
  if (static_cast<std::size_t>(game->seats(options)) != header_.seats.size())
    return fault(Fault::Kind::shape, "the game has " + std::to_string(game->seats(options)) + " seats");
  auto const& seed = ending_.seed;
  if (seed.is_secret() ? commitment(header_.id, seed.key()) != header_.commitment : !header_.commitment.empty())
    return fault(Fault::Kind::commitment, "the commitment is not to the seed " + seed_text(seed));
  auto match = game->start(options, seed);
  if (!match) return fault(Fault::Kind::shape, match.error().message);
  match_ = std::move(*match);
  players_ = Players(header_.seats);
  return {};
}

Checked<bool> Replay::next(Step& step) {
  EXPECT(at_ + 1 < bodies_.size(), at_, bodies_.size());
  ++at_;
  if (at_ + 1 == bodies_.size()) {
    if (auto const ended = check_result(); !ended) return ended.error();
    return false;
  }
  auto entry = read_entry();
  if (!entry) return entry.error();
  step = {std::move(*entry), {}, {}, {}};
  if (step.entry.at < last_at_ && set_back_ == 0) set_back_ = at_ + 1;
  if (step.entry.t.value_or(last_t_) < last_t_) return fault(Fault::Kind::input, "it is earlier than the line before");
  last_at_ = step.entry.at;
  last_t_ = step.entry.t.value_or(last_t_);
  if (auto const taken = take(step); !taken) return taken.error();
  return true;
}

Checked<Entry> Replay::read_entry() const {
  auto const json = read_object(bodies_[at_]);
  if (!json) return fault(Fault::Kind::shape, json.error().message);
  auto entry = record::read_entry(*json, match_->seats(), match_->timed());
  if (!entry) return fault(Fault::Kind::shape, entry.error().message);
  return std::move(*entry);
}

bool Replay::is_over() const { return given_up_ || match_->to_act().empty(); }

Checked<void> Replay::take(Step& step) {
  auto const& entry = step.entry;
  if (is_over()) return fault(Fault::Kind::input, "the round is over; its last line, with the result, comes next");
  if (is_of_game(entry.kind)) return play(step);
  auto const seat = static_cast<games::Seat>(entry.seat);
  if (entry.kind == Entry::Kind::resign) return resign(seat);
  players_.change(seat, entry.data);
  return {};
}

// As in a room (server/state/state_round.cpp).
Checked<void> Replay::resign(games::Seat seat) {
  if (!players_.may_resign(seat)) return fault(Fault::Kind::input, "no person plays this seat who could resign");
  if (match_->info().simultaneous && !match_->to_act().has(seat))
    return fault(Fault::Kind::input, "this seat has finished the game already");
  players_.resign(seat);
  given_up_ = leaves_no_game(match_->standing(), players_.resigned(), players_.has_people());
  return {};
}

Checked<void> Replay::play(Step& step) {
  auto const& entry = step.entry;
  auto const seat = static_cast<games::Seat>(std::max(0, entry.seat));
  auto const t = entry.t.value_or(0);
  if (entry.kind == Entry::Kind::tick) {
    auto const due = match_->due();
    if (!due || due->at > t || due->seat != seat) return fault(Fault::Kind::input, "nothing is due for this seat");
    match_->elapse(t, step.set, step.events);
  } else if (entry.kind == Entry::Kind::solution) {
    if (!match_->awaits_solution()) return fault(Fault::Kind::input, "no solution is awaited");
    auto const learnt = match_->learn(parse_json(entry.data).value(), step.set, step.events);
    if (!learnt) return fault(Fault::Kind::input, learnt.error().message);
  } else {
    auto played = match_->play(seat, parse_json(entry.data).value(), step.set, step.events, t);
    if (!played) return fault(Fault::Kind::input, played.error().message);
    step.move = std::move(*played);
  }
  return check_state(*entry.state);
}

Checked<void> Replay::check_state(std::uint64_t state) const {
  if (auto const ours = match_->hash(); ours != state)
    return fault(Fault::Kind::state, "the state is " + state_text(ours) + ", not " + state_text(state));
  return {};
}

// The game's own result, or the ranking after the resignation that ended the round. Only the result says whether that
// player resigned, ran out of time or did not return.
Checked<void> Replay::check_result() const {
  if (auto const same = check_state(ending_.state); !same) return same.error();
  auto const said = parse_json(ending_.result).value();
  auto const reason = said.is_object() ? said.value("reason", Json()) : Json();
  auto ranking = match_->outcome();
  auto const word = reason.is_string() ? reason.get<std::string>() : std::string();
  if (!ranking) {
    if (!given_up_) return fault(Fault::Kind::result, "the game is not over in this position");
    if (std::find(kReasons.begin(), kReasons.end(), word) == kReasons.end())
      return fault(Fault::Kind::result, "a resignation ends no round with this reason");
    ranking = behind_the_others(match_->standing(), players_.resigned(), word);
  }
  auto const ours = result_json(*ranking, header_.id);
  if (parse_json(ours).value() != said) return fault(Fault::Kind::result, "the result is " + ours);
  return {};
}

}  // namespace engawa::record
