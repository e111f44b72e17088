// `admin`: what the operator does on the admin port of a running server: lists, acts, and the log of them.
#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>
#include <utility>

#include "clients/cli/net/http.hpp"
#include "clients/cli/room/entry.hpp"
#include "clients/cli/text/fields.hpp"
#include "clients/cli/verbs/verbs.hpp"

namespace engawa::cli {
namespace {

// What each act is told, in this order; the last one takes all that follows.
struct Form {
  std::string_view name;
  std::array<std::string_view, 2> members{};
};
constexpr Form kForms[] = {{"close", {"room"}},   {"remove", {"room", "guest"}}, {"ban", {"guest"}},
                           {"unban", {"guest"}},  {"mute", {"guest"}},           {"unmute", {"guest"}},
                           {"forbid", {"word"}},  {"allow", {"word"}},           {"notice", {"text"}},
                           {"settle", {"report"}}};

Failure wrong(std::string english, std::string japanese) {
  return {Exit::Usage, "usage", std::move(english), std::move(japanese)};
}

Outcome<std::string> read_token(std::string const& file) {
  if (file.empty()) return success(std::string());
  std::ifstream in(file);
  std::string token;
  if (!std::getline(in, token))
    return wrong("the file of --token-file cannot be read, or is empty: " + file,
                 "--token-fileのファイルが読めないか、空です：" + file);
  token.erase(token.find_last_not_of(" \r\t") + 1);
  return success(std::move(token));
}

std::string joined(Json const& texts) {
  std::string list;
  if (texts.is_array())
    for (auto const& one : texts) list += (list.empty() ? "" : ",") + safe_text(one);
  return list;
}

// "7  2026-11-30 10:00  ban g_NP62PD6C3FGH  until 2026-11-30 11:00  spam  (Hana)". A report has rows of chat below it; that of the reported message
// begins with `>`.
std::string act_line(Json const& act, Tongue const& say) {
  auto line = std::to_string(number(act, "number")) + "  " + time_text(act, "at") + "  " + text(act, "act");
  for (auto const* key : {"room", "guest", "addresses", "word"})
    if (auto const what = text(act, key); !what.empty()) line += ' ' + what;
  if (auto const nick = text(act, "nick"); !nick.empty()) line += ' ' + isolated(nick);
  if (auto const report = number(act, "report"); report != 0) line += ' ' + std::to_string(report);
  if (auto const until = time_text(act, "until"); !until.empty()) line += say("  until ", "  期限 ") + until;
  for (auto const* key : {"en", "ja", "reason"})
    if (auto const words = text(act, key); !words.empty()) line += "  " + isolated(words);
  if (auto const by = text(act, "by"); !by.empty()) line += "  (" + isolated(by) + ')';
  for (auto const& said : at(act, "chat"))
    line += (at(said, "reported") == true ? "\n  > " : "\n    ") + isolated(text(said, "nick")) + ' ' +
            text(said, "guest") + ": " + isolated(text(said, "text"));
  return line;
}

std::string room_line(Json const& room, Tongue const& say) {
  auto line = text(room, "code") + "  " + text(room, "game") + "  " + text(room, "state");
  if (auto const phase = text(room, "phase"); !phase.empty()) line += "  " + phase;
  if (auto const reason = text(room, "reason"); !reason.empty()) line += "  " + reason;
  if (auto const& people = at(room, "people"); people.is_array()) {
    for (auto const& one : people) line += "  " + isolated(text(one, "nick")) + ' ' + text(one, "guest");
    line += say("  bots ", "  ボット ") + std::to_string(number(room, "bots")) + say("  spectators ", "  観戦者 ") +
            std::to_string(number(room, "spectators"));
  }
  if (auto const bytes = number(room, "memory_bytes"); bytes != 0)
    line += say("  memory ", "  メモリー ") + std::to_string((bytes + 512) / 1024) + " KiB";
  return line;
}

std::string guest_line(Json const& guest) {
  return text(guest, "guest") + "  " + isolated(text(guest, "nick")) + "  " + joined(at(guest, "addresses")) + "  " +
         time_text(guest, "since") + "  " + joined(at(guest, "rooms"));
}

bool is_address(std::string_view text) { return text.find_first_of(".:/") != text.npos; }

// The body of the act that the command line describes.
Outcome<Json> read_act(Options const& options, Form const& form) {
  Json body{{"act", form.name}};
  auto const& words = options.admin_words;
  std::size_t const wanted = form.members[1].empty() ? 1 : 2;
  bool const has_texts = form.name == "notice" && !(options.en.empty() && options.ja.empty());
  if (has_texts ? !words.empty() : words.size() != wanted)
    return wrong("`engawa admin --help` shows what belongs after " + std::string(form.name),
                 std::string(form.name) + "のあとに書くものは、`engawa admin --help`にあります");
  for (std::size_t i = 0; i < words.size(); ++i) body[std::string(form.members[i])] = words[i];
  if (auto const guest = body.find("guest"); guest != body.end() && is_address(guest->get<std::string>())) {
    body["addresses"] = *guest;
    body.erase("guest");
  }
  if (auto const report = body.find("report"); report != body.end()) {
    auto const& digits = report->get_ref<std::string const&>();
    std::int64_t value = 0;
    auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size())
      return wrong("settle needs the number of a report", "settleには、通報の番号が必要です");
    *report = value;
  }
  if (auto const text = body.find("text"); text != body.end()) {  // in one language, for all
    body["en"] = body["ja"] = *text;
    body.erase("text");
  }
  for (auto const& [key, value] :
       {std::pair{"en", &options.en}, {"ja", &options.ja}, {"reason", &options.reason}, {"by", &options.by}})
    if (!value->empty()) body[key] = *value;
  if (options.minutes) body["minutes"] = *options.minutes;
  return success<Json>(std::move(body));
}

class Desk {
 public:
  Desk(Options const& options, Output const& output, Address address, std::string token)
      : options_(options), output_(output), address_(std::move(address)), token_(std::move(token)) {}

  int run() {
    auto const& what = options_.admin_act;
    if (options_.wait_s > 0 && what != "drain")
      return output_.fail(wrong("--wait is for drain only", "--waitはdrainにだけ使えます"));
    if (what == "rooms") return list("/rooms", "rooms", [this](Json const& one) { return room_line(one, say()); });
    if (what == "guests") return list("/guests", "guests", guest_line);
    if (what == "acts") return list("/acts", "acts", [this](Json const& one) { return act_line(one, say()); });
    if (what == "reports")
      return list("/acts", "acts", [this](Json const& one) { return act_line(one, say()); }, is_open_report);
    if (what == "server") return show_server();
    if (what == "drain") return drain();
    if (what == "retry") return retry();
    auto const* const form =
        std::find_if(std::begin(kForms), std::end(kForms), [&](Form const& one) { return one.name == what; });
    auto const body = read_act(options_, *form);
    if (!body) return output_.fail(body.error());
    return post("/acts", body->dump(-1, ' ', false, Json::error_handler_t::replace));
  }

 private:
  Tongue const& say() const { return output_.say(); }

  static bool is_open_report(Json const& answer, Json const& act) {
    auto const& open = at(at(answer, "now"), "reports");
    return std::find(open.begin(), open.end(), at(act, "number")) != open.end();
  }

  template <class Line>
  int list(std::string const& path, char const* name, Line const& line_of,
           bool (*is_shown)(Json const& answer, Json const& one) = nullptr) {
    for (std::string query; true;) {
      auto const answer = http_call(address_, {path + query, std::nullopt, token_}, answer_limit(options_));
      if (!answer) return output_.fail(answer.error());
      for (auto const& one : at(*answer, name)) {
        if (is_shown && !is_shown(*answer, one)) continue;
        output_.json() ? output_.data(one.dump(-1, ' ', false, Json::error_handler_t::replace)) : rows(line_of(one));
      }
      auto const next = number(*answer, "next");
      if (next == 0) return 0;
      query = "?after=" + std::to_string(next);
    }
  }

  int show_server() {
    auto const answer = http_call(address_, {"/server", std::nullopt, token_}, answer_limit(options_));
    if (!answer) return output_.fail(answer.error());
    if (output_.json()) {
      output_.data(answer->dump(-1, ' ', false, Json::error_handler_t::replace));
      return 0;
    }
    constexpr std::int64_t megabyte = 1'000'000;
    output_.line(say()("memory ", "メモリー ") + std::to_string(number(*answer, "memory_bytes") / megabyte) + " MB");
    for (auto const& node : at(*answer, "nodes"))
      output_.line(say()("node ", "ノード ") + node.get<std::string>() +
                   (node == at(*answer, "node") ? say()("  (this one)", "  （このノード）") : ""));
    return 0;
  }

  int drain() {
    auto const code = post("/drain", "{}");
    if (code == 0) std::this_thread::sleep_for(std::chrono::seconds(options_.wait_s));
    return code;
  }

  int retry() {
    if (options_.admin_words.size() != 1)
      return output_.fail(wrong("retry needs the code of a room", "retryには、ルームのコードが必要です"));
    auto const name = parse_room(options_.admin_words.front());
    if (!name) return output_.fail(name.error());
    return post("/rooms/" + name->code + "/retry", "{}");
  }

  int post(std::string const& path, std::string const& body) {
    auto const answer = http_call(address_, {path, body, token_}, answer_limit(options_));
    if (!answer) return output_.fail(answer.error());
    if (output_.json())
      output_.data(answer->dump(-1, ' ', false, Json::error_handler_t::replace));
    else if (answer->contains("number"))
      rows(act_line(*answer, say()));
    else
      output_.line(say()("done: ", "実行しました：") + options_.admin_act);
    return 0;
  }

  void rows(std::string const& text) const {
    std::istringstream in(text);
    for (std::string row; std::getline(in, row);) output_.line(row);
  }

  Options const& options_;
  Output const& output_;
  Address address_;
  std::string token_;
};

}  // namespace

int admin(Options const& options, Output const& output) {
  auto const address = server_address(options, options.admin);
  if (!address) return output.fail(address.error());
  auto token = read_token(options.token_file);
  if (!token) return output.fail(token.error());
  return Desk(options, output, *address, std::move(*token)).run();
}

}  // namespace engawa::cli
