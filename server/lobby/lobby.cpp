#include "server/lobby/lobby.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <nlohmann/json.hpp>

#include "protocol/frames.hpp"
#include "protocol/merge_diff.hpp"

namespace engawa::server {
namespace {

constexpr auto kGather = std::chrono::milliseconds(200);

Frame frame_of(std::string text) { return std::make_shared<std::string const>(std::move(text)); }

}  // namespace

Lobby::Lobby(boost::asio::io_context& io, ServerClock const& clock, Config const& config)
    : io_(io), clock_(clock), config_(config), timer_(io) {}

void Lobby::post_update(std::string code, std::string summary) {
  boost::asio::post(io_,
                    [this, code = std::move(code), summary = std::move(summary)] { show_or_queue(code, summary); });
}

void Lobby::post_removal(std::string code) {
  boost::asio::post(io_, [this, code = std::move(code)] { show_or_queue(code, std::nullopt); });
}

// Limited, so that the list cannot become too long for its readers. Rooms that are not listed are open all the same.
void Lobby::show_or_queue(std::string const& code, std::optional<std::string> summary) {
  bool const listed = rooms_.contains(code);
  auto const most = static_cast<std::size_t>(config_.listed_rooms);
  if (!listed && !summary) {
    unlisted_.erase(code);
    return;
  }
  if (!listed && rooms_.size() >= most) {
    unlisted_[code] = std::move(*summary);
    return;
  }
  bool const leaves = !summary;
  if (!listed) unlisted_.erase(code);
  change(code, std::move(summary));
  if (!leaves || unlisted_.empty()) return;
  auto const next = unlisted_.extract(unlisted_.begin());
  change(next.key(), next.mapped());
}

void Lobby::change(std::string const& code, std::optional<std::string> summary) {
  bool const first = changed_.empty();
  auto const known = rooms_.find(code);
  changed_.try_emplace(code, known == rooms_.end() ? std::nullopt : std::optional<std::string>(known->second));
  if (summary)
    rooms_[code] = std::move(*summary);
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
      set += told ? '{' + protocol::merge_diff(*told, now->second) + '}' : now->second;
  }
  changed_.clear();
  auto const frame = frame_of(protocol::step(++seq_, {}, {}, {}, set + '}', {}));
  for (auto* peer : peers_) peer->send(frame, FrameKind::step);
}

std::string Lobby::document() const {
  return R"({"rooms":{)" + [this] {
    std::string rooms;
    for (auto const& [code, summary] : rooms_) rooms += (rooms.empty() ? "\"" : ",\"") + code + "\":" + summary;
    return rooms;
  }() + "}}";
}

void Lobby::enter(Peer& peer, Guest const& guest, protocol::Hello const&, std::string_view re, std::string_view token) {
  if (!changed_.empty()) flush();  // so that the newcomer's document matches `seq_`
  auto const heartbeat = static_cast<int>(config_.ping_s);
  peer.send(frame_of(protocol::welcome(re, {guest.id, guest.nick, token}, seq_, {}, heartbeat)), FrameKind::answer);
  peers_.push_back(&peer);
  resend_state(peer);
}

void Lobby::receive(Peer& peer, protocol::ClientFrame const& frame) {
  if (auto const* ping = std::get_if<protocol::Ping>(&frame.request))
    return peer.send(frame_of(protocol::pong(frame.id, ping->client_ms, clock_.now())), FrameKind::answer);
  if (std::holds_alternative<protocol::Sync>(frame.request)) {
    if (!changed_.empty()) flush();
    resend_state(peer);
    return peer.send(frame_of(protocol::ok(frame.id, seq_)), FrameKind::answer);
  }
  peer.send(frame_of(protocol::error(frame.id, refuse("forbidden", "the lobby knows hello, sync and ping"))),
            FrameKind::answer);
}

void Lobby::leave(Peer& peer) { peers_.erase(std::remove(peers_.begin(), peers_.end(), &peer), peers_.end()); }

void Lobby::announce(Frame const& notice) {
  for (auto* peer : peers_) peer->send(notice, FrameKind::answer);
}

void Lobby::resend_state(Peer& peer) {
  peer.send(frame_of(protocol::state(seq_, {}, -1, document())), FrameKind::state);
}

std::string Lobby::list(std::string_view game, std::string_view phase) const {
  std::string out;
  for (auto const& [code, summary] : rooms_) {
    auto const json = Json::parse(summary);
    if ((!game.empty() && json["game"] != game) || (!phase.empty() && json["phase"] != phase)) continue;
    if (!out.empty()) out += ',';
    out += summary;
  }
  return out;
}

std::string Lobby::find_open(std::string_view game, std::string_view options) const {
  for (auto const& [code, summary] : rooms_) {
    auto const json = Json::parse(summary);
    if (json["game"] == game && json["phase"] == "lobby" && json["seats"]["open"] > 0 && json["online"] > 0 &&
        json["options"].dump() == options)
      return code;
  }
  return {};
}

}  // namespace engawa::server
