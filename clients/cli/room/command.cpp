#include "clients/cli/room/command.hpp"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "clients/cli/room/room_wish.hpp"

namespace engawa::cli {
namespace {

// Seats are typed as they are shown, counting from 1.
std::optional<int> read_seat(Table const& table, std::string_view word) {
  auto const digits = half_width(word);
  int seat = 0;
  auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), seat);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  if (seat < 1 || static_cast<std::size_t>(seat) > table.seats.size()) return std::nullopt;
  return seat - 1;
}

TableCommand cannot(std::string why) { return {true, {}, std::move(why), {}}; }
TableCommand ask(Json const& body) { return {true, body.dump(), {}, {}}; }

std::string seats_are(Table const& table, Phrases const& say) {
  return say(texts::seats_are, {{"count", table.seats.size()}});
}

TableCommand sit(Table const& table, std::vector<std::string> const& words, std::optional<int> me, Phrases const& say) {
  auto seat = me;
  if (words.size() > 1) seat = read_seat(table, words[1]);
  if (!seat) return cannot(seats_are(table, say));
  return ask({{"type", "sit"}, {"seat", *seat}});
}

TableCommand set_seat(Table const& table, std::vector<std::string> const& words, Phrases const& say) {
  auto const seat = words.size() == 3 ? read_seat(table, words[1]) : std::nullopt;
  auto const who = seat ? half_width(words[2]) : std::string();
  auto const bot = bot_wish(who);
  if (bot.is_null()) return cannot(say(texts::seat_is_set_so, {{"count", table.seats.size()}}));
  bool const way = who == "open" || who == "closed" || who == "bot";
  Json body{{"type", "seat"}, {"seat", *seat}, {"to", way ? who : "bot"}};
  if (!way) body.update(bot);
  return ask(body);
}

// The guest in that seat or with that name; empty: none.
std::string sitter(Table const& table, std::string const& who) {
  for (std::size_t i = 0; i < table.seats.size(); ++i) {
    auto const& row = table.seats[i];
    bool const named = row.who == who || read_seat(table, who) == static_cast<int>(i);
    if (named && !row.guest.empty()) return row.guest;
  }
  return {};
}

TableCommand nobody_here(Phrases const& say) { return cannot(say(texts::nobody_here)); }

TableCommand kick(Table const& table, std::string const& who, Phrases const& say) {
  auto const guest = sitter(table, who);
  return guest.empty() ? nobody_here(say) : ask({{"type", "kick"}, {"guest", guest}});
}

TableCommand hand_over(Table const& table, std::string const& who, Phrases const& say) {
  auto const guest = sitter(table, who);
  return guest.empty() ? nobody_here(say) : ask({{"type", "hand_over"}, {"guest", guest}});
}

// Spectators may chat, too.
TableCommand mute(Table const& table, std::string const& who, Phrases const& say) {
  auto guest = sitter(table, who);
  for (auto const& line : table.chat)
    if (guest.empty() && line.who == who) guest = line.guest;
  return guest.empty() ? nobody_here(say) : ask({{"type", "mute"}, {"guest", guest}, {"muted", true}});
}

// The guest of a list with that name or id; empty: none.
std::string named(std::map<std::string, std::string> const& list, std::string const& who) {
  for (auto const& [guest, nick] : list)
    if (nick == who || guest == who) return guest;
  return {};
}

TableCommand pardon(Table const& table, std::string const& who, Phrases const& say) {
  if (auto const guest = named(table.kicked, who); !guest.empty()) return ask({{"type", "pardon"}, {"guest", guest}});
  return cannot(say(texts::not_removed));
}

TableCommand unmute(Table const& table, std::string const& who, Phrases const& say) {
  if (auto const guest = named(table.muted, who); !guest.empty())
    return ask({{"type", "mute"}, {"guest", guest}, {"muted", false}});
  return cannot(say(texts::not_muted));
}

// One way to type who is meant.
struct Named {
  std::string name;
  std::string guest;  // empty: a bot
};

std::string wide_number(std::size_t number) {
  std::string wide;
  for (char const digit : std::to_string(number)) append(wide, U'０' + static_cast<char32_t>(digit - '0'));
  return wide;
}

// Whom the server knows in this room. Seats come first: nobody can hide behind a name that is the number of a seat.
std::vector<Named> all_named(Table const& table, Phrases const& say) {
  std::vector<Named> all;
  for (std::size_t i = 0; i < table.seats.size(); ++i)
    if (auto const& row = table.seats[i]; !row.guest.empty() || row.kind == "bot")
      for (auto const& name : {std::to_string(i + 1), wide_number(i + 1), row.who, say(row.title)})
        all.push_back({name, row.guest});
  for (auto const& line : table.chat)
    if (!line.guest.empty()) all.push_back({line.who, line.guest});
  for (auto const* const list : {&table.kicked, &table.muted})
    for (auto const& [guest, nick] : *list) all.push_back({nick, guest});
  return all;
}

// The longest name with which the text begins, since names may have spaces. The rest is a reason.
std::optional<Named> first_named(std::vector<Named> const& all, std::string_view text) {
  std::optional<Named> best;
  for (auto const& one : all) {
    auto const size = one.name.size();
    bool const begins = size > 0 && text.starts_with(one.name) && (text.size() == size || text[size] == ' ');
    if (begins && (!best || size > best->name.size())) best = one;
  }
  return best;
}

// The number of the last message of a guest.
std::optional<std::int64_t> last_of(Table const& table, std::string const& guest) {
  std::optional<std::int64_t> last;
  for (auto const& line : table.chat)
    if (line.guest == guest) last = line.seq;
  return last;
}

// `last` before a name means the last message of that person; the server marks it for the operator.
TableCommand report(Table const& table, Self const& self, std::string_view text, Phrases const& say) {
  constexpr std::string_view last = "last ";
  auto const all = all_named(table, say);
  auto const rest = text.starts_with(last) ? trim(text.substr(last.size())) : std::string_view();
  auto one = first_named(all, rest);
  bool const of_message = one.has_value();
  if (of_message)
    text = rest;
  else
    one = first_named(all, text);
  if (!one) return nobody_here(say);
  if (one->guest.empty()) return cannot(say(texts::bot_is_not_reported));
  if (one->guest == self.guest) return cannot(say(texts::self_is_not_reported));
  Json body{{"guest", one->guest}};
  if (of_message) {
    auto const line = last_of(table, one->guest);
    if (!line) return cannot(say(texts::nothing_said));
    body["message"] = "m" + std::to_string(*line);
  }
  if (auto const reason = trim(text.substr(one->name.size())); !reason.empty()) body["reason"] = reason;
  // What was typed need not be UTF-8.
  return {true, body.dump(-1, ' ', false, Json::error_handler_t::replace), {}, "/api/rooms/" + table.code + "/reports"};
}

// Names have no spaces of full width.
std::string with_plain_spaces(std::string_view text) {
  std::string out;
  for (char32_t const c : decode(text)) append(out, c == U'\u3000' ? U' ' : c);
  return out;
}

}  // namespace

TableCommand read_table_command(Table const& table, Self const& self, std::string_view line, Phrases const& say) {
  auto const parts = words(std::string(line));
  if (parts.empty()) return {};
  auto const verb = half_width(parts[0]);
  auto const rest = with_plain_spaces(after_word(line));
  if (verb == "stand") return ask({{"type", "stand"}});
  if (verb == "sit") return sit(table, parts, self.seat, say);
  if (verb == "seat") return set_seat(table, parts, say);
  if (verb == "kick") return kick(table, rest, say);
  if (verb == "pardon") return pardon(table, rest, say);
  if (verb == "mute") return mute(table, rest, say);
  if (verb == "host") return hand_over(table, rest, say);
  if (verb == "unmute") return unmute(table, rest, say);
  if (verb == "report") return report(table, self, rest, say);
  return {};
}

std::vector<std::string> table_command_help(Phrases const& say) { return say.all(texts::table_help); }

}  // namespace engawa::cli
