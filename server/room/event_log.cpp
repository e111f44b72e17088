#include "server/room/event_log.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json_write.hpp"
#include "server/state/document.hpp"
#include "server/state/state.hpp"

namespace engawa::server {
namespace write = json_write;
namespace {

constexpr std::string_view kKind = R"("kind":")";  // once per event: inside a text its quotes would be escaped

// Chat, and events that the game excludes from the log.
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

// The events that belong in the log; others are written to `kept`. Most steps have either only logged events, or a
// single other one: those need no parsing.
std::string_view logged(std::string_view events, std::vector<std::string_view> const& unlogged, std::string& kept) {
  if (!some_unlogged(events, unlogged)) return events;
  if (events.find(kKind) == events.rfind(kKind)) return {};  // it is the only one
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
  std::string kept, seats;
  auto const logged_events = logged(events, after.info().unlogged, kept);
  if (logged_events.empty()) return;
  if (entries_.empty() || entries_.back().seq < after.parts().seats_since) {
    seats = seats_document(after.seats());
    if (!entries_.empty() && seats == seats_of(entries_.size() - 1)) seats.clear();
  }
  push(after.seq(), logged_events, seats);
}

std::string_view RoomLog::events_of(Entry const& entry) const {
  return std::string_view(text_).substr(entry.begin - dropped_, entry.events);
}

std::string_view RoomLog::own_seats_of(Entry const& entry) const {
  return std::string_view(text_).substr(entry.begin - dropped_ + entry.events, entry.seats);
}

std::string_view RoomLog::seats_of(std::size_t index) const {
  while (index > 0 && entries_[index].seats == 0) --index;
  return entries_[index].seats > 0 ? own_seats_of(entries_[index]) : seats_;
}

void RoomLog::push(std::uint64_t seq, std::string_view events, std::string_view seats) {
  entries_.push_back({seq, dropped_ + text_.size(), static_cast<std::uint32_t>(events.size()),
                      static_cast<std::uint32_t>(seats.size())});
  text_.append(events).append(seats);
  bytes_ += entries_.back().bytes();
  while (bytes_ > kKeptBytes && entries_.size() > 1) drop_first();
}

void RoomLog::drop_first() {
  auto const& first = entries_.front();
  bytes_ -= first.bytes() - first.seats;
  bytes_ -= seats_of(0).size();
  seats_ = seats_of(0);
  entries_.pop_front();
  cut_ = true;
  auto const& next = entries_.front();
  if (next.seats == 0) bytes_ += seats_.size();
  if (auto const old = next.begin - dropped_; old > text_.size() / 2) {
    text_.erase(0, old);
    dropped_ += old;
  }
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
    auto const seats =
        entry == begin ? seats_of(static_cast<std::size_t>(entry - entries_.begin())) : own_seats_of(*entry);
    if (!seats.empty()) out.append(R"(,"seats":)").append(seats);
    out.append(R"(,"events":[)").append(events_of(*entry)).append("]}");
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
    bool const first = &entry == &entries_.front();
    out += first ? "[" : ",[";
    write::integer(out, entry.seq);
    write::string(out += ',', events_of(entry));
    write::string(out += ',', first ? seats_of(0) : own_seats_of(entry));
    out += ']';
  }
  out += "]}";
}

void RoomLog::restore(Json const& json) {
  *this = {};
  json.at("round").get_to(round_);
  json.at("cut").get_to(cut_);
  for (auto const& entry : json.at("entries"))
    push(entry.at(0).get<std::uint64_t>(), entry.at(1).get_ref<std::string const&>(),
         entry.at(2).get_ref<std::string const&>());
}

}  // namespace engawa::server
