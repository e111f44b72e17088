#include "server/lobby/lobby.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <nlohmann/json.hpp>

#include "base/json_read.hpp"
#include "protocol/frames.hpp"
#include "protocol/merge_diff.hpp"

namespace engawa::server {
namespace {

constexpr auto kGather = std::chrono::milliseconds(200);
constexpr std::size_t kMostResults = 20;

}  // namespace

Lobby::Lobby(boost::asio::io_context& io, ServerClock const& clock, Config const& config)
    : io_(io), clock_(clock), config_(config), timer_(io) {}

void Lobby::post_update(std::string code, std::string summary) {
  boost::asio::post(io_, [this, code = std::move(code), summary = std::move(summary)] {
    show_or_queue(code, listing_of({}, summary));
  });
}

void Lobby::post_removal(std::string code) {
  boost::asio::post(io_, [this, code = std::move(code)] { remove(code, {}); });
}

Lobby::Listing Lobby::listing_of(std::string const& node, std::string summary) {
  auto const json = Json::parse(summary);
  Listing listing;
  listing.node = node;
  listing.game = json["game"];
  listing.phase = json["phase"];
  listing.people = json["seats"]["human"];
  listing.online = json["online"];
  listing.open = json["seats"]["open"];
  listing.summary = std::move(summary);
  return listing;
}

// Limited, so that the list cannot become too long for its readers. Unlisted rooms are open nevertheless.
void Lobby::show_or_queue(std::string const& code, Listing listing) {
  if (auto const known = rooms_.find(code); known != rooms_.end()) {
    note_result(known->second, listing);
    return change(code, std::move(listing));
  }
  if (rooms_.size() < static_cast<std::size_t>(config_.listed_rooms)) {
    unlisted_.erase(code);
    return change(code, std::move(listing));
  }
  auto& waiting = unlisted_[code];
  note_result(waiting, listing);
  waiting = std::move(listing);
}

void Lobby::remove(std::string const& code, std::string const& node) {
  auto const* const known = listing(code);
  if (!known || known->node != node) return;
  if (unlisted_.erase(code) > 0) return;
  change(code, std::nullopt);
  if (unlisted_.empty()) return;
  auto const next = unlisted_.extract(unlisted_.begin());
  change(next.key(), next.mapped());
}

Lobby::Listing const* Lobby::listing(std::string const& code) const {
  if (auto const listed = rooms_.find(code); listed != rooms_.end()) return &listed->second;
  auto const waiting = unlisted_.find(code);
  return waiting == unlisted_.end() ? nullptr : &waiting->second;
}

Lobby::Summaries Lobby::own_rooms(std::size_t most) const {
  Summaries own;
  for (auto const* const part : {&rooms_, &unlisted_})
    for (auto const& [code, listing] : *part)
      if (listing.node.empty() && own.size() < most) own.emplace(code, listing.summary);
  return own;
}

void Lobby::show_node(std::string const& node, Summaries const& rooms) {
  std::vector<std::string> gone;
  for (auto const* const part : {&rooms_, &unlisted_})
    for (auto const& [code, listing] : *part)
      if (listing.node == node && !rooms.contains(code)) gone.push_back(code);
  for (auto const& code : gone) remove(code, node);
  for (auto const& [code, summary] : rooms) {
    auto const* const known = listing(code);
    if (known && (known->node != node || known->summary == summary)) continue;
    try {
      show_or_queue(code, listing_of(node, summary));
    } catch (Json::exception const& error) {
      spdlog::debug("room {} of node {}, which has another version, is not shown: {}", code, node, error.what());
    }
  }
}

// A round of people has ended: its result is kept.
void Lobby::note_result(Listing const& before, Listing const& now) {
  if (before.phase != "playing" || now.phase != "over" || now.people == 0) return;
  auto const summary = Json::parse(now.summary);
  auto result = summary.value("result", Json::object());
  for (auto const* key : {"game", "options", "seats"}) result[key] = summary[key];
  result["at"] = clock_.now();
  results_.push_front(result.dump());
  if (results_.size() > kMostResults) results_.pop_back();
}

void Lobby::change(std::string const& code, std::optional<Listing> listing) {
  bool const first = changed_.empty();
  auto const known = rooms_.find(code);
  changed_.try_emplace(code, known == rooms_.end() ? std::nullopt : std::optional<std::string>(known->second.summary));
  if (listing)
    rooms_[code] = std::move(*listing);
  else
    rooms_.erase(code);
  if (!first) return;
  timer_.expires_after(kGather);
  timer_.async_wait([this](boost::system::error_code error) {
    if (!error) flush();
  });
}

void Lobby::flush() {
  std::string set = R"("rooms":{)";
  for (auto const& [code, told] : changed_) {
    if (set.back() != '{') set += ',';
    auto const now = rooms_.find(code);
    set += '"' + code + "\":";
    if (now == rooms_.end())
      set += "null";
    else
      set += told ? '{' + protocol::merge_diff(*told, now->second.summary) + '}' : now->second.summary;
  }
  changed_.clear();
  std::string step;
  protocol::write_step(step, ++seq_, {}, {}, {}, set + '}', {});
  Frame const frame(step);
  for (auto* peer : peers_) peer->send(frame, FrameKind::step);
}

std::string Lobby::document() const {
  return R"({"rooms":{)" + [this] {
    std::string rooms;
    for (auto const& [code, listing] : rooms_) rooms += (rooms.empty() ? "\"" : ",\"") + code + "\":" + listing.summary;
    return rooms;
  }() + "}}";
}

void Lobby::enter(Peer& peer, Guest const& guest, protocol::Hello const&, std::string_view re, std::string_view token) {
  if (!changed_.empty()) flush();  // so that the newcomer's document matches `seq_`
  auto const heartbeat = static_cast<int>(config_.ping_s);
  peer.send(Frame(protocol::welcome(re, {guest.id, guest.nick, token}, seq_, {}, heartbeat)), FrameKind::answer);
  peers_.push_back(&peer);
  resend_state(peer);
}

void Lobby::receive(Peer& peer, protocol::ClientFrame const& frame) {
  if (auto const* ping = std::get_if<protocol::Ping>(&frame.request))
    return peer.send(Frame(protocol::pong(frame.id, ping->client_ms, clock_.now())), FrameKind::answer);
  if (std::holds_alternative<protocol::Sync>(frame.request)) {
    if (!changed_.empty()) flush();
    resend_state(peer);
    return peer.send(Frame(protocol::ok(frame.id, seq_)), FrameKind::answer);
  }
  peer.send(Frame(protocol::error(frame.id, refuse("forbidden", "the lobby knows hello, sync and ping"))),
            FrameKind::answer);
}

void Lobby::leave(Peer& peer) { peers_.erase(std::remove(peers_.begin(), peers_.end(), &peer), peers_.end()); }

void Lobby::announce(Frame const& notice) {
  for (auto* peer : peers_) peer->send(notice, FrameKind::answer);
}

void Lobby::resend_state(Peer& peer) { peer.send(Frame(protocol::state(seq_, {}, -1, document())), FrameKind::state); }

RoomPage Lobby::list(RoomQuery const& query) const {
  RoomPage page;
  std::size_t count = 0;
  std::string_view last;
  auto listed = rooms_.upper_bound(query.after), more = unlisted_.upper_bound(query.after);
  while (listed != rooms_.end() || more != unlisted_.end()) {
    bool const first = more == unlisted_.end() || (listed != rooms_.end() && listed->first < more->first);
    auto const& [code, listing] = first ? *listed++ : *more++;
    if (!query.game.empty() && listing.game != query.game) continue;
    if (!query.phase.empty() && listing.phase != query.phase) continue;
    if (count == query.limit) {
      page.next = last;
      break;
    }
    ++count;
    last = code;
    if (!page.rooms.empty()) page.rooms += ',';
    page.rooms += listing.summary;
  }
  return page;
}

std::string Lobby::results() const {
  std::string out;
  for (auto const& result : results_) out += (out.empty() ? "" : ",") + result;
  return out;
}

std::string Lobby::best_running() const {
  std::string_view best;
  int most = 0;
  for (auto const& [code, listing] : rooms_) {
    if (listing.phase != "playing" || listing.online <= most) continue;
    most = listing.online;
    best = code;
  }
  return std::string(best);
}

bool Lobby::is_open(Listing const& listing, std::string_view game, std::string_view options) const {
  return listing.game == game && listing.phase == "lobby" && listing.open > 0 && listing.online > 0 &&
         Json::parse(listing.summary)["options"].dump() == options;
}

std::string Lobby::find_open(std::string_view game, std::string_view options) const {
  for (auto const& [code, listing] : rooms_)
    if (listing.node.empty() && is_open(listing, game, options)) return code;
  return {};
}

std::string Lobby::node_to_play(std::string_view game, std::string_view options) const {
  if (!find_open(game, options).empty()) return {};
  for (auto const& [code, listing] : rooms_)
    if (is_open(listing, game, options)) return listing.node;
  return {};
}

}  // namespace engawa::server
