#include "server/lobby/acts.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "base/json_write.hpp"
#include "protocol/messages.hpp"
#include "server/lobby/addresses.hpp"
#include "server/ops/secrets.hpp"

namespace engawa::server {
namespace {

constexpr std::int64_t kMostMinutes = 5256000;  // ten years
constexpr std::int64_t kMsPerMinute = 60000;
constexpr std::size_t kMostPoints = 500;
constexpr std::int64_t kLargest = 9007199254740991;

struct ActForm {
  std::string_view name;
  std::string_view may;  // members, each between spaces
};
// In the order of Act::Kind.
constexpr std::array<ActForm, 13> kActForms{{{"close", " room reason "},
                                             {"remove", " room guest reason "},
                                             {"ban", " guest addresses minutes reason "},
                                             {"unban", " guest addresses "},
                                             {"mute", " guest minutes reason "},
                                             {"unmute", " guest "},
                                             {"forbid", " word "},
                                             {"allow", " word "},
                                             {"notice", " en ja "},
                                             {"settle", " report reason "},
                                             {"retry", " room "},
                                             {"drain", " "},
                                             {"report", " room guest nick message reason chat "}}};
// The members that are texts, as the store has them.
constexpr std::pair<char const*, std::string Act::*> kTexts[] = {{"room", &Act::room},
                                                                 {"guest", &Act::guest},
                                                                 {"nick", &Act::nick},
                                                                 {"message", &Act::message},
                                                                 {"addresses", &Act::addresses},
                                                                 {"reason", &Act::reason},
                                                                 {"word", &Act::word},
                                                                 {"en", &Act::en},
                                                                 {"ja", &Act::ja},
                                                                 {"by", &Act::by}};
constexpr std::size_t kAskedActs = 10;  // the others have requests of their own

Refusal no_act(std::string sentence) { return refuse("bad_message", std::move(sentence)); }

bool may_have(ActForm const& form, std::string_view member) {
  return form.may.find(' ' + std::string(member) + ' ') != form.may.npos;
}

Result<Act::Kind> read_act_kind(Json const& body, std::size_t forms) {
  auto const name = text_at(body, "act");
  std::string names;
  for (std::size_t i = 0; i < forms; ++i) {
    if (name && *name == kActForms[i].name) return static_cast<Act::Kind>(i);
    names += (i == 0 ? "" : ", ") + std::string(kActForms[i].name);
  }
  return no_act("act must be one of " + names);
}

Result<void> require_known_members(Json const& body, ActForm const& form) {
  for (auto const& [member, value] : body.items())
    if (member != "act" && member != "by" && !may_have(form, member))
      return no_act("\"" + std::string(form.name) + "\" has no such member; it may have:" + std::string(form.may) +
                    "by");
  return {};
}

// A text that people see; empty if it is absent.
Result<void> read_words_of(Json const& body, char const* key, std::string& to) {
  auto const text = read_string(body, key, kMostPoints);
  if (!text) return text.error();
  if (!*text) return {};
  auto clean = protocol::clean_chat(**text);
  if (!clean) return no_act(std::string(key) + " must have 1 to 200 visible characters");
  to = std::move(*clean);
  return {};
}

bool is_guest_id(std::string_view text) {
  return text.starts_with("g_") && text.size() >= 5 && text.size() <= 42 &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '-';
         });
}

Result<void> read_target(Json const& body, Act& act) {
  auto const guest = read_string(body, "guest", kMostPoints);
  if (!guest) return guest.error();
  if (*guest && !is_guest_id(**guest)) return no_act("guest must be a guest's id, such as g_NP62PD6C3FGH");
  act.guest = guest->value_or("");
  auto const addresses = read_string(body, "addresses", kMostPoints);
  if (!addresses) return addresses.error();
  if (!*addresses) return {};
  auto network = client_network(**addresses);
  if (!network) return network.error();
  act.addresses = std::move(*network);
  return {};
}

Result<void> read_act_room(Json const& body, Act& act) {
  auto const room = read_string(body, "room", kMostPoints);
  if (!room) return room.error();
  if (!*room) return {};
  act.room = normal_room_code(**room);
  return act.room.empty() ? Result<void>(no_act("room must be the code of a room: 8 letters and digits"))
                          : Result<void>();
}

Result<void> require_whole(Act const& act) {
  using Kind = Act::Kind;
  auto const kind = act.kind;
  if (kind == Kind::ban || kind == Kind::unban) {
    if (act.guest.empty() == act.addresses.empty()) return no_act("give either guest or addresses");
    if (kind == Kind::ban && act.reason.empty()) return no_act("reason is missing: the banned see it");
    return {};
  }
  bool const of_guest = kind == Kind::remove || kind == Kind::mute || kind == Kind::unmute;
  if (of_guest && act.guest.empty()) return no_act("guest is missing");
  if ((kind == Kind::close || kind == Kind::remove) && act.room.empty()) return no_act("room is missing");
  bool const of_word = kind == Kind::forbid || kind == Kind::allow;
  if (of_word && act.word.empty()) return no_act("word is missing");
  if (of_word && protocol::skeleton_of(act.word).empty())
    return no_act("word must have letters or other visible signs");
  if (kind == Kind::settle && act.report == 0) return no_act("report is missing: the number of a report");
  if (kind == Kind::notice && act.en.empty() && act.ja.empty()) return no_act("en or ja is missing: the text");
  return {};
}

}  // namespace

Result<Act> read_act(Json const& body, std::int64_t now) {
  if (!body.is_object()) return no_act("the body must be a JSON object");
  auto const kind = read_act_kind(body, kAskedActs);
  if (!kind) return kind.error();
  Act act;
  act.kind = *kind;
  if (auto const known = require_known_members(body, kActForms[static_cast<std::size_t>(*kind)]); !known)
    return known.error();
  for (auto const& [key, to] :
       {std::pair{"reason", &act.reason}, {"word", &act.word}, {"en", &act.en}, {"ja", &act.ja}, {"by", &act.by}})
    if (auto const read = read_words_of(body, key, *to); !read) return read.error();
  if (auto const target = read_target(body, act); !target) return target.error();
  if (auto const room = read_act_room(body, act); !room) return room.error();
  auto const minutes = read_int(body, "minutes", 1, kMostMinutes);
  if (!minutes) return minutes.error();
  if (*minutes) act.until = now + **minutes * kMsPerMinute;
  auto const report = read_int(body, "report", 1, kLargest);
  if (!report) return report.error();
  act.report = report->value_or(0);
  if (auto const whole = require_whole(act); !whole) return whole.error();
  return act;
}

std::string write_act(Act const& act) {
  std::string out = R"({"act":)";
  json_write::string(out, kActForms[static_cast<std::size_t>(act.kind)].name);
  for (auto const& [key, text] : kTexts)
    if (!(act.*text).empty()) json_write::string_member(out, key, act.*text);
  if (act.until != 0) out += R"(,"until":)" + std::to_string(act.until);
  if (act.report != 0) out += R"(,"report":)" + std::to_string(act.report);
  if (!act.chat.empty()) out += R"(,"chat":)" + act.chat;
  return out + '}';
}

Result<Act> stored_act(std::string_view text) {
  auto const json = parse_json(text);
  if (!json || !json->is_object()) return refuse("bad_json", "an act in the store cannot be read");
  auto const kind = read_act_kind(*json, kActForms.size());
  if (!kind) return refuse("unknown_type", "an act in the store is of a kind that this version does not know");
  Act act;
  act.kind = *kind;
  for (auto const& [key, member] : kTexts) act.*member = text_at(*json, key).value_or("");
  auto const until = read_int(*json, "until", 0, kLargest);
  if (!until) return until.error();
  act.until = until->value_or(0);
  auto const report = read_int(*json, "report", 0, kLargest);
  if (!report) return report.error();
  act.report = report->value_or(0);
  return act;
}

}  // namespace engawa::server
