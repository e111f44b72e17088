#include "server/room/event_log.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json_write.hpp"
#include "server/room/state.hpp"

namespace engawa::server {
namespace write = json_write;
namespace {

constexpr std::string_view kKind = R"("kind":")";  // once per event: inside a text its quotes would be escaped

// Chat, and what the game does not want in the log.
bool is_unlogged(std::string_view kind, std::vector<std::string_view> const& unlogged) {
  return kind == "say" || std::find(unlogged.begin(), unlogged.end(), kind) != unlogged.end();
}

bool some_unlogged(std::string_view events, std::vector<std::string_view> const& unlogged) {
  for (auto at = events.find(kKind); at != events.npos; at = events.find(kKind, at)) {
    at += kKind.size();
    if (is_unlogged(events.substr(at, events.find('"', at) - at), unlogged)) return true;
  }
  return false;
}

// The events that belong in the log. Most steps have only such events, or a single other one: those need no parsing.
std::string logged(std::string_view events, std::vector<std::string_view> const& unlogged) {
  if (!some_unlogged(events, unlogged)) return std::string(events);
  if (events.find(kKind) == events.rfind(kKind)) return {};  // it is the only one
  std::string kept;
  for (auto const& event : Json::parse('[' + std::string(events) + ']')) {
    if (is_unlogged(event.at("kind").get<std::string>(), unlogged)) continue;
    if (!kept.empty()) kept += ',';
    kept += event.dump();
  }
  return kept;
}

}  // namespace

void RoomLog::add(RoomState const& after, std::string_view events) {
  if (after.round() != round_) {
    *this = {};
    round_ = after.round();
  }
  if (events.empty()) return;
  Entry entry{after.seq(), logged(events, after.info().unlogged), {}};
  if (entry.events.empty()) return;
  if (entries_.empty() || entries_.back().seq < after.seats_since()) {
    auto seats = after.seats_document();
    if (entries_.empty() || seats != seats_of(entries_.size() - 1)) entry.seats = std::move(seats);
  }
  push(std::move(entry));
}

void RoomLog::push(Entry entry) {
  bytes_ += entry.bytes();
  entries_.push_back(std::move(entry));
  while (bytes_ > kKeptBytes && entries_.size() > 1) drop_first();
}

void RoomLog::drop_first() {
  auto first = std::move(entries_.front());
  bytes_ -= first.bytes();
  entries_.pop_front();
  cut_ = true;
  auto& next = entries_.front();
  if (!next.seats.empty()) return;
  bytes_ += first.seats.size();
  next.seats = std::move(first.seats);
}

std::string const& RoomLog::seats_of(std::size_t index) const {
  while (entries_[index].seats.empty()) --index;
  return entries_[index].seats;
}

std::string RoomLog::page(std::optional<std::uint64_t> before) const {
  auto const older = [](Entry const& entry, std::uint64_t seq) { return entry.seq < seq; };
  auto const end = before ? std::lower_bound(entries_.begin(), entries_.end(), *before, older) : entries_.end();
  auto begin = end;
  std::size_t bytes = 0;
  while (begin != entries_.begin() && (begin == end || bytes + std::prev(begin)->bytes() <= kPageBytes))
    bytes += (--begin)->bytes();
  std::string out = R"({"entries":[)";
  out.reserve(bytes + 1024 + 64);
  for (auto entry = begin; entry != end; ++entry) {
    if (entry != begin) out += ',';
    out += R"({"seq":)";
    write::integer(out, entry->seq);
    auto const& seats = entry == begin ? seats_of(static_cast<std::size_t>(entry - entries_.begin())) : entry->seats;
    if (!seats.empty()) out += R"(,"seats":)" + seats;
    out.append(R"(,"events":[)").append(entry->events).append("]}");
  }
  out += ']';
  if (begin != entries_.begin())
    out += R"(,"more":true)";
  else if (cut_)
    out += R"(,"cut":true)";
  out += '}';
  return out;
}

void RoomLog::write(std::string& out) const {
  out += R"({"round":)";
  write::integer(out, round_);
  out += cut_ ? R"(,"cut":true,"entries":[)" : R"(,"cut":false,"entries":[)";
  for (auto const& entry : entries_) {
    out += &entry == &entries_.front() ? "[" : ",[";
    write::integer(out, entry.seq);
    write::string(out += ',', entry.events);
    write::string(out += ',', entry.seats);
    out += ']';
  }
  out += "]}";
}

void RoomLog::restore(Json const& json) {
  *this = {};
  json.at("round").get_to(round_);
  json.at("cut").get_to(cut_);
  for (auto const& entry : json.at("entries"))
    push({entry.at(0).get<std::uint64_t>(), entry.at(1).get<std::string>(), entry.at(2).get<std::string>()});
}

}  // namespace engawa::server
