#include "server/analysis/analyst.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "base/json_write.hpp"
#include "server/bots/bot_pool.hpp"
#include "server/ops/fail_point.hpp"
#include "server/ops/priority.hpp"
#include "server/records/archived_text.hpp"

namespace engawa::server {
namespace {

// Iterations of a search, instead of the hint's own number: about a sixth of a second in reversi, a third of the
// strongest bot's time for a move. The time limit of bots also applies to every answer.
constexpr std::uint64_t kIterations = 50'000, kFew = 1000;
// Later than the deadline of any bot's answer. Answers at their deadline get one last slice, so this is never reached.
constexpr auto kDue = std::chrono::hours(24);

std::string key_of(std::string const& id) { return id + "/analysis"; }

void write_head(std::string& out, std::string const& id, std::string_view state, Subject const& subject) {
  out += '{';
  json_write::key(out, "record");
  json_write::string(out, id);
  json_write::string_member(out, "state", state);
  if (subject.bot.empty()) return;
  json_write::string_member(out, "bot", subject.bot);
  json_write::integer_member(out, "level", subject.level);
  json_write::integer_member(out, "of", subject.positions);
}

void write_items(std::string& out, std::vector<std::string> const& items, std::size_t from) {
  from = std::min(from, items.size());
  json_write::integer_member(out, "from", from);
  out += R"(,"items":[)";
  for (std::size_t i = from; i < items.size(); ++i) out.append(i > from ? "," : "").append(items[i]);
  out += "]}";
}

std::string item_text(Position const& position, std::string const& hint) {
  std::string out = "{";
  json_write::key(out, "ply");
  json_write::integer(out, position.match->ply());
  json_write::string_member(out, "seat", games::seat_name(position.seat));
  json_write::raw_member(out, "hint", hint);
  return out += '}';
}

Refusal not_replayed(record::Fault const& fault) {
  return refuse("unsupported", "this record cannot be analysed: " + fault.detail);
}

}  // namespace

Analyst::Analyst(Journal& journal, BotPool& bots, Metrics& metrics)
    : journal_(journal), bots_(bots), metrics_(metrics), thread_([this](std::stop_token stop) { work(stop); }) {}

Analyst::~Analyst() {
  thread_.request_stop();
  thread_.join();
  for (auto const& waiting : questions_) waiting.done(refuse("draining", "the server is about to restart"));
}

void Analyst::ask(Question question, Done done) {
  if (auto known = known_of(question)) return done(std::move(*known));
  {
    std::lock_guard const lock(desk_->mutex);
    questions_.push_back({std::move(question), std::move(done)});
  }
  desk_->changed.notify_all();
}

std::optional<std::string> Analyst::known_of(Question const& question) {
  std::lock_guard const lock(desk_->mutex);
  if (auto const kept = kept_.find(question.id)) return kept->plain();
  if (auto const* const work = under_way(question.id)) return progress(*work, question.from);
  return std::nullopt;
}

Analyst::Work const* Analyst::under_way(std::string const& id) const {
  for (auto const& work : works_)
    if (work->question.id == id) return work.get();
  return nullptr;
}

std::string Analyst::progress(Work const& work, std::size_t from) const {
  std::string out;
  write_head(out, work.question.id, work.begun ? "running" : "waiting", work.subject);
  write_items(out, work.items, from);
  return out;
}

void Analyst::work(std::stop_token stop) {
  lower_priority();
  while (!stop.stop_requested()) {
    Work* next = nullptr;
    {
      std::unique_lock lock(desk_->mutex);
      desk_->changed.wait(lock, stop, [this] { return !questions_.empty() || !works_.empty(); });
      if (questions_.empty() && !works_.empty()) next = works_.front().get();
    }
    if (stop.stop_requested()) return;
    answer_questions();
    if (!next) continue;
    try {
      analyse(*next, stop);
    } catch (std::exception const& error) {
      spdlog::error("the record {} could not be analysed: {}", next->question.id, error.what());
    }
    if (stop.stop_requested()) return;
    std::lock_guard const lock(desk_->mutex);
    works_.pop_front();
  }
}

void Analyst::answer_questions() {
  for (;;) {
    Waiting waiting;
    {
      std::lock_guard const lock(desk_->mutex);
      if (questions_.empty()) return;
      waiting = std::move(questions_.front());
      questions_.pop_front();
    }
    auto told = [&]() -> Result<std::string> {
      try {
        return answer(waiting.question);
      } catch (std::exception const& error) {
        spdlog::warn("the analysis of {} could not be read: {}", waiting.question.id, error.what());
        return refuse("busy", "the store cannot be read now; try again soon");
      }
    }();
    waiting.done(std::move(told));
  }
}

// For a record of which nothing was in memory when the request arrived.
Result<std::string> Analyst::answer(Question const& question) {
  {
    std::lock_guard const lock(desk_->mutex);
    if (auto const* work = under_way(question.id)) return progress(*work, question.from);
  }
  if (auto text = read_archived(journal_, key_of(question.id)); !text.empty()) {
    std::lock_guard const lock(desk_->mutex);
    kept_.keep(question.id, std::make_shared<Resource>("application/json", "no-store", text));
    return text;
  }
  if (question.start) return enqueue(question);
  std::string out;
  write_head(out, question.id, "none", {});
  return out += '}';
}

Result<std::string> Analyst::enqueue(Question const& question) {
  auto subject = subject_of(question.record->plain());
  if (!subject) return not_replayed(subject.error());
  std::lock_guard const lock(desk_->mutex);
  auto const same = std::count_if(works_.begin(), works_.end(),
                                  [&](auto const& work) { return work->question.address == question.address; });
  if (works_.size() >= kMostWaiting || static_cast<std::size_t>(same) >= kMostOfAnAddress)
    return refuse("busy", "too many analyses are waiting; try again soon");
  works_.push_back(std::make_unique<Work>(Work{question, std::move(*subject), {}, false}));
  return progress(*works_.back(), question.from);
}

// The items are appended under the lock, so that requests can be answered meanwhile, also on other threads.
void Analyst::analyse(Work& work, std::stop_token stop) {
  count(metrics_.analyses_made);
  auto positions = Positions::open(work.question.record->plain());
  if (!positions) return;
  {
    std::lock_guard const lock(desk_->mutex);
    work.begun = true;
  }
  Position position;
  for (;;) {
    auto const more = positions->next(position);
    if (!more || !*more) break;
    auto const hint = think(position, stop);
    if (stop.stop_requested()) return;
    if (!hint) spdlog::warn("no hint for the record {}: {}", work.question.id, hint.error().message);
    std::lock_guard const lock(desk_->mutex);
    work.items.push_back(item_text(position, hint ? *hint : "null"));
  }
  std::string text;
  write_head(text, work.question.id, "done", work.subject);
  write_items(text, work.items, 0);
  {
    std::lock_guard const lock(desk_->mutex);
    kept_.keep(work.question.id, std::make_shared<Resource>("application/json", "no-store", text));
  }
  put_archived(journal_, key_of(work.question.id), positions->ended(), text);
}

// The calling thread waits, and answers requests meanwhile.
Result<std::string> Analyst::think(Position const& position, std::stop_token stop) {
  auto const found = std::make_shared<std::optional<Result<std::string>>>();
  BotPool::Job job;
  job.idle = true;
  job.begin = [position](games::Thinking& thinking) {
    return position.match->begin({games::ThinkRequest::Kind::hint, position.seat}, thinking);
  };
  job.done = [found, desk = desk_](Result<std::string> answer) {
    {
      std::lock_guard const lock(desk->mutex);
      *found = std::move(answer);
    }
    desk->changed.notify_all();
  };
  job.seed = position.match->ply();
  job.iterations = fail_point::on("analysis.quick") ? kFew : kIterations;
  job.due = BotPool::Steady::now() + kDue;
  auto cancel = job.stop;
  bots_.submit(std::move(job));
  for (;;) {
    std::unique_lock lock(desk_->mutex);
    desk_->changed.wait(lock, stop, [&] { return found->has_value() || !questions_.empty(); });
    if (found->has_value()) return std::move(**found);
    if (stop.stop_requested()) break;
    lock.unlock();
    answer_questions();
  }
  cancel.request_stop();
  return refuse("draining", "the server is about to restart");
}

}  // namespace engawa::server
