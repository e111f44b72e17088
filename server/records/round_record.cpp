#include "server/records/round_record.hpp"

#include <nlohmann/json.hpp>

#include "games/catalog.hpp"
#include "games/record/chain.hpp"
#include "games/record/commitment.hpp"
#include "games/record/lines.hpp"
#include "server/state/derived_secrets.hpp"
#include "server/state/state.hpp"

namespace engawa::server {
namespace {

using record::Entry;

std::optional<Entry::Kind> kind_in_game(InputKind kind) {
  switch (kind) {
    case InputKind::move:
      return Entry::Kind::move;
    case InputKind::bot_move:
      return Entry::Kind::bot;
    case InputKind::timeout:
      return Entry::Kind::timeout;
    case InputKind::tick:
      return Entry::Kind::tick;
    case InputKind::solution:
      return Entry::Kind::solution;
    default:
      return std::nullopt;
  }
}

// Folds a room and records its rounds on the way.
class Recorder {
 public:
  explicit Recorder(RoomState state) : state_(std::move(state)) {}

  Result<void> fold(Input const& input) {
    bool const running = state_.phase() == Phase::playing;
    auto const t = running ? state_.game_time(input.at) : 0;
    auto const round = state_.round();
    auto const change = state_.apply(input);
    if (!change)
      return refuse("internal", "the journal does not replay after step " + std::to_string(state_.seq()) + ": " +
                                    change.error().message);
    if (state_.round() != round)
      begin(input.at);
    else if (running)
      note(input, t, change->move);
    if (state_.phase() == Phase::over && !records_.back().finished) end(input.at);
    return {};
  }

  std::vector<RoundRecord>& records() { return records_; }
  // A partial record could reveal hidden information: its hashes cover the generators of a room whose seed is a number.
  bool tells_too_much() const {
    return state_.phase() == Phase::playing && state_.match()->hides() && !state_.setup().seed.is_secret();
  }

 private:
  void begin(std::int64_t at) {
    auto const& setup = state_.setup();
    records_.push_back({record::record_id(setup.code, state_.round()), {}, false, 0});
    link_ = record::first_link();
    resigned_ = 0;
    auto const document = Json::parse(state_.document());
    auto clock = document["clock"];
    for (auto const* changing : {"running", "left", "at"}) clock.erase(changing);
    seats_ = seats_in(document);
    record::Header header{records_.back().id, setup.game, state_.info().rules_version,     setup.options, {},
                          clock.dump(),       at,         document.value("commitment", "")};
    for (auto const& seat : seats_) header.seats.push_back(seat.dump());
    line(record::header_body(header));
  }

  void note(Input const& input, games::GameTime t, std::string const& move) {
    auto const kind = kind_in_game(input.kind);
    if (!kind) return note_seats(input.at);
    Entry entry{*kind, input.at, {}, input.seat, move.empty() ? input.move : move, state_.match()->hash()};
    if (state_.match()->timed()) entry.t = t;
    line(record::entry_body(entry));
  }

  // Of all inputs, only a seat's new player and resignations matter here.
  void note_seats(std::int64_t at) {
    auto const now = seats_in(Json::parse(state_.document()));
    for (std::size_t i = 0; i < now.size(); ++i) {
      if (now[i] != seats_[i])
        line(record::entry_body({Entry::Kind::seat, at, {}, static_cast<int>(i), now[i].dump(), {}}));
    }
    seats_ = now;
    for (; resigned_ < state_.parts().round.resigned.size(); ++resigned_)
      line(record::entry_body({Entry::Kind::resign, at, {}, state_.parts().round.resigned[resigned_], {}, {}}));
  }

  void end(std::int64_t at) {
    records_.back().finished = true;
    records_.back().ended_at = at;
    auto const result = Json::parse(state_.document())["result"].dump();
    line(record::ending_body({result, at, state_.match()->hash(), round_seed(state_.setup().seed, state_.round())}));
  }

  void line(std::string const& body) { record::append_line(records_.back().text, body, link_); }

  // The player of each seat: the parts of the document that do not change with a connection.
  static std::vector<Json> seats_in(Json const& document) {
    auto const& seats = document["seats"];
    std::vector<Json> list;
    for (std::size_t i = 0; i < seats.size(); ++i) {
      auto const& seat = seats[games::seat_name(static_cast<games::Seat>(i))];
      Json kept;
      for (auto const* key : {"kind", "nick", "bot", "level", "stand_in", "left", "program"})
        if (seat.contains(key)) kept[key] = seat[key];
      list.push_back(std::move(kept));
    }
    return list;
  }

  RoomState state_;
  std::vector<RoundRecord> records_;
  std::string link_;
  std::vector<Json> seats_;
  std::size_t resigned_ = 0;  // number of entries of state_.parts().round.resigned that are already in the record
};

// The first `rounds` rounds, or all if 0.
Result<Recorder> recorded(RoomSetup setup, std::vector<std::string> const& journal, int rounds) {
  auto state = RoomState::make(std::move(setup));
  if (!state) return refuse("internal", "damaged room: " + state.error().message);
  Recorder recorder(std::move(*state));
  auto const done = [&] {
    auto const& records = recorder.records();
    return !records.empty() && static_cast<int>(records.size()) == rounds && records.back().finished;
  };
  for (auto line = journal.begin(); line != journal.end() && !done(); ++line) {
    auto const input = read_input(*line);
    if (!input) return input.error();
    if (auto const folded = recorder.fold(*input); !folded) return folded.error();
  }
  return recorder;
}

}  // namespace

Result<std::vector<RoundRecord>> write_records(RoomSetup setup, std::vector<std::string> const& journal) {
  auto recorder = recorded(std::move(setup), journal, 0);
  if (!recorder) return recorder.error();
  return std::move(recorder->records());
}

Result<RoundRecord> write_record(RoomSetup setup, std::vector<std::string> const& journal, int round) {
  auto recorder = recorded(std::move(setup), journal, round);
  if (!recorder) return recorder.error();
  auto& records = recorder->records();
  if (static_cast<int>(records.size()) < round || round < 1) return refuse("not_found", "this round has not begun");
  auto& record = records[static_cast<std::size_t>(round) - 1];
  if (!record.finished && recorder->tells_too_much())
    return refuse("not_found", "the record of this round can be had when it is over");
  return std::move(record);
}

}  // namespace engawa::server
