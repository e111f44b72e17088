#include "server/records/record_keeper.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "base/expect.hpp"
#include "games/record/chain.hpp"
#include "games/record/commitment.hpp"
#include "games/record/picture.hpp"
#include "games/record/rendering.hpp"
#include "server/ops/fail_point.hpp"
#include "server/ops/priority.hpp"
#include "server/records/archived_text.hpp"

namespace engawa::server {
namespace {

constexpr std::size_t kMaxQuestions = 64;
constexpr int kInputs = 500;                            // per read of a journal: a millisecond of the journal's thread
constexpr int kRooms = 100, kGuests = 200, kParts = 4;  // as above
constexpr int kPages = 256;
constexpr auto kBetweenPieces = std::chrono::milliseconds(5);
constexpr std::int64_t kSecond = 1000, kMinute = 60000;
constexpr auto kLines = "application/x-ndjson";
constexpr auto kForEver = "public, max-age=31536000, immutable";

// The key of a record in the cache.
std::string key_of(std::string const& id, RecordKeeper::Form form) {
  using Form = RecordKeeper::Form;
  return form == Form::lines ? id : id + (form == Form::replay ? "/replay" : "/picture");
}

// As often as the shortest period requires, but between every second and every minute.
std::chrono::milliseconds pause_of(RecordKeeper::Times const& times) {
  auto pause = kMinute;
  for (auto const time : {times.room, times.record, times.guest})
    if (time > 0) pause = std::min(pause, std::max(kSecond, time / 4));
  return std::chrono::milliseconds(pause);
}

}  // namespace

RecordKeeper::RecordKeeper(Journal& journal, Metrics& metrics, Times times, Forget forget)
    : journal_(journal),
      metrics_(metrics),
      times_(times),
      forget_(std::move(forget)),
      uptime_(journal),
      thread_([this](std::stop_token stop) { work(stop); }) {}

RecordKeeper::~RecordKeeper() {
  thread_.request_stop();
  thread_.join();
  for (auto const& question : questions_)
    for (auto const& done : question.waiting) done({refuse("draining", "the server is about to restart")});
}

void RecordKeeper::get(std::string code, int round, Form form, Done done) {
  auto id = record::record_id(code, round);
  auto key = key_of(id, form);
  KeptRecords::Record known;
  {
    std::lock_guard const lock(mutex_);
    known = kept_.find(key);
    auto question = std::find_if(questions_.begin(), questions_.end(), [&](Request const& q) { return q.key == key; });
    if (!known && question == questions_.end() && questions_.size() < kMaxQuestions)
      question = questions_.insert(question, {std::move(key), std::move(id), std::move(code), round, form, {}});
    if (!known && question != questions_.end()) {
      question->waiting.push_back(std::move(done));
      ready_.notify_one();
      return;
    }
  }
  if (known) return done({std::move(known), true, true});
  done({refuse("busy", "many records are being read; try again soon")});
}

void RecordKeeper::work(std::stop_token stop) {
  lower_priority();
  auto const pause = pause_of(times_);
  auto next = std::chrono::steady_clock::now() + pause;
  while (!stop.stop_requested()) {
    std::unique_lock lock(mutex_);
    ready_.wait_until(lock, stop, next, [this] { return !questions_.empty(); });
    if (stop.stop_requested()) break;
    if (questions_.empty() || std::chrono::steady_clock::now() >= next) {
      lock.unlock();
      tidy(stop);
      next = std::chrono::steady_clock::now() + pause;
      continue;
    }
    auto const question = std::move(questions_.front());
    questions_.pop_front();
    lock.unlock();
    auto const told = answer(question);
    for (auto const& done : question.waiting) done(told);
  }
  count_the_last_minute();
}

// If the store is unreachable, the uncounted time makes nothing older.
void RecordKeeper::count_the_last_minute() try { uptime_.count(); } catch (std::exception const& error) {
  spdlog::debug("the last minute before the stop is not counted: {}", error.what());
}

// A client that asks while a record is being created does not get that result: the round may have continued. If the
// round had ended, the result is final.
RecordKeeper::Answer RecordKeeper::answer(Request const& question) {
  {
    std::lock_guard const lock(mutex_);
    if (auto known = kept_.find(question.key)) return {std::move(known), true, true};
  }
  try {
    return make(question);
  } catch (std::exception const& error) {
    spdlog::error("the record {} could not be read: {}", question.id, error.what());
    return {refuse("busy", "the record could not be read now; try again soon")};
  }
}

RecordKeeper::Answer RecordKeeper::make(Request const& request) {
  auto const answer = [&](RoundRecord record) {
    return request.form == Form::lines ? as_lines(std::move(record)) : replayed(record, request);
  };
  if (auto known = still_the_same(request)) return {std::move(known), true, false};
  auto const room = read_room(request.code);
  count(metrics_.records_made);  // inputs from now on are not in it
  if (room) {
    if (!*room) return {room->error()};
    fail_point::hit("record.make");
    auto record = write_record((*room)->setup, (*room)->inputs, request.round);
    if (!record) return {record.error()};
    if (!record->finished && request.form == Form::lines) return as_far_as_it_is(std::move(*record), (*room)->inputs);
    return answer(std::move(*record));
  }
  auto const kept = read_archived(journal_, request.id);
  if (kept.empty()) return {refuse("not_found", "there is no record " + request.id), false};
  if (kept.back() != '\n') throw std::runtime_error("a part of it is missing");
  return answer({request.id, record::with_hashes(kept), true, 0});
}

// Whether the room has changed since the record of a running round was made is decided by its last input; reading and
// folding the room would take a hundred times as long.
std::shared_ptr<Resource const> RecordKeeper::still_the_same(Request const& request) {
  auto const* const known = request.form == Form::lines ? running_.find(request.id) : nullptr;
  if (!known) return nullptr;
  auto const piece = on_journal(journal_, [code = request.code, before = known->inputs - 1](Archive& archive) {
    return archive.read(code, before, 2);
  });
  if (piece && piece->inputs.size() == 1 && piece->inputs.front() == known->last) return known->record;
  running_.drop(request.id);
  return nullptr;
}

RecordKeeper::Answer RecordKeeper::as_far_as_it_is(RoundRecord record, std::vector<std::string> const& inputs) {
  EXPECT(!inputs.empty(), record.id);
  auto packed = gzip(record.text);
  auto told = std::make_shared<Resource>(kLines, "no-cache", std::move(record.text), std::move(packed));
  running_.keep({record.id, inputs.size(), inputs.back(), told});
  return {std::move(told), true, false};
}

RecordKeeper::Answer RecordKeeper::as_lines(RoundRecord record) {
  auto packed = gzip(record.text);
  auto told = std::make_shared<Resource>(kLines, kForEver, std::move(record.text), std::move(packed));
  std::lock_guard const lock(mutex_);
  kept_.keep(record.id, told);
  return {std::move(told), true, true};
}

// An old record may use rules that this program no longer has: then it can be downloaded, but not shown.
RecordKeeper::Answer RecordKeeper::replayed(RoundRecord const& record, Request const& request) {
  if (!record.finished) return {refuse("not_found", "the round is not over yet; then it can be replayed")};
  bool const drawn = request.form == Form::picture;
  auto shown = drawn ? record::picture_of_record(record.text) : record::render(record.text);
  if (!shown) {
    spdlog::warn("the record {} does not replay: line {}: {}", record.id, shown.error().line, shown.error().detail);
    return {refuse("unsupported", "this record cannot be shown: " + shown.error().detail)};
  }
  auto packed = gzip(*shown);
  auto told = std::make_shared<Resource>(drawn ? "image/svg+xml" : "application/json", kForEver, std::move(*shown),
                                         std::move(packed));
  std::lock_guard const lock(mutex_);
  kept_.keep(request.key, told);
  return {std::move(told), true, true};
}

// nullopt: no such room.
std::optional<Result<RecordKeeper::Journaled>> RecordKeeper::read_room(std::string const& code) {
  Journaled room;
  for (;;) {
    auto const after = room.inputs.size();
    auto piece = on_journal(journal_, [code, after](Archive& archive) { return archive.read(code, after, kInputs); });
    if (!piece) return std::nullopt;
    if (after == 0) {
      auto setup = read_setup(piece->setup);
      if (!setup) return Result<Journaled>(setup.error());
      room.setup = std::move(*setup);
      room.epoch = piece->epoch;
    }
    for (auto& input : piece->inputs) room.inputs.push_back(std::move(input));
    if (room.inputs.size() - after < kInputs) return Result<Journaled>(std::move(room));
  }
}

// A failure loses nothing: the work is started again next time.
void RecordKeeper::tidy(std::stop_token stop) {
  Gone gone;
  try {
    tidy(stop, gone);
  } catch (std::exception const& error) {
    spdlog::warn("old rooms could not be put away now: {}", error.what());
  }
  if (gone.guests + gone.rooms + gone.records == 0) return;
  spdlog::info("deleted by age: {} guests, {} rooms (their records are kept), {} records", gone.guests, gone.rooms,
               gone.records);
}

void RecordKeeper::tidy(std::stop_token stop, Gone& gone) {
  auto const clocks = uptime_.clocks();
  in_pieces(stop, [](Archive& archive) { return archive.erase(kInputs); });
  if (times_.room > 0) give_up_old_rooms(stop, clocks.before(times_.room), gone);
  if (times_.record > 0) forget_records(stop, clocks.before(times_.record), gone);
  if (times_.guest > 0) forget_guests(stop, clocks.before(times_.guest), gone);
}

void RecordKeeper::forget_guests(std::stop_token stop, Archive::Before const& before, Gone& gone) {
  for (bool more = true; more && !stop.stop_requested();) {
    auto const ids = on_journal(journal_, [&](Archive& archive) { return archive.drop_guests(before, kGuests); });
    forget_(ids);
    gone.guests += ids.size();
    more = !ids.empty();
  }
}

void RecordKeeper::forget_records(std::stop_token stop, Archive::Before const& before, Gone& gone) {
  std::set<std::string> records;  // a record has several parts, and other data may be kept with it
  for (bool more = true; more && !stop.stop_requested();) {
    auto const ids = on_journal(journal_, [&](Archive& archive) { return archive.drop_records(before, kParts); });
    for (auto const& id : ids) records.insert(record_with(id));
    more = !ids.empty();
    if (more) std::this_thread::sleep_for(kBetweenPieces);
  }
  gone.records += records.size();
  std::lock_guard const lock(mutex_);
  if (!records.empty()) kept_.clear();
}

void RecordKeeper::give_up_old_rooms(std::stop_token stop, Archive::Before const& before, Gone& gone) {
  auto const limit = kRooms + static_cast<int>(unreadable_.size());
  auto const codes = on_journal(journal_, [&](Archive& archive) { return archive.closed(before, limit); });
  for (auto const& code : codes) {
    if (stop.stop_requested()) return;
    if (!unreadable_.contains(code) && give_up(code)) ++gone.rooms;
    in_pieces(stop, [](Archive& archive) { return archive.erase(kInputs); });
    on_journal(journal_, [](Archive& archive) { return archive.shrink(kPages), true; });
  }
}

// The finished rounds are stored first; the room is deleted only after all of them are stored. If a client opens it in
// the meantime, it is kept.
bool RecordKeeper::give_up(std::string const& code) {
  auto const room = read_room(code);
  if (!room) return false;
  auto const records =
      *room ? write_records((*room)->setup, (*room)->inputs) : Result<std::vector<RoundRecord>>(room->error());
  if (!records) {
    spdlog::error("room {} is not put away: {}", code, records.error().message);
    unreadable_.insert(code);
    return false;
  }
  for (auto const& record : *records)
    if (record.finished) keep(record);
  return on_journal(journal_,
                    [code, epoch = (*room)->epoch](Archive& archive) { return archive.give_up(code, epoch); });
}

// Without its hashes, which follow from the rest and would be half of it.
void RecordKeeper::keep(RoundRecord const& record) {
  auto const text = record::without_hashes(record.text);
  put_archived(journal_, record.id, record.ended_at, text);
}

void RecordKeeper::in_pieces(std::stop_token stop, std::function<bool(Archive&)> const& piece) {
  while (!stop.stop_requested() && on_journal(journal_, piece)) std::this_thread::sleep_for(kBetweenPieces);
}

}  // namespace engawa::server
