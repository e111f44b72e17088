// The folds of a room's inputs, one for each family: each checks, changes the parts, and adds its events as JSON text
// without brackets. After a refusal nothing has changed. Only files of this folder include this.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "server/state/room_parts.hpp"

namespace engawa::server {

// Refuses as the phase requires it: `not_started`, `already_started`, `not_over` or `game_over`.
Result<void> require_phase(RoomParts const& room, Phase phase);

// fold_seats.cpp
// The seats of the set-up; that of the room's creator is held for them.
Seats seats_of_chairs(std::vector<RoomSetup::Chair> const& chairs, RoomSetup const& setup);
Result<void> fold_seat(RoomParts& room, Input const& input, std::string& events);
Result<void> fold_presence(RoomParts& room, Input const& input, std::string& events);
// The turn of a seat restarts when its player changes. `bot_played`: before the change.
void player_changed(RoomParts& room, int seat, bool bot_played, std::int64_t at);
void fold_restart(RoomParts& room, Input const& input, std::string& events);
void fold_wake(RoomParts& room, Input const& input);

// fold_people.cpp
Result<void> fold_hint(RoomParts& room, Input const& input, std::string& events);
Result<void> fold_kick(RoomParts& room, Input const& input, std::string& events);
Result<void> fold_pardon(RoomParts& room, Input const& input, std::string& events);
Result<void> fold_mute(RoomParts& room, Input const& input, std::string& events);
Result<void> fold_hand_over(RoomParts& room, Input const& input, std::string& events);
Result<void> fold_host(RoomParts& room, Input const& input, std::string& events);
Result<void> fold_close_room(RoomParts& room, Input const& input, std::string& events);
// A host who stood up or does not return is replaced by a seated person; if there is none, the host stays.
void pass_host_on(RoomParts& room, std::string const& leaver, std::string& events);

// fold_configure.cpp
Result<void> fold_configure(RoomParts& room, Input const& input, std::string& events);
// Refuses a choice that this program cannot play; then nothing has changed.
Result<void> use(RoomParts& room, RoomChoice choice);
bool is_chosen(RoomParts const& room, std::string_view choice);

// fold_votes.cpp
Result<void> fold_start(RoomParts& room, Input const& input, std::string& events);
Result<void> fold_vote(RoomParts& room, Input const& input, std::string& events);
// A vote that does not begin a round: all but the last vote after each game.
bool is_vote_alone(RoomParts const& room, Input const& input);
void fold_vote_alone(RoomParts& room, Input const& input, Change& change);
void begin_round_if_agreed(RoomParts& room, std::int64_t at, std::string& events);

// fold_round.cpp
// Of moves, elapsed time and solutions.
Result<void> fold_game(RoomParts& room, Input const& input, Change& change);
Result<void> preview_move(RoomParts const& room, Input const& input, Change& change);
Result<void> fold_resign(RoomParts& room, Input const& input, std::string& events);
Result<void> fold_forfeit(RoomParts& room, Input const& input, std::string& events);
void begin_round(RoomParts& room, std::int64_t at, std::string& events);
void begin_turn(RoomParts& room, std::int64_t at);

}  // namespace engawa::server
