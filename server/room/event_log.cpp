#include "server/room/event_log.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json_write.hpp"
#include "server/room/state.hpp"

namespace engawa::server {
namespace write = json_write;
namespace {

constexpr std::string_view kKind = R"("kind":")";  // once per event: inside a text its quotes would be escaped

bool mentions(std::string_view events, std::string_view kind) {
  return events.find(std::string(kKind).append(kind) += '"') != std::string_view::npos;
}

// The events that belong in the log. Most steps have only such events, or a single other one: those need no parsing.
std::string logged(std::string_view events, std::vector<std::string_view> unlogged) {
  unlogged.push_back("say");
  bool const some = std::any_of(unlogged.begin(), unlogged.end(), [&](auto kind) { return mentions(events, kind); });
  if (!some) return std::string(events);
  if (events.find(kKind) == events.rfind(kKind)) return {};  // it is the only one
  std::string kept;
  for (auto const& event : Json::parse('[' + std::string(events) + ']')) {
    auto const kind = event.at("kind").get<std::string>();
    if (std::find(unlogged.begin(), unlogged.end(), kind) != unlogged.end()) continue;
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
  auto seats = after.seats_document();
  if (entries_.empty() || seats != seats_of(entries_.size() - 1)) entry.seats = std::move(seats);
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
    out += R"(,"events":[)" + entry->events + "]}";
  }
  out += ']';
  if (begin != entries_.begin())
    out += R"(,"more":true)";
  else if (cut_)
    out += R"(,"cut":true)";
  return out += '}';
}

Json RoomLog::json() const {
  auto entries = Json::array();
  for (auto const& entry : entries_) entries.push_back(Json::array({entry.seq, entry.events, entry.seats}));
  return {{"round", round_}, {"cut", cut_}, {"entries", std::move(entries)}};
}

void RoomLog::restore(Json const& json) {
  *this = {};
  json.at("round").get_to(round_);
  json.at("cut").get_to(cut_);
  for (auto const& entry : json.at("entries"))
    push({entry.at(0).get<std::uint64_t>(), entry.at(1).get<std::string>(), entry.at(2).get<std::string>()});
}

}  // namespace engawa::server
