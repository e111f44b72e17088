#include "server/lobby/moderation.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <ctime>
#include <mutex>
#include <utility>

#include "base/json_write.hpp"
#include "protocol/messages.hpp"
#include "server/ops/wall_clock.hpp"

namespace engawa::server {
namespace {

bool has_lapsed(std::int64_t until) { return until != 0 && until <= wall_clock(); }

std::string utc(std::int64_t ms) {
  auto const time = static_cast<std::time_t>(ms / 1000);
  std::tm parts{};
  char text[32] = {};
  ::gmtime_r(&time, &parts);
  return {text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &parts)};
}

Moderation::Sentence sentence_for(char const* code, std::string what, std::int64_t until, std::string const& reason) {
  protocol::ErrorContext context;
  if (until != 0) {
    what += " until " + utc(until);
    context.until = until;
  }
  if (!reason.empty()) what += ": " + reason;
  context.reason = reason;
  return {refuse(code, std::move(what)), std::move(context)};
}

}  // namespace

std::vector<Act> Moderation::learn(StoredActs const& acts) {
  std::vector<Act> news;
  std::lock_guard const lock(mutex_);
  auto const before = last_;
  for (auto const number : acts.damaged) {
    if (number > before) spdlog::error("act {} of the operator does not fit its checksum and is ignored", number);
    last_ = std::max(last_, number);
  }
  for (auto const& row : acts.rows) {
    if (row.number <= before) continue;
    last_ = std::max(last_, row.number);
    auto act = stored_act(row.text);
    if (!act) {
      spdlog::error("act {} of the operator is ignored: {}", row.number, act.error().message);
      continue;
    }
    act->number = row.number;
    fold(*act);
    news.push_back(std::move(*act));
  }
  return news;
}

std::int64_t Moderation::last() const {
  std::shared_lock const lock(mutex_);
  return last_;
}

// REQUIRES: mutex_ is held.
void Moderation::fold(Act const& act) {
  Measure measure{act.until, act.reason};
  switch (act.kind) {
    case Act::Kind::ban:
      if (act.addresses.empty())
        banned_[act.guest] = std::move(measure);
      else if (auto networks = Networks::parse(act.addresses))
        blocks_.insert_or_assign(act.addresses, Block{std::move(*networks), std::move(measure)});
      return;
    case Act::Kind::unban:
      if (act.addresses.empty())
        banned_.erase(act.guest);
      else
        blocks_.erase(act.addresses);
      return;
    case Act::Kind::mute:
      muted_[act.guest] = std::move(measure);
      return;
    case Act::Kind::unmute:
      muted_.erase(act.guest);
      return;
    case Act::Kind::forbid:
      words_[protocol::skeleton_of(act.word)] = act.word;
      return;
    case Act::Kind::allow:
      words_.erase(protocol::skeleton_of(act.word));
      return;
    case Act::Kind::report:
      reports_.insert(act.number);
      return;
    case Act::Kind::settle:
      reports_.erase(act.report);
      return;
    case Act::Kind::close:
    case Act::Kind::remove:
    case Act::Kind::notice:
    case Act::Kind::retry:
    case Act::Kind::drain:
      return;  // done once; nothing of them remains here
  }
}

// REQUIRES: mutex_ is held.
Moderation::Measure const* Moderation::current(Measures const& measures, std::string_view guest) {
  auto const found = measures.find(guest);
  return found == measures.end() || has_lapsed(found->second.until) ? nullptr : &found->second;
}

std::optional<Moderation::Sentence> Moderation::ban_of(std::string_view guest, std::string const& address) const {
  std::shared_lock const lock(mutex_);
  constexpr auto banned = "the operator of this server has banned you";
  if (auto const* const ban = current(banned_, guest)) return sentence_for("banned", banned, ban->until, ban->reason);
  for (auto const& [name, block] : blocks_)
    if (!has_lapsed(block.measure.until) && block.networks.contain(address))
      return sentence_for("banned", banned, block.measure.until, block.measure.reason);
  return std::nullopt;
}

std::optional<Moderation::Sentence> Moderation::silence(std::string_view guest, std::string_view text) const {
  {
    std::shared_lock const lock(mutex_);
    if (auto const* const mute = current(muted_, guest))
      return sentence_for("muted", "the operator of this server has muted you", mute->until, mute->reason);
  }
  auto const admitted = admit(text);
  return admitted ? std::nullopt : std::optional(Sentence{admitted.error()});
}

Result<void> Moderation::admit(std::string_view text) const {
  std::shared_lock const lock(mutex_);
  if (words_.empty() || !forbids(text)) return {};
  return refuse("forbidden_word", "this contains a word that is not allowed on this server");
}

bool Moderation::is_open(std::int64_t report) const {
  std::shared_lock const lock(mutex_);
  return reports_.count(report) != 0;
}

std::size_t Moderation::open_reports() const {
  std::shared_lock const lock(mutex_);
  return reports_.size();
}

std::string Moderation::in_force() const {
  std::shared_lock const lock(mutex_);
  auto const add = [](std::string& out, char const* key, std::string const& name, Measure const& measure) {
    if (has_lapsed(measure.until)) return;
    out += std::string(out.back() == '[' ? "" : ",") + "{\"" + key + "\":";
    json_write::string(out, name);
    if (!measure.reason.empty()) json_write::string_member(out, "reason", measure.reason);
    if (measure.until != 0) out += R"(,"until":)" + std::to_string(measure.until);
    out += '}';
  };
  std::string out = R"({"banned":[)";
  for (auto const& [guest, measure] : banned_) add(out, "guest", guest, measure);
  for (auto const& [network, block] : blocks_) add(out, "addresses", network, block.measure);
  out += R"(],"muted":[)";
  for (auto const& [guest, measure] : muted_) add(out, "guest", guest, measure);
  out += R"(],"words":[)";
  for (auto const& [compared, word] : words_) {
    if (out.back() != '[') out += ',';
    json_write::string(out, word);
  }
  out += R"(],"reports":[)";
  for (auto const report : reports_) out += (out.back() == '[' ? "" : ",") + std::to_string(report);
  return out + "]}";
}

// REQUIRES: mutex_ is held.
bool Moderation::forbids(std::string_view text) const {
  auto const compared = protocol::skeleton_of(text);
  return std::any_of(words_.begin(), words_.end(),
                     [&](auto const& word) { return compared.find(word.first) != compared.npos; });
}

}  // namespace engawa::server
