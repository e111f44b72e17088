// How much memory a room and its parts hold: for the operator's list, computed from the sizes of containers when it is
// asked for, so that nothing is counted while people play.
#include "base/held_memory.hpp"
#include "server/room/room.hpp"
#include "server/room/room_core.hpp"

namespace engawa::server {
namespace {

std::size_t of_guest(Guest const& guest) { return held::texts(guest.id, guest.nick, guest.program); }

}  // namespace

std::size_t RoomLog::memory() const { return held::items(entries_) + held::texts(text_, seats_); }

std::size_t History::memory() const {
  return held::list(steps_, [](Step const& step) { return step.frame.memory(); });
}

std::size_t RequestCache::memory() const {
  auto const of_entry = [](Entry const& entry) { return held::texts(entry.request, entry.answer.error); };
  auto bytes = held::block(by_guest_.bucket_count() * sizeof(void*)) +
               by_guest_.size() * held::map_node<std::string_view, std::list<Ring>::iterator>();
  for (auto const& ring : rings_)
    bytes += held::block(2 * sizeof(void*) + sizeof ring) + held::text(ring.guest) + held::items(ring.hashes) +
             held::list(ring.entries, of_entry);
  return bytes;
}

std::size_t Members::memory() const {
  auto const of_member = [](Member const& member) { return of_guest(member.guest) + member.peer->queued(); };
  auto const of_delivery = [](Delivery const& delivery) { return delivery.frame.memory(); };
  auto const of_step = [&](HeldStep const& held) {
    return held.step.memory() + held::texts(held.request, held.dismissed) + held::list(held.deliveries, of_delivery);
  };
  return held::list(members_, of_member) + held::list(held_, of_step);
}

std::size_t BotDesk::memory() const {
  // Each bot that thinks has its own copy of the game.
  auto const copy = state_.match() ? state_.match()->memory() : 0;
  auto const of_move = [&](PendingMove const& pending) { return held::text(pending.move) + copy; };
  auto const of_question = [&](Question const& question) { return held::text(question.request) + copy; };
  return held::list(thinking_, of_move) + held::list(questions_, of_question) + held::items(paces_);
}

std::size_t RoomLimits::memory() const {
  auto bytes = held::items(previews_) + held::block(chat_.bucket_count() * sizeof(void*));
  for (auto const& [guest, bucket] : chat_) bytes += held::map_node<std::string, TokenBucket>() + held::text(guest);
  return bytes;
}

std::size_t Room::memory() const {
  auto const& room = *core_;
  auto const& ledger = room.ledger;
  return held::block(sizeof *this) + held::block(sizeof room) + memory_of(room.state().parts()) +
         ledger.answers().memory() + ledger.log().memory() + ledger.history().memory() + room.replies.memory() +
         room.members.memory() + room.bots.memory() + room.limits.memory() + held::items(room.lags.quotas()) +
         held::text(room.shown);
}

}  // namespace engawa::server
