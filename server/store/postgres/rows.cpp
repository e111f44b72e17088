#include "server/store/postgres/rows.hpp"

#include "server/store/row_sum.hpp"
#include "server/store/value_sum.hpp"

namespace engawa::server::postgres {
namespace {

bool fits(std::int64_t sum, std::int64_t stored) { return is_sound(sum == stored ? 1 : 0); }

}  // namespace

RoomLine room_of(Rows const& rows, int row) {
  RoomLine room{rows.number(row, 0),
                rows.text(row, 1),
                rows.number(row, 2),
                rows.number(row, 3),
                rows.number(row, 4),
                rows.text(row, 5),
                {},
                rows.number(row, 7)};
  if (!rows.is_null(row, 6)) room.broken = rows.text(row, 6);
  room.sound = fits(sum_of(room), rows.number(row, 8));
  return room;
}

std::int64_t sum_of(RoomLine const& room) {
  return ValueSum()
      .number(room.id)
      .text(room.code)
      .number(room.epoch)
      .number(room.closed)
      .number(room.created_at)
      .text(room.setup)
      .maybe(room.broken)
      .number(room.closed_at)
      .value();
}

std::string fault_of_row(RoomLine const& room) {
  return "its row does not fit its checksum: row " + std::to_string(room.id);
}

GuestLine guest_of(Rows const& rows, int row) {
  GuestLine guest{rows.text(row, 0),
                  rows.text(row, 1),
                  rows.text(row, 2),
                  rows.text(row, 3),
                  rows.number(row, 4),
                  rows.number(row, 5),
                  true};
  guest.sound = fits(sum_of(guest), rows.number(row, 6));
  return guest;
}

StoredGuests guests_of(Rows const& rows) {
  StoredGuests guests;
  for (int row = 0; row < rows.size(); ++row) {
    auto guest = guest_of(rows, row);
    if (guest.sound)
      guests.rows.push_back({std::move(guest.id), std::move(guest.token_hash), std::move(guest.nick),
                             std::move(guest.lang), rows.number(row, 7)});
    else
      guests.damaged = true;
  }
  return guests;
}

std::int64_t sum_of(GuestLine const& guest) {
  ValueSum sum;
  for (auto const* text : {&guest.id, &guest.token_hash, &guest.nick, &guest.lang}) sum.text(*text);
  return sum.number(guest.created_at).number(guest.seen_at).value();
}

RecordLine record_of(Rows const& rows, int row) {
  RecordLine record{rows.text(row, 0), rows.number(row, 1), rows.number(row, 2), rows.text(row, 3), true};
  record.sound = fits(sum_of(record), rows.number(row, 4));
  return record;
}

std::int64_t sum_of(RecordLine const& record) {
  return ValueSum().text(record.id).number(record.part).number(record.ended_at).text(record.text).value();
}

StoredActs acts_of(Rows const& rows) {
  StoredActs acts;
  for (int row = 0; row < rows.size(); ++row) {
    StoredAct act{rows.number(row, 0), rows.number(row, 1), rows.text(row, 2)};
    if (fits(sum_of(act), rows.number(row, 3)))
      acts.rows.push_back(std::move(act));
    else
      acts.damaged.push_back(act.number);
  }
  return acts;
}

std::int64_t sum_of(StoredAct const& act) {
  return ValueSum().number(act.number).number(act.at).text(act.text).value();
}

std::int64_t sum_of(PackedLine const& packed) {
  return ValueSum()
      .number(packed.room)
      .number(packed.first)
      .number(packed.last)
      .number(packed.size)
      .text(packed.inputs)
      .value();
}

std::int64_t sum_of(std::int64_t room, std::int64_t seq, std::string_view text) { return input_sum(room, seq, text); }

}  // namespace engawa::server::postgres
