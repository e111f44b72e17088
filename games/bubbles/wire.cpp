#include "games/bubbles/wire.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/fnv.hpp"
#include "base/plain_object.hpp"
#include "games/bubbles/bots.hpp"
#include "games/bubbles/events.hpp"
#include "games/bubbles/options.hpp"
#include "games/bubbles/sweep.hpp"

namespace engawa::games::bubbles {
namespace {

using State = Bubbles::State;

std::string_view letter_of(Color color) { return std::string_view("abcdefgh").substr(color - 1u, 1); }

// Writes the members of one object, separated by commas: each once, and only if it differs from the earlier state.
class Members {
 public:
  explicit Members(std::string& out) : out_(out), open_(out.size()) {}

  template <std::integral Number>
  void put(std::string_view name, Number now, Number const* old) {
    if (old != nullptr && *old == now) return;
    json_write::integer(key(name), now);
  }
  void put(std::string_view name, std::string_view now, std::optional<std::string> const& old) {
    if (!old || *old != now) json_write::string(key(name), now);
  }
  std::string& key(std::string_view name) {
    if (out_.size() > open_) out_ += ',';
    json_write::key(out_, name);
    return out_;
  }

 private:
  std::string& out_;
  std::size_t open_;
};

void write_rows(Field const& now, Field const* old, std::string& out) {
  Members members(out);
  for (int row = 0; row < now.deepest; ++row) {
    std::optional<std::string> before;
    if (old != nullptr && row < old->deepest) before = row_text(old->grid, row);
    members.put("r" + std::to_string(row), row_text(now.grid, row), before);
  }
}

// The members of a field that differ from `old`, or all.
void write_field(Settings const& settings, Field const& now, Field const* old, std::string& out) {
  Members members(out);
  auto const number = [&](std::string_view name, auto Field::* member) {
    auto const value = static_cast<std::int64_t>(now.*member);
    auto const before = old != nullptr ? static_cast<std::int64_t>(old->*member) : 0;
    members.put(name, value, old != nullptr ? &before : nullptr);
  };
  if (old == nullptr || old->grid.shift != now.grid.shift)
    json_write::integer(members.key("shift"), int{now.grid.shift});
  std::string rows;
  write_rows(now, old, rows);
  if (!rows.empty()) members.key("rows").append("{").append(rows).append("}");
  if (old == nullptr || old->now != now.now) json_write::string(members.key("now"), letter_of(now.now));
  if (old == nullptr || old->next != now.next) json_write::string(members.key("next"), letter_of(now.next));
  number("shot", &Field::shot);
  number("ready", &Field::ready);
  if (old == nullptr || old->ready != now.ready)
    json_write::integer(members.key("hurry"), now.ready + settings.hurry_ms);
  number("drop_in", &Field::drop_in);
  number("queue", &Field::queue);
  number("popped", &Field::popped);
  number("fallen", &Field::fallen);
  number("sent", &Field::sent);
  if (now.place == 0 || (old != nullptr && old->place != 0)) return;
  json_write::integer(members.key("out").append("{\"place\":"), int{now.place});
  json_write::integer(out.append(",\"ms\":"), now.out_at);
  out += '}';
}

void write_fields(State const& now, State const* old, std::string& out) {
  Members members(out);
  for (std::size_t seat = 0; seat < now.settings.seats; ++seat) {
    std::string field;
    write_field(now.settings, now.fields[seat], old != nullptr ? &old->fields[seat] : nullptr, field);
    if (field.empty()) continue;
    members.key(seat_name(static_cast<Seat>(seat))).append("{").append(field).append("}");
  }
}

void hash_field(Field const& field, Fnv& fnv) {
  for (int row = 0; row < field.deepest; ++row) fnv.add(row_text(field.grid, row)).add("/");
  for (std::uint64_t const number :
       {std::uint64_t{field.grid.shift}, std::uint64_t{field.now}, std::uint64_t{field.next},
        std::uint64_t{field.drop_in}, std::uint64_t{field.deepest}, std::uint64_t{field.place}})
    fnv.add(number);
  for (std::int64_t const number : {std::int64_t{field.shot}, std::int64_t{field.queue}, std::int64_t{field.popped},
                                    std::int64_t{field.fallen}, std::int64_t{field.sent}, field.ready, field.out_at})
    fnv.add(static_cast<std::uint64_t>(number));
  for (auto const* stream : {&field.shot_rng, &field.row_rng, &field.garbage_rng}) fnv.add(stream->mark());
}

}  // namespace

std::string cell_name(Cell cell) {
  std::string name("r");
  name.append(std::to_string(cell.row)).append("c").append(std::to_string(cell.column));
  return name;
}

std::string cell_names(Mask const& cells) {
  std::string names;
  for (std::size_t row = 0; row < kRows; ++row) {
    for (unsigned bits = cells.rows[row]; bits != 0; bits &= bits - 1) {
      if (!names.empty()) names += ' ';
      names += cell_name({static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(std::countr_zero(bits))});
    }
  }
  return names;
}

template <class Object>
Result<Move> BubblesWire::read_move(State const&, Object const& json) {
  if (!json.is_object()) return refuse("bad_message", "a move is an object with an angle, such as {\"angle\":-1250}");
  auto const angle = read_int(json, "angle", -kMaxAngle, kMaxAngle);
  if (!angle) return angle.error();
  if (!*angle)
    return refuse("bad_message",
                  "a move needs an angle: hundredths of a degree from straight up, -8000 to 8000, right positive");
  auto const shot = read_int(json, "shot", 0, std::numeric_limits<std::int32_t>::max());
  if (!shot) return shot.error();
  return Move{static_cast<std::int16_t>(**angle), *shot ? static_cast<std::int32_t>(**shot) : Move::kAnyShot};
}

template Result<Move> BubblesWire::read_move(State const&, Json const&);
template Result<Move> BubblesWire::read_move(State const&, PlainObject const&);

void BubblesWire::write_move(State const&, Move move, std::string& out) {
  json_write::integer(out.append("{\"angle\":"), move.angle);
  if (move.shot != Move::kAnyShot) json_write::integer(out.append(",\"shot\":"), move.shot);
  out += '}';
}

std::string BubblesWire::why_illegal(State const&, Seat, Move) {
  return "an angle is -8000 to 8000 hundredths of a degree from straight up";
}

std::optional<Refusal> BubblesWire::refusal_of(State const& state, Seat seat, Move move) {
  auto const next = state.fields[seat].shot;
  if (move.shot == Move::kAnyShot || move.shot == next) return std::nullopt;
  return refuse("stale", "the next shot is number " + std::to_string(next) + ", not " + std::to_string(move.shot));
}

void BubblesWire::write_legal(State const& state, std::string& out) {
  out += Bubbles::to_act(state).empty() ? "\"\"" : "\"-8000..8000\"";
}

void BubblesWire::write_moves(State const& state, Seat seat, std::vector<Move>& moves) {
  auto const& field = state.fields[seat];
  for (auto const& target : sweep(Sky(field.grid), kEveryTarget))
    moves.push_back({static_cast<std::int16_t>(target.angle), field.shot});
}

void BubblesWire::write_view(State const& state, std::string& out) {
  auto const& settings = state.settings;
  json_write::integer(out.append("{\"rows\":"), kLoseRow);
  json_write::integer(out.append(",\"colors\":"), int{settings.colors});
  out.append(",\"attack\":").append(settings.attack == Attack::kClassic ? "\"classic\"" : "\"everybubble\"");
  json_write::integer(out.append(",\"hurry_ms\":"), settings.hurry_ms);
  out += ",\"fields\":{";
  write_fields(state, nullptr, out);
  out += "}}";
}

void BubblesWire::write_change(State const& before, State const& after, std::string& out) {
  std::string fields;
  write_fields(after, &before, fields);
  if (!fields.empty()) out.append("\"fields\":{").append(fields).append("}");
}

void BubblesWire::write_events(State const& before, State const& after, Seat seat, Move move, std::string& out) {
  auto again = before;
  again.now = after.now;
  auto const& field = before.fields[seat];
  write_shot_events(Bubbles::shoot(again, seat, move.angle), seat, field.shot, Trigger::kPlayer, field.grid, out);
}

void BubblesWire::write_elapse_events(State const& before, State const& after, Due due, std::string& out) {
  auto again = before;
  again.now = after.now;
  auto const& field = before.fields[due.seat];
  write_shot_events(Bubbles::shoot(again, due.seat, 0), due.seat, field.shot, Trigger::kHurry, field.grid, out);
}

Result<Json> BubblesWire::effect(State const& state, Seat seat, Move move) {
  auto grid = state.fields[seat].grid;
  auto const landing = Sky(grid).fly(move.angle);
  auto const removal = attach(grid, landing.cell, state.fields[seat].now);
  std::string path;
  write_path(move.angle, landing, path);
  return Json{{"angle", move.angle},
              {"cell", cell_name(landing.cell)},
              {"popped", cell_names(removal.popped)},
              {"fallen", cell_names(removal.fallen)},
              {"path", parse_json(path).value()}};
}

Result<Json> BubblesWire::hint(State const& state, Seat seat, Thinking& thinking) {
  auto const move = BubblesBots::choose(state, seat, "kamifusen", kLevels, thinking);
  auto grid = state.fields[seat].grid;
  auto const cell = Sky(grid).fly(move.angle).cell;
  auto const removal = attach(grid, cell, state.fields[seat].now);
  return Json{{"move", {{"angle", move.angle}, {"shot", move.shot}}},
              {"cell", cell_name(cell)},
              {"popped", removal.popped.count()},
              {"fallen", removal.fallen.count()}};
}

std::uint64_t BubblesWire::hash(State const& state) {
  auto const& settings = state.settings;
  Fnv fnv;
  fnv.add(settings.seats).add(settings.colors).add(static_cast<std::uint64_t>(settings.attack));
  fnv.add(static_cast<std::uint64_t>(settings.hurry_ms)).add(static_cast<std::uint64_t>(state.now)).add(state.ply);
  for (std::size_t seat = 0; seat < settings.seats; ++seat) hash_field(state.fields[seat], fnv);
  return fnv.value();
}

}  // namespace engawa::games::bubbles
