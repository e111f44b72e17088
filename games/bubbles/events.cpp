#include "games/bubbles/events.hpp"

#include "base/json_write.hpp"
#include "games/bubbles/options.hpp"
#include "games/bubbles/wire.hpp"

namespace engawa::games::bubbles {
namespace {

void member(std::string& out, std::string_view name, std::string_view text) {
  out += ',';
  json_write::key(out, name);
  json_write::string(out, text);
}

void member(std::string& out, std::string_view name, int number) {
  out += ',';
  json_write::key(out, name);
  json_write::integer(out, number);
}

void open_event(std::string& out, std::string_view kind, Seat seat) {
  out.append("{\"kind\":\"").append(kind).append("\"");
  member(out, "seat", seat_name(seat));
}

void write_shot(Shot const& shot, Seat seat, int number, Trigger trigger, std::string& out) {
  open_event(out, "shot", seat);
  member(out, "shot", number);
  member(out, "angle", shot.angle);
  member(out, "color", std::string_view("abcdefgh").substr(shot.color - 1u, 1));
  if (trigger == Trigger::kHurry) out += ",\"forced\":true";
  out += ",\"path\":";
  write_path(shot.angle, shot.landing, out);
  member(out, "cell", cell_name(shot.landing.cell));
  if (shot.removal.popped != Mask{}) member(out, "popped", cell_names(shot.removal.popped));
  if (shot.removal.fallen != Mask{}) member(out, "fallen", cell_names(shot.removal.fallen));
  if (shot.sent > 0) member(out, "sent", shot.sent);
  out += '}';
}

void write_sent(Shot const& shot, Seat seat, std::string& out) {
  for (std::size_t to = 0; to < shot.sent_to.size(); ++to) {
    if (shot.sent_to[to] == 0) continue;
    open_event(out += ',', "sent", seat);
    member(out, "to", seat_name(static_cast<Seat>(to)));
    member(out, "count", shot.sent_to[to]);
    out += '}';
  }
}

void write_row(Shot const& shot, Seat seat, int shift, std::string& out) {
  if (!shot.dropped) return;
  Grid top;
  top.rows[0] = shot.row;
  top.shift = static_cast<std::uint8_t>(1 - shift);
  open_event(out += ',', "row", seat);
  member(out, "cells", row_text(top, 0));
  out += '}';
}

void write_garbage(Shot const& shot, Seat seat, std::string& out) {
  if (shot.garbage.empty()) return;
  std::string cells;
  for (auto const& piece : shot.garbage) {
    if (!cells.empty()) cells += ' ';
    cells.append(cell_name(piece.cell)).append(":").append(1, static_cast<char>('a' + piece.color - 1));
  }
  open_event(out += ',', "garbage", seat);
  member(out, "cells", cells);
  out += '}';
}

}  // namespace

void write_path(int angle, Landing const& landing, std::string& out) {
  out += '[';
  for (auto const& point : path_of(angle, landing)) {
    out += point.ms == 0 ? "[" : ",[";
    json_write::integer(out, point.x);
    out += ',';
    json_write::integer(out, point.y);
    out += ',';
    json_write::integer(out, point.ms);
    out += ']';
  }
  out += ']';
}

void write_shot_events(Shot const& shot, Seat seat, int number, Trigger trigger, Grid const& before, std::string& out) {
  write_shot(shot, seat, number, trigger, out);
  write_sent(shot, seat, out);
  write_row(shot, seat, before.shift, out);
  write_garbage(shot, seat, out);
  if (shot.cleared) {
    open_event(out += ',', "cleared", seat);
    out += '}';
  }
  if (shot.place != 0) {
    open_event(out += ',', "out", seat);
    member(out, "place", shot.place);
    out += '}';
  }
}

}  // namespace engawa::games::bubbles
