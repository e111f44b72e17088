// The bubble shooter on the terminal: letters in offset rows, our own field large, the others' small beside it. Cells
// are named as on the wire, r4c3. The aim line is where the barrel points, mirrored at the walls; where a shot lands is
// the server's to say.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "clients/cli/board.hpp"
#include "clients/cli/fields.hpp"

namespace engawa::cli {
namespace {

constexpr int kLabel = 4;         // columns in front of the field for row numbers
constexpr int kPitch = 4096;      // units: a bubble's diameter, as protocol/games.md has it
constexpr int kRowPitch = 3547;   // from one row to the next
constexpr int kColumns = 8;       // of an even row; an odd one has one less and is shifted by half a bubble
constexpr int kMostAngle = 8000;  // hundredths of a degree to either side

struct Field {
  std::vector<std::string> rows;  // from the ceiling
  int shift = 0;
  std::string now, next;
  std::int64_t shot = 0, ready = 0, hurry = 0, drop_in = 0, queue = 0, popped = 0, fallen = 0;
  bool out = false;
  std::int64_t place = 0;

  bool shifted(int row) const { return (row + shift) % 2 != 0; }
  // '.' where nothing is.
  char at(int row, int column) const {
    if (row < 0 || row >= static_cast<int>(rows.size()) || column < 0) return '.';
    auto const& text = rows[static_cast<std::size_t>(row)];
    return column < static_cast<int>(text.size()) ? text[static_cast<std::size_t>(column)] : '.';
  }
};

std::optional<Field> field_of(Table const& table, int seat) {
  auto const& field = at(at(table.view(), "fields"), "s" + std::to_string(seat));
  if (!field.is_object()) return std::nullopt;
  Field read{.rows = numbered(at(field, "rows"), 'r', 0),
             .shift = static_cast<int>(number(field, "shift") & 1),
             .now = text(field, "now"),
             .next = text(field, "next")};
  read.shot = number(field, "shot");
  read.ready = number(field, "ready");
  read.hurry = number(field, "hurry");
  read.drop_in = number(field, "drop_in");
  read.queue = number(field, "queue");
  read.popped = number(field, "popped");
  read.fallen = number(field, "fallen");
  read.out = at(field, "out").is_object();
  read.place = number(at(field, "out"), "place");
  return read;
}

std::optional<Field> my_field(Look const& look) { return look.me ? field_of(look.table, *look.me) : std::nullopt; }

// Rows until a bubble has lost its field.
int depth(Table const& table) {
  return static_cast<int>(std::clamp<std::int64_t>(number(table.view(), "rows"), 0, 40));
}

void describe_seats(Json const& view, std::vector<SeatRow>& seats) {
  for (std::size_t i = 0; i < seats.size(); ++i)
    if (auto const& field = at(at(view, "fields"), "s" + std::to_string(i)); field.is_object())
      seats[i].score = number(field, "popped") + number(field, "fallen");
}

std::string turn(Look const& look) {
  auto const field = my_field(look);
  return field ? std::to_string(field->shot) : "";
}

Ink bubble_ink(char letter) {
  static constexpr std::array inks{Ink::Red,   Ink::Cyan, Ink::Yamabuki, Ink::Green,
                                   Ink::White, Ink::Ash,  Ink::Violet,   Ink::Black};
  return letter >= 'a' && letter <= 'h' ? inks[static_cast<std::size_t>(letter - 'a')] : Ink::Plain;
}

// "-12.5"
std::string degrees(std::int64_t angle) {
  auto const rest = std::abs(angle) % 100;
  auto text = (angle < 0 ? "-" : "") + std::to_string(std::abs(angle) / 100);
  if (rest == 0) return text;
  text += "." + std::to_string(rest / 10);
  return rest % 10 == 0 ? text : text + std::to_string(rest % 10);
}

// Pictures

// Of a cell; even, so that half of it is whole columns.
constexpr std::array<Size, 3> kScales{{{2, 4}, {1, 4}, {1, 2}}};

int left_of(Field const& field, int row, int column, Size scale) {
  return kLabel + column * scale.columns + (field.shifted(row) ? scale.columns / 2 : 0);
}

void paint_bubble(Picture& picture, int row, int column, char letter, Size scale) {
  auto const ink = bubble_ink(letter);
  bool const wide = scale.columns > 2;
  picture.put(row, column, (wide ? " " : "") + std::string(1, letter) + (wide ? " " : ""), {ink, ink != Ink::Plain});
  for (int line = 1; line < scale.rows; ++line)
    picture.put(row + line, column, wide ? "   " : " ", {ink, ink != Ink::Plain});
}

// Marks where the barrel points, up to the first bubble or the ceiling: a straight line, mirrored at the walls.
void paint_aim(Picture& picture, Field const& field, int angle, int rows, Size scale) {
  constexpr double step = kPitch / 8.0, low = kPitch / 2.0, high = kColumns * kPitch - low;
  double const turned = angle / 100.0 * std::numbers::pi / 180;
  double x = kColumns * kPitch / 2.0, y = low + kRowPitch * (rows + 1.0), dx = step * std::sin(turned);
  for (y -= step * std::cos(turned); y > low; y -= step * std::cos(turned)) {
    x += dx;
    if (x < low || x > high) {
      x = x < low ? 2 * low - x : 2 * high - x;
      dx = -dx;
    }
    int const row = static_cast<int>(std::lround((y - low) / kRowPitch));
    double const offset = field.shifted(row) ? kPitch : low;
    if (field.at(row, static_cast<int>(std::lround((x - offset) / kPitch))) != '.') return;
    int const line = static_cast<int>((y - low + kRowPitch / 2.0) * scale.rows / kRowPitch);
    if (line < rows * scale.rows)
      picture.put(1 + line, kLabel + static_cast<int>(x * scale.columns / kPitch), ".", {Ink::Accent, true});
  }
}

void paint_rows(Picture& picture, Field const& field, int rows, Size scale) {
  for (int column = 0; column < kColumns; ++column)
    picture.put(0, kLabel + column * scale.columns + (scale.columns > 2 ? 1 : 0), std::to_string(column), {Ink::Faint});
  for (int row = 0; row < rows; ++row) {
    picture.put(1 + row * scale.rows, 0, "r" + std::to_string(row), {Ink::Faint});
    for (int column = 0; column < kColumns - (field.shifted(row) ? 1 : 0); ++column)
      if (char const letter = field.at(row, column); letter != '.')
        paint_bubble(picture, 1 + row * scale.rows, left_of(field, row, column, scale), letter, scale);
  }
  picture.put(1 + rows * scale.rows, kLabel, std::string(static_cast<std::size_t>(kColumns * scale.columns), '-'),
              {Ink::Faint});
}

// Where a hint says that the bubble lands.
void paint_target(Picture& picture, Field const& field, Cell cell, int rows, Size scale) {
  if (cell.row >= rows || cell.column >= kColumns) return;
  picture.put(1 + cell.row * scale.rows, left_of(field, cell.row, cell.column, scale), scale.columns > 2 ? "(*)" : "*",
              {Ink::Possible, true});
}

std::string facts(Look const& look, Field const& field) {
  if (field.out)
    return look.say("out", "終了") +
           (field.place > 0 ? look.say(", place ", "、") + std::to_string(field.place) + look.say("", "位") : "");
  auto line = look.say("row in ", "次の段まで") + std::to_string(field.drop_in);
  if (field.queue > 0) line += look.say(", waiting ", "、待ち") + std::to_string(field.queue);
  auto const left = std::max<std::int64_t>(0, field.hurry - look.now + 999) / 1000;
  if (look.table.playing() && field.hurry > 0)
    line += look.say(", forced in ", "、強制まで") + std::to_string(left) + look.say(" s", "秒");
  return line;
}

Picture paint_own(Look const& look, Aim const& aim, Field const& field, Size scale, bool aiming) {
  Picture picture;
  int const rows = depth(look.table), below = 2 + rows * scale.rows;
  if (aiming && !field.out && look.table.playing()) paint_aim(picture, field, aim.angle, rows, scale);
  paint_rows(picture, field, rows, scale);
  if (aiming && aim.hints(std::to_string(field.shot))) paint_target(picture, field, aim.hinted[0], rows, scale);
  if (!field.now.empty())
    paint_bubble(picture, below, kLabel + kColumns / 2 * scale.columns - 1, field.now[0], {1, scale.columns});
  if (!field.next.empty()) {
    auto const label = look.say("next ", "次 ");
    int const column = kLabel + (kColumns / 2 + 1) * scale.columns;
    picture.put(below, column, label, {Ink::Faint});
    paint_bubble(picture, below, column + width(label), field.next[0], {1, scale.columns});
  }
  picture.put(below + 1, kLabel, facts(look, field), {Ink::Faint});
  return picture;
}

// One column a cell, without the half steps: enough to see how full it is.
Picture paint_small(Look const& look, Field const& field, int seat) {
  Picture picture;
  int const rows = depth(look.table);
  picture.put(0, 0, clip(seat_label(seat) + " " + look.table.seats[static_cast<std::size_t>(seat)].who, kColumns),
              {look.table.acts(seat) ? Ink::Accent : Ink::Faint});
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < kColumns; ++column)
      if (char const letter = field.at(row, column); letter != '.')
        picture.put(1 + row, column, std::string(1, letter), {bubble_ink(letter), true});
  picture.put(1 + rows, 0, std::string(kColumns, '-'), {Ink::Faint});
  auto const removed = std::to_string(field.popped + field.fallen);
  picture.put(2 + rows, 0, field.out ? look.say("out", "終了") : removed, {Ink::Faint});
  return picture;
}

// Who watches sees the first field large. Small fields that do not fit beside it are left out.
Picture paint_all(Look const& look, Aim const& aim, Size scale, int columns, bool aiming) {
  Picture picture;
  int const large = look.me.value_or(0);
  auto const field = field_of(look.table, large);
  if (!field) return picture;
  picture.put(0, 0, paint_own(look, aim, *field, scale, aiming && look.me));
  int column = kLabel + kColumns * scale.columns + 2;
  for (int seat = 0; seat < static_cast<int>(look.table.seats.size()); ++seat) {
    auto const other = seat == large ? std::nullopt : field_of(look.table, seat);
    if (!other || column + kColumns > columns) continue;
    picture.put(0, column, paint_small(look, *other, seat));
    column += kColumns + 2;
  }
  return picture;
}

Picture paint(Look const& look, Aim const& aim, Size room) {
  for (auto const scale : kScales)
    if (auto picture = paint_all(look, aim, scale, room.columns, true); picture.fits(room)) return picture;
  return paint_all(look, aim, kScales.back(), room.columns, true);
}

// Lines

std::vector<std::string> lines(Look const& look) {
  return paint_all(look, {}, kScales.back(), 78, false).lines(look.say.color());
}

std::string possible(Look const& look) {
  auto const field = my_field(look).value_or(Field{});
  return look.say("Bubble ", "玉 ") + field.now + look.say(", next ", "、次 ") + field.next +
         look.say(". Type an angle from -80 (left) to 80 (right) degrees, such as -12.5",
                  "。角度を入力：-80（左）〜80（右）度（例：-12.5）");
}

Action shoot(Look const& look, int angle) {
  Json move{{"angle", angle}};
  if (auto const field = my_field(look)) move["shot"] = field->shot;
  return {.known = true, .move = move.dump(), .why = {}};
}

// A decimal number in hundredths; none for what is no number.
std::optional<double> hundredths(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value * 100;
}

Action read(Look const& look, std::string_view line) {
  auto const angle = hundredths(line);
  if (!angle) return {};
  bool const exact = std::abs(*angle - std::round(*angle)) < 1e-6;
  if (exact && std::abs(*angle) <= kMostAngle) return shoot(look, static_cast<int>(std::lround(*angle)));
  return {.known = true,
          .move = {},
          .why = look.say("an angle is from -80 to 80 degrees, in steps of 0.01", "角度は-80〜80度、0.01度単位です")};
}

std::string count_of(Json const& event, char const* key) { return std::to_string(words(text(event, key)).size()); }

std::string shot_sentence(Look const& look, Json const& event) {
  auto const& say = look.say;
  auto sentence = look.who(event) + " " + text(event, "color") + " " + degrees(number(event, "angle")) + say("°", "°") +
                  " -> " + text(event, "cell");
  if (flag(event, "forced")) sentence += say(" (forced)", "（時間切れの強制発射）");
  if (!text(event, "popped").empty()) sentence += say(", popped ", "、消えた玉 ") + count_of(event, "popped");
  if (!text(event, "fallen").empty()) sentence += say(", fallen ", "、落ちた玉 ") + count_of(event, "fallen");
  return sentence;
}

std::string event(Look const& look, Json const& event) {
  auto const kind = text(event, "kind");
  auto const who = look.who(event);
  if (kind == "shot") return shot_sentence(look, event);
  if (kind == "row") return who + look.say(": a new row from above", " に上から新しい段");
  if (kind == "garbage")
    return look.say(who + ": " + count_of(event, "cells") + " bubbles come in",
                    who + " に" + count_of(event, "cells") + "個の玉が入った");
  if (kind == "sent") {
    auto const count = std::to_string(number(event, "count"));
    auto const to = look.say.player(look.table, seat_number(text(event, "to")).value_or(-1), look.me);
    return look.say(who + " sends " + count + " to " + to, who + "が " + to + " に" + count + "個送った");
  }
  if (kind == "cleared") return who + look.say(" has cleared the field", "が全部消した");
  if (kind == "out")
    return who + look.say(" is out: place ", "は脱落：") + std::to_string(number(event, "place")) + look.say("", "位");
  return {};
}

std::vector<std::string> hint(Look const& look, Json const& hint) {
  auto const& move = at(hint, "move");
  if (!move.is_object()) return {look.say("Hint: there is nothing to do", "ヒント：打つ手なし")};
  return {look.say("Hint: ", "ヒント：") + degrees(number(move, "angle")) + "° -> " + text(hint, "cell") +
          look.say(", pops ", "、消える玉 ") + std::to_string(number(hint, "popped")) +
          look.say(", drops ", "、落ちる玉 ") + std::to_string(number(hint, "fallen"))};
}

// The full screen

std::string status(Look const& look, Aim const& aim) {
  auto const field = my_field(look).value_or(Field{});
  auto line = look.say("Angle ", "角度 ") + degrees(aim.angle) + "°";
  line += look.say(", bubble ", "、玉 ") + field.now + look.say(", next ", "、次 ") + field.next;
  return look.now < field.ready ? line + look.say(" (in flight)", "（飛行中）") : line;
}

void turn_by(Aim& aim, int hundredths) { aim.angle = std::clamp(aim.angle + hundredths, -kMostAngle, kMostAngle); }

Action press(Look const& look, Aim& aim, Key const& key) {
  using Kind = Key::Kind;
  Action action{.known = true, .move = {}, .why = {}};
  if (key.kind == Kind::Left) {
    turn_by(aim, -100);
  } else if (key.kind == Kind::Right) {
    turn_by(aim, 100);
  } else if (key.kind == Kind::Down) {
    turn_by(aim, -10);
  } else if (key.kind == Kind::Up) {
    turn_by(aim, 10);
  } else if (key.is(U',') || key.is(U'<')) {
    turn_by(aim, -1000);
  } else if (key.is(U'.') || key.is(U'>')) {
    turn_by(aim, 1000);
  } else if (key.kind == Kind::Home) {
    aim.angle = 0;
  } else if (key.kind == Kind::Enter || key.is(U' ')) {
    action = shoot(look, aim.angle);
  } else {
    action.known = false;
  }
  return action;
}

void settle(Look const&, Aim&) {}

// "r4c3"
std::optional<Cell> read_cell(std::string_view name) {
  auto const c = name.find('c');
  if (!name.starts_with('r') || c == name.npos) return std::nullopt;
  Cell cell;
  auto const whole = [](std::string_view digits, int& value) {
    auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc{} && end == digits.data() + digits.size() && value >= 0 && value < 100;
  };
  if (!whole(name.substr(1, c - 1), cell.row) || !whole(name.substr(c + 1), cell.column)) return std::nullopt;
  return cell;
}

void aim_at(Look const& look, Aim& aim, Json const& hint) {
  auto const angle = number(at(hint, "move"), "angle");
  aim.angle = static_cast<int>(std::clamp<std::int64_t>(angle, -kMostAngle, kMostAngle));
  aim.hinted.clear();
  if (auto const cell = read_cell(text(hint, "cell"))) aim.hinted.push_back(*cell);
  aim.hinted_turn = turn(look);
}

constexpr Words kCommands[] = {
    {"-12.5         shoot 12.5 degrees to the left of straight up; right is positive, at most 80",
     "-12.5         真上から左へ12.5度に撃つ。右は正、最大80度"},
    {"              as JSON in hundredths: {\"angle\":-1250}", "              JSON では100分の1度：{\"angle\":-1250}"},
};
constexpr Words kKeys[] = {
    {"Left, Right  turn by 1 degree", "左, 右       1度ずつ回す"},
    {"Down, Up     turn by 0.1 degrees", "下, 上       0.1度ずつ回す"},
    {", .          turn by 10 degrees", ", .          10度ずつ回す"},
    {"Home         straight up", "Home         真上"},
    {"Space, Enter shoot", "Space, Enter 撃つ"},
};
constexpr Board::Reason kReasons[] = {
    {"cleared", {"(the field is clear)", "（全部消した）"}},
    {"lost", {"(the field is full)", "（玉があふれた）"}},
    {"last_standing", {"(the last field standing)", "（最後まで残った）"}},
};

}  // namespace

Board const kBubblesBoard{
    .game = "bubbles",
    .simultaneous = true,
    .keys_wait = false,
    .describe_seats = describe_seats,
    .turn = turn,
    .lines = lines,
    .possible = possible,
    .read = read,
    .event = event,
    .hint = hint,
    .paint = paint,
    .status = status,
    .press = press,
    .settle = settle,
    .aim_at = aim_at,
    .commands = kCommands,
    .keys = kKeys,
    .key_line = {"Left Right turn   Space shoot   h hint   t talk   ? keys   q quit",
                 "左右 回す   Space 撃つ   h ヒント   t 発言   ? キー一覧   q 終了"},
    .reasons = kReasons,
};

}  // namespace engawa::cli
