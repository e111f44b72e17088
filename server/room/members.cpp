#include "server/room/members.hpp"

#include <algorithm>
#include <utility>

#include "protocol/errors.hpp"
#include "protocol/frames.hpp"
#include "server/ops/fail_point.hpp"

namespace engawa::server {

Member& Members::add(Peer& peer, Guest const& guest) {
  EXPECT(find(peer) == nullptr && find_guest(guest.id) == nullptr, guest.id);
  members_.push_back({next_id_++, &peer, guest, 0});
  return members_.back();
}

void Members::remove(Member const& member) {
  EXPECT(find(member.id) == &member, member.id);
  members_.erase(members_.begin() + (&member - members_.data()));
}

Member* Members::find(Peer const& peer) {
  auto const member = std::find_if(members_.begin(), members_.end(), [&](Member const& m) { return m.peer == &peer; });
  return member == members_.end() ? nullptr : &*member;
}

Member const* Members::find(std::uint64_t id) const {
  auto const member = std::find_if(members_.begin(), members_.end(), [&](Member const& m) { return m.id == id; });
  return member == members_.end() ? nullptr : &*member;
}

Member const* Members::find_guest(std::string_view guest) const {
  auto const member =
      std::find_if(members_.begin(), members_.end(), [&](Member const& m) { return m.guest.id == guest; });
  return member == members_.end() ? nullptr : &*member;
}

std::size_t Members::spectators(Seats const& seats) const {
  return static_cast<std::size_t>(std::count_if(
      members_.begin(), members_.end(), [&](Member const& member) { return seat_of(seats, member.guest.id) < 0; }));
}

void Members::deliver(Member const& member, Frame frame, FrameKind kind) {
  if (held_.empty())
    member.peer->send(std::move(frame), kind);
  else
    held_.back().deliveries.push_back({member.id, std::move(frame), kind, member.collapses});
}

bool Members::deliver_since(Member const& member, History const& history, std::optional<std::uint64_t> seq,
                            std::string_view hash) {
  if (fail_point::on("bug.any_history")) hash = {};
  auto const past = seq ? history.past(*seq, hash) : History::Past::unknown;
  if (past == History::Past::other) deliver(member, Frame(protocol::other_history()), FrameKind::answer);
  if (past != History::Past::ours) return false;
  auto const before = member.collapses;  // the peer may overflow during this, and get the state instead
  for (auto left = history.missing(*seq); left > 0 && member.collapses == before; --left)
    deliver(member, history.step(left), FrameKind::step);
  return true;
}

void Members::tell_all(Frame const& frame) {
  for (auto& member : members_) member.peer->send(frame, FrameKind::answer);
}

void Members::close_all(int code, std::string_view reason) {
  auto const leaving = std::move(members_);
  members_.clear();
  for (auto const& member : leaving) member.peer->close(code, reason);
}

std::optional<Members::HeldStep> Members::take_stored(std::uint64_t seq) {
  EXPECT(held_.empty() || seq <= held_.back().seq, seq);  // the journal stores no input whose step was not held first
  if (held_.empty() || held_.front().seq > seq) return std::nullopt;
  std::optional<HeldStep> held(std::move(held_.front()));
  held_.erase(held_.begin());
  return held;
}

void Members::tell(HeldStep const& held) {
  fail_point::hit("room.tell");
  if (auto* const asker = held.asker ? find(held.asker) : nullptr) {
    if (asker->since < held.seq) asker->peer->send(held.step, FrameKind::step);
    thread_local std::string text;  // one for all rooms of the thread, so that its memory is reused
    text.clear();
    protocol::write_ok(text, held.request, held.seq);
    asker->peer->send(Frame(text), FrameKind::answer);
  }
  for (auto& member : members_)
    if (member.since < held.seq && member.id != held.asker && !fail_point::on("bug.gap"))
      member.peer->send(held.step, FrameKind::step);
  for (auto const& delivery : held.deliveries)
    if (auto* const member = find(delivery.member);
        member && (delivery.kind != FrameKind::step || delivery.collapses == member->collapses))
      member->peer->send(delivery.frame, delivery.kind);
}

void Members::refuse_held(Refusal const& why) {
  for (auto const& held : held_)
    if (auto* const asker = held.asker ? find(held.asker) : nullptr)
      asker->peer->send(Frame(protocol::error(held.request, why)), FrameKind::answer);
  held_.clear();
}

}  // namespace engawa::server
