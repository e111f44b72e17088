#include "server/room/replies.hpp"

#include "protocol/errors.hpp"
#include "protocol/frames.hpp"

namespace engawa::server {

void Replies::ok(Member const& member, std::string_view request, std::uint64_t seq) {
  answer(member, protocol::ok(request, seq));
}

void Replies::error(Member const& member, std::string_view request, Refusal const& refusal, std::int64_t retry_ms) {
  answer(member, error_text(request, refusal, retry_ms));
}

void Replies::refuse(Member const& member, protocol::ClientFrame const& frame, Refusal const& refusal,
                     std::int64_t retry_ms) {
  auto const text = error_text(frame.id, refusal, retry_ms);
  if (!protocol::may_retry(refusal.code)) unstored_.remember(member.guest.id, frame.id, {0, text, frame.content});
  answer(member, text);
}

void Replies::confirm(Member const& member, protocol::ClientFrame const& frame) {
  auto const seq = ledger_.state().seq();
  unstored_.remember(member.guest.id, frame.id, {seq, {}, frame.content});
  ok(member, frame.id, seq);
}

bool Replies::again(Member const& member, protocol::ClientFrame const& frame) {
  auto const* before = ledger_.answers().find(member.guest.id, frame.id);
  if (!before) before = unstored_.find(member.guest.id, frame.id);
  if (!before) return false;
  if (!before->is_for(frame.content))
    error(member, frame.id,
          engawa::refuse("id_reused",
                         "this id was used for another request of yours in this room; nothing was done: "
                         "send it with an id that you have not used here"));
  else if (before->error.empty())
    ok(member, frame.id, before->seq);
  else
    answer(member, before->error);
  return true;
}

void Replies::steps(Member const& member, std::optional<std::uint64_t> seq, std::string_view hash) {
  if (!members_.deliver_since(member, ledger_.history(), seq, hash)) state(member);
}

void Replies::state(Member const& member) {
  auto const& room = ledger_.state();
  int const seat = seat_of(room.seats(), member.guest.id);
  auto const text = protocol::state(room.seq(), ledger_.history().text(), seat, room.document());
  members_.deliver(member, Frame(text), FrameKind::state);
}

std::string Replies::error_text(std::string_view request, Refusal const& refusal, std::int64_t retry_ms) const {
  auto const& room = ledger_.state();
  protocol::ErrorContext context{room.seq(), {}, {}};
  if (room.match()) context.ply = room.ply();
  if (retry_ms > 0) context.retry_ms = retry_ms;
  return protocol::error(request, refusal, context);
}

}  // namespace engawa::server
