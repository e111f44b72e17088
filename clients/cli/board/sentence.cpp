#include "clients/cli/board/sentence.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "clients/cli/board/board.hpp"
#include "clients/cli/text/fields.hpp"

namespace engawa::cli {
namespace {

constexpr std::size_t kFirst = 12;  // items of a list that is cut
constexpr int kBar = 14;

// `whole`: no field was missing, and every value had the requested type.
struct Part {
  std::string text;
  bool whole = true;
};

Part fill_part(std::string_view text, Context const& context);

// The bracket that closes the one at `from`. npos: there is none.
std::size_t end_of(std::string_view text, std::size_t from) {
  char const open = text[from], close = open == '[' ? ']' : '>';
  for (int depth = 0; from < text.size(); ++from) {
    depth += text[from] == open ? 1 : text[from] == close ? -1 : 0;
    if (depth == 0) return from;
  }
  return std::string_view::npos;
}

// Takes the part before the separator off the front.
std::string_view take(std::string_view& text, std::string_view separators) {
  auto const head = text.substr(0, text.find_first_of(separators));
  text.remove_prefix(std::min(head.size() + 1, text.size()));
  return head;
}

// Values

Json walk(Json const& from, std::string_view path, Context const& context) {
  if (path.empty()) return from;
  auto const name = take(path, "/");
  if (name == "*") {
    auto all = Json::array();
    for (auto const& member : from) all.push_back(walk(member, path, context));
    return all;
  }
  if (from.is_array()) {
    auto const index = whole_number(name).value_or(-1);
    bool const inside = index >= 0 && static_cast<std::size_t>(index) < from.size();
    return inside ? walk(from[static_cast<std::size_t>(index)], path, context) : Json();
  }
  return walk(at(from, name == "$" ? "s" + std::to_string(context.seat) : std::string(name)), path, context);
}

Json look_up(std::string_view path, Context const& context) {
  if (auto const literal = whole_number(path)) return *literal;
  auto const first = path.substr(0, path.find('/'));
  for (auto const* place : context.places)
    if (!at(*place, first).is_null()) return walk(*place, path, context);
  return {};
}

// a, or a+b-c of whole numbers.
Json value_of(std::string_view expression, Context const& context) {
  if (expression.find_first_of("+-") == std::string_view::npos) return look_up(expression, context);
  std::int64_t sum = 0;
  for (char sign = '+'; !expression.empty();) {
    auto const next = expression.find_first_of("+-");
    char const after = next == std::string_view::npos ? '+' : expression[next];
    auto const term = look_up(take(expression, "+-"), context);
    if (!term.is_number_integer()) return {};
    sum += (sign == '-' ? -1 : 1) * term.get<std::int64_t>();
    sign = after;
  }
  return sum;
}

std::string as_text(Json const& value) {
  if (value.is_string()) return harmless(value.get_ref<std::string const&>(), true);  // it may already be a sentence
  if (value.is_number()) return value.dump();
  std::string list;
  for (auto const& item : value.is_array() ? value : Json::array())
    if (auto const word = as_text(item); !word.empty()) list += (list.empty() ? "" : " ") + word;
  return list;
}

bool is_so(Json const& value) {
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number()) return value.get<double>() > 0;
  return value.is_string() ? !value.get_ref<std::string const&>().empty() : !value.empty();
}

// Filters

std::size_t count_of(Json const& value) {
  if (value.is_string()) return words(value.get_ref<std::string const&>()).size();
  std::size_t sum = 0;
  for (auto const& item : value.is_array() ? value : Json::array()) sum += item.is_string() ? count_of(item) : 1;
  return sum;
}

std::string first_of(Json const& value) {
  auto list = words(as_text(value));
  bool const more = list.size() > kFirst;
  list.resize(std::min(list.size(), kFirst));
  return as_text(list) + (more ? " ..." : "");
}

// -1250 as "-12.5"
std::string degrees(std::int64_t angle) {
  auto text = (angle < 0 ? "-" : "") + std::to_string(std::abs(angle) / 100);
  auto const rest = std::abs(angle) % 100;
  if (rest != 0) text += "." + std::to_string(rest / 10) + (rest % 10 == 0 ? "" : std::to_string(rest % 10));
  return text;
}

// In whole percent; only a certain value is shown as 0 or 100.
std::string percent(double share) {
  auto const n = std::lround(share * 100);
  if (n <= 0) return share > 0 ? "<1%" : "0%";
  return n >= 100 && share < 1 ? ">99%" : std::to_string(n) + "%";
}

// "  31%  #####           "
std::string chart(double share) {
  auto const shown = percent(share);
  return std::string(5 - std::min<std::size_t>(5, shown.size()), ' ') + shown + "  " +
         pad(std::string(static_cast<std::size_t>(std::lround(share * kBar)), '#'), kBar);
}

std::string spaced(std::string_view digits) {
  std::string wide;
  for (char const digit : digits) (wide += wide.empty() ? "" : " ") += digit;
  return wide;
}

// "101" as "4, 1"
std::string places(std::string_view digits) {
  std::string list;
  for (std::size_t i = 0; i < digits.size() && digits.size() < 63; ++i)
    if (digits[i] == '1')
      list += (list.empty() ? "" : ", ") + std::to_string(std::int64_t{1} << (digits.size() - 1 - i));
  return list;
}

std::string of_seat(Json const& value, std::string_view filter, Context const& context) {
  if (context.look == nullptr) return {};
  auto const& [table, me, say, now] = *context.look;
  int const seat = seat_number(as_text(value)).value_or(-1);
  if (filter == "player" || seat < 0 || static_cast<std::size_t>(seat) >= table.seats.size())
    return say.player(table, seat, me);
  auto const& row = table.seats[static_cast<std::size_t>(seat)];
  if (filter == "short" && me != seat && row.color != 0) return say.color_name(table, seat);
  if (filter == "name" || filter == "short") return me == seat ? say(texts::you) : isolated(say.name(row));
  return {kPieceMark, row.color == 0 ? '?' : row.color};
}

// "r5c0": counted from 1, as in the web client.
std::string place_of(std::string_view cell, std::string_view filter) {
  auto const c = std::min(cell.find('c'), cell.size());
  auto const number =
      whole_number(filter == "row" ? cell.substr(std::min<std::size_t>(1, c), c - std::min<std::size_t>(1, c))
                                   : cell.substr(std::min(c + 1, cell.size())));
  return number ? std::to_string(*number + 1) : std::string();
}

// For a letter of the wire.
std::string color_of(std::string_view letter, Context const& context) {
  if (context.look == nullptr) return {};
  for (auto const& piece : context.look->board().pieces)
    if (letter.size() == 1 && piece.letter == letter[0]) return context.look->say(piece.name);
  return {};
}

std::string filtered(Json const& value, std::string_view filter, Context const& context) {
  auto const number = value.is_number() ? value.get<double>() : 0.0;
  auto const whole = value.is_number_integer() ? value.get<std::int64_t>() : 0;
  auto const share = std::clamp(number, 0.0, 1.0);
  if (filter == "count") return std::to_string(count_of(value));
  if (filter == "first") return first_of(value);
  if (filter == "s") return whole == 1 ? "" : "s";
  if (filter == "seconds") return std::to_string(whole / 1000) + "." + std::to_string(whole / 100 % 10);
  if (filter == "ceil") return std::to_string((std::max<std::int64_t>(0, whole) + 999) / 1000);
  if (filter == "degrees") return degrees(whole);
  if (filter == "percent") return percent(share);
  if (filter == "chart") return chart(share);
  if (filter == "spaced") return spaced(as_text(value));
  if (filter == "places") return places(as_text(value));
  if (filter == "piece") return value.is_string() ? kPieceMark + as_text(value).substr(0, 1) : "";
  if (filter == "row" || filter == "column") return place_of(as_text(value), filter);
  if (filter == "color") return color_of(as_text(value), context);
  return of_seat(value, filter, context);
}

// Fields

bool asked(std::string_view condition, Context const& context) {
  auto const expression = take(condition, "=");
  auto const value = value_of(expression, context);
  return condition.empty() ? is_so(value) : as_text(value) == condition;
}

Part each(std::string_view list, std::string_view separator, std::string_view text, Context const& context) {
  Part all{{}, false};
  auto const value = value_of(list, context);
  for (auto const& [key, item] : value.items()) {
    Json const named{{"key", key}, {"value", item}};
    auto inner = context;
    inner.places.insert(inner.places.begin(), item.is_object() ? &item : &named);
    all.text += (all.whole ? std::string(separator) : "") + fill_part(text, inner).text;
    all.whole = true;
  }
  return all;
}

Part field(std::string_view text, Context const& context) {
  if (text.starts_with('?')) return {{}, asked(text.substr(1), context)};
  if (text.starts_with('!')) return {{}, !asked(text.substr(1), context)};
  if (text.find('|') != std::string_view::npos) {
    auto const list = take(text, "|"), separator = take(text, "|");
    return each(list, separator, text, context);
  }
  auto const expression = take(text, ":");
  auto const value = value_of(expression, context);
  if (!text.empty()) return {filtered(value, text, context), !value.is_null()};
  auto text_of_it = isolated(as_text(value));
  bool const any = !text_of_it.empty();
  return {std::move(text_of_it), any};
}

Part fill_part(std::string_view text, Context const& context) {
  Part part;
  while (!text.empty()) {
    auto const end = text[0] == '[' || text[0] == '<' ? end_of(text, 0) : std::string_view::npos;
    if (end == std::string_view::npos) {
      part.text += text[0];
      text.remove_prefix(1);
      continue;
    }
    auto const inside = text.substr(1, end - 1);
    auto inner = text[0] == '[' ? fill_part(inside, context) : field(inside, context);
    if (text[0] == '<') part.whole = part.whole && inner.whole;
    if (inner.whole) part.text += inner.text;
    text.remove_prefix(end + 1);
  }
  return part;
}

}  // namespace

std::string fill(std::string_view text, Context const& context) { return fill_part(text, context).text; }

std::string fill(std::string_view text, Json const& fields) { return fill(text, Context{{&fields}}); }

}  // namespace engawa::cli
