#include "games/record/replay.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/hex.hpp"
#include "games/catalog.hpp"
#include "games/record/chain.hpp"
#include "games/record/commitment.hpp"
#include "games/record/result.hpp"

namespace engawa::record {
namespace {

constexpr std::int64_t kLatest = std::int64_t{1}
                                 << 53;  // ms; the largest integer that JSON readers of every language hold exactly

// Thrown inside the readers of a line, so that they read straight on; converted into the fault there.
struct Misshapen : std::runtime_error {
  using std::runtime_error::runtime_error;
};

Json object_of(std::string const& body) {
  auto json = parse_json(body);
  if (!json) throw Misshapen(json.error().message);
  if (!json->is_object()) throw Misshapen("a line is a JSON object");
  return std::move(*json);
}

std::int64_t int_of(Json const& json, char const* key, std::int64_t low, std::int64_t high) {
  auto const value = read_int(json, key, low, high);
  if (!value) throw Misshapen(value.error().message);
  if (!*value) throw Misshapen(std::string(key) + " is missing");
  return **value;
}

std::string text_of(Json const& json, char const* key) {
  auto const value = read_string(json, key, SIZE_MAX);
  if (!value) throw Misshapen(value.error().message);
  if (!*value) throw Misshapen(std::string(key) + " is missing");
  return **value;
}

// The value as it was written, or "".
std::string json_of(Json const& json, std::string_view key) {
  auto const found = json.find(key);
  if (found == json.end()) throw Misshapen(std::string(key) + " is missing");
  return found->dump();
}

std::uint64_t state_of(Json const& json) {
  auto const text = text_of(json, "state");
  std::array<std::uint8_t, 8> bytes{};
  if (!from_hex(text, bytes)) throw Misshapen("state is 16 hexadecimal digits");
  std::uint64_t state = 0;
  for (auto const byte : bytes) state = state << 8 | byte;
  return state;
}

int seat_of(Json const& json, int seats) {
  auto const name = text_of(json, "seat");
  for (int seat = 0; seat < seats; ++seat)
    if (games::seat_name(static_cast<games::Seat>(seat)) == name) return seat;
  throw Misshapen("there is no seat \"" + name + "\"");
}

Header header_of(Json const& json) {
  Header header;
  if (text_of(json, "format") != "engawa-record") throw Misshapen("format is not \"engawa-record\"");
  header.id = text_of(json, "record");
  header.game = text_of(json, "game");
  header.rules = static_cast<int>(int_of(json, "rules", 1, 1000000));
  header.options = json_of(json, "options");
  header.clock = json_of(json, "clock");
  header.started = int_of(json, "started", 0, kLatest);
  if (json.contains("commitment")) header.commitment = text_of(json, "commitment");
  auto const seats = json.find("seats");
  if (seats == json.end() || !seats->is_object() || seats->empty() || seats->size() > games::kMaxSeats)
    throw Misshapen("seats is an object with a member for each seat");
  for (std::size_t i = 0; i < seats->size(); ++i)
    header.seats.push_back(json_of(*seats, games::seat_name(static_cast<games::Seat>(i))));
  return header;
}

Ending ending_of(Json const& json) {
  Ending ending;
  ending.result = json_of(json, "result");
  ending.ended = int_of(json, "ended", 0, kLatest);
  ending.state = state_of(json);
  auto const seed = read_seed(text_of(json, "seed"));
  if (!seed) throw Misshapen("seed is 64 hexadecimal digits or a number");
  ending.seed = *seed;
  return ending;
}

bool is_of_game(Entry::Kind kind) { return kind != Entry::Kind::resign && kind != Entry::Kind::seat; }

Entry entry_of(Json const& json, int seats, bool timed) {
  Entry entry;
  auto const word = text_of(json, "in");
  auto const kind = kind_of(word);
  if (!kind) throw Misshapen("no input is called \"" + word + "\"");
  entry.kind = *kind;
  entry.at = int_of(json, "at", 0, kLatest);
  if (*kind != Entry::Kind::solution) entry.seat = seat_of(json, seats);
  if (auto const key = data_key(*kind); !key.empty()) entry.data = json_of(json, key);
  if (!is_of_game(*kind)) return entry;
  if (timed) entry.t = int_of(json, "t", 0, kLatest);
  entry.state = state_of(json);
  return entry;
}

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

Checked<void> Replay::read_header() try {
  auto const json = object_of(bodies_.front());
  if (int_of(json, "version", 1, 1000000) != kFormat)
    return fault(Fault::Kind::game, "this program reads version " + std::to_string(kFormat) + " of the format");
  header_ = header_of(json);
  last_at_ = header_.started;
  return {};
} catch (Misshapen const& wrong) {
  return fault(Fault::Kind::shape, wrong.what());
}

Checked<void> Replay::read_ending() try {
  at_ = bodies_.size() - 1;
  auto const json = object_of(bodies_.back());
  if (at_ == 0 || !json.contains("result")) return fault(Fault::Kind::unfinished, "this is not how a round ends");
  ending_ = ending_of(json);
  return {};
} catch (Misshapen const& wrong) {
  return fault(Fault::Kind::shape, wrong.what());
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
  return {};
}

Checked<bool> Replay::next(Step& step) {
  ++at_;
  if (at_ + 1 == bodies_.size()) {
    if (auto const ended = check_result(); !ended) return ended.error();
    return false;
  }
  auto entry = read_entry();
  if (!entry) return entry.error();
  step = {std::move(*entry), {}, {}, {}};
  if (step.entry.at < last_at_ || step.entry.t.value_or(last_t_) < last_t_)
    return fault(Fault::Kind::input, "it is earlier than the line before");
  last_at_ = step.entry.at;
  last_t_ = step.entry.t.value_or(last_t_);
  if (auto const played = play(step); !played) return played.error();
  return true;
}

Checked<Entry> Replay::read_entry() const try {
  return entry_of(object_of(bodies_[at_]), match_->seats(), match_->timed());
} catch (Misshapen const& wrong) {
  return fault(Fault::Kind::shape, wrong.what());
}

Checked<void> Replay::play(Step& step) {
  auto const& entry = step.entry;
  auto const seat = static_cast<games::Seat>(std::max(0, entry.seat));
  if (entry.kind == Entry::Kind::resign) resigned_.push_back(seat);
  if (!is_of_game(entry.kind)) return {};
  auto const t = entry.t.value_or(0);
  if (entry.kind == Entry::Kind::tick) {
    auto const due = match_->due();
    if (!due || due->at > t || due->seat != seat) return fault(Fault::Kind::input, "nothing is due for this seat");
    match_->elapse(t, step.set, step.events);
  } else if (entry.kind == Entry::Kind::solution) {
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

// The game's own result, or the ranking after resignations. A room may end a round for other reasons; its reason is
// kept.
Checked<void> Replay::check_result() const {
  if (auto const same = check_state(ending_.state); !same) return same.error();
  auto const said = parse_json(ending_.result).value();
  auto const reason = said.is_object() ? said.value("reason", Json()) : Json();
  auto ranking = match_->outcome();
  auto const word = reason.is_string() ? reason.get<std::string>() : std::string();
  if (!ranking) {
    if (resigned_.empty()) return fault(Fault::Kind::result, "the game is not over in this position");
    ranking = behind_the_others(match_->standing(), resigned_, word);
  }
  auto const ours = result_json(*ranking, header_.id);
  if (parse_json(ours).value() != said) return fault(Fault::Kind::result, "the result is " + ours);
  return {};
}

}  // namespace engawa::record
