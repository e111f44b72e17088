// What a room does with the answers of its bots.
#include <utility>

#include "protocol/frames.hpp"
#include "server/room/room_core.hpp"

namespace engawa::server {
namespace {

void tell_of_hint(RoomCore& room, BotDesk::Question const& question) {
  if (!room.bots.must_be_told(question)) return;
  Input input;
  input.kind = InputKind::hint;
  input.seat = question.seat;
  (void)submit(room, std::move(input));
}

void pass_on_hint(RoomCore& room, BotDesk::Question const& question, Result<std::string> const& answer) {
  auto const* const member = room.members.find(question.asker);
  if (!member) return;
  if (!answer) return room.replies.error(*member, question.request, answer.error());
  auto const text = protocol::hint(question.request, question.seq, *answer);
  tell_of_hint(room, question);  // first: nobody has a hint of which the others do not hear
  if (auto const* const asker = room.members.find(question.asker)) room.replies.answer(*asker, text);
}

void take_solution(RoomCore& room, Result<std::string> answer) {
  Input input;
  input.kind = InputKind::solution;
  if (answer) input.move = std::move(*answer);
  auto const done = answer ? submit(room, std::move(input)) : Result<void>(answer.error());
  if (!done) give_up(room, "no solution: " + done.error().message);
}

}  // namespace

void take_thought(RoomCore& room, std::uint64_t ticket, Result<std::string> answer) {
  if (auto const question = room.bots.take_question(ticket)) {
    if (question->asker != 0) return pass_on_hint(room, *question, answer);
    return take_solution(room, std::move(answer));
  }
  if (!room.bots.awaits_move(ticket)) return;
  if (!answer) return give_up(room, "a bot had no answer: " + answer.error().message);
  room.bots.keep_move(ticket, std::move(*answer));
  play_due_moves(room);
  schedule(room);
}

void play_due_moves(RoomCore& room) {
  auto const now = room.now();
  while (auto move = room.bots.take_due_move(now))
    if (auto const played = submit(room, std::move(*move)); !played)
      return give_up(room, "a bot's move was refused: " + played.error().message);
}

}  // namespace engawa::server
