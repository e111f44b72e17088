#include "server/shard/slot_environment.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>

#include "server/bots/bot_pool.hpp"
#include "server/lobby/lobby.hpp"
#include "server/lobby/moderation.hpp"
#include "server/ops/log_lines.hpp"
#include "server/shard/room_slot.hpp"
#include "server/shard/services.hpp"
#include "server/shard/shard_times.hpp"

namespace engawa::server {

std::int64_t SlotEnvironment::now() const { return owner_.services().clock.now(); }

bool SlotEnvironment::may_store() const { return owner_.services().journal->up(); }

std::optional<Silence> SlotEnvironment::silence(std::string_view guest, std::string_view text) const {
  auto sentence = owner_.services().moderation->silence(guest, text);
  if (!sentence) return std::nullopt;
  return Silence{std::move(sentence->refusal), std::move(sentence->context)};
}

void SlotEnvironment::append(std::uint64_t seq, std::string_view input) {
  ++in_flight_;
  count(owner_.services().metrics.steps);
  owner_.collect(slot_, seq, input);
}

// After its input, so that it is never newer than the journal.
void SlotEnvironment::keep_snapshot(std::uint64_t seq, std::string snapshot) {
  owner_.run([code = slot_.code(), epoch = slot_.epoch(), seq,
              snapshot = std::move(snapshot)](Store& store) { store.put_snapshot(code, epoch, seq, snapshot); },
             {});
}

void SlotEnvironment::set_alarm(std::int64_t at) { owner_.set_alarm(slot_, at); }

void SlotEnvironment::think(ThinkJob job) {
  bool const moves = job.kind == ThinkJob::Kind::move;
  ThoughtFor room{slot_.code(), slot_.epoch(), job.ticket, moves};
  auto& pool = moves ? *owner_.services().bots : *owner_.services().solver;
  BotPool::Job thought;
  thought.seed = job.seed;
  thought.stop = job.stop;
  thought.payer = slot_.notes().payer;
  thought.due = std::max(owner_.services().clock.steady_at(job.due), BotPool::Steady::now() + 2 * pool.budget());
  thought.cost = moves ? job.cost : pool.budget();
  thought.begin = [job = std::move(job)](games::Thinking& thinking) { return job.begin(thinking); };
  thought.done = [&owner = owner_, room = std::move(room)](Result<std::string> answer) {
    owner.post_thought(room, std::move(answer));
  };
  pool.submit(std::move(thought));
}

void SlotEnvironment::listing_changed(std::string const& listing) {
  if (!listing.empty())
    owner_.services().lobby->post_update(slot_.code(), listing);
  else if (slot_.room().state().setup().is_public)
    owner_.services().lobby->post_removal(slot_.code());
}

void SlotEnvironment::move_acknowledged(std::chrono::steady_clock::time_point received) {
  owner_.times().move_acknowledged(slot_.room().state().info().id, std::chrono::steady_clock::now() - received);
}

void SlotEnvironment::log_error(std::string const& what) {
  count(owner_.services().metrics.room_errors);
  fault_ = "after step " + std::to_string(slot_.room().state().seq()) + ": " + what;
  LogAbout const about({.room = slot_.code()});
  spdlog::error("room {} {}", slot_.code(), fault_);
}

}  // namespace engawa::server
