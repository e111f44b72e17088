// Who is meant by `report`, whose names may have spaces and whose reason follows in the same line.
#include "clients/cli/room/command.hpp"

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"

using namespace engawa;
using namespace engawa::cli;

namespace {

// A room of reversi.
Table room() {
  return read_table(Json::parse(R"json({
    "code": "K7WMA2QX", "game": "reversi", "options": {"preset": "five"},
    "seats": {
      "s0": {"kind": "human", "guest": "g_me", "nick": "Me"},
      "s1": {"kind": "human", "guest": "g_taro", "nick": "Taro"},
      "s2": {"kind": "human", "guest": "g_twin", "nick": "Taro (2)"},
      "s3": {"kind": "bot", "bot": "suzume", "level": 1},
      "s4": {"kind": "open"}
    },
    "chat": {
      "m3": {"guest": "g_watcher", "nick": "花子", "text": "hello"},
      "m4": {"guest": "g_two", "nick": "2", "text": "hello"},
      "m5": {"guest": "g_long", "nick": "2 cats", "text": "hello"},
      "m6": {"guest": "g_last", "nick": "last", "text": "hello"},
      "m7": {"guest": "g_me", "nick": "Me", "text": "hello"},
      "m9": {"guest": "g_taro", "nick": "Taro", "text": "go away"},
      "m10": {"guest": "g_taro", "nick": "Taro", "text": "go away"}
    },
    "kicked": {"g_gone": "Gone"},
    "muted": {"g_loud": "Loud"}
  })json"));
}

TableCommand typed(std::string const& line, Lang lang = Lang::En) {
  return read_table_command(room(), {0, "g_me"}, line, Phrases(lang, false));
}

// "guest|reason", or "guest message|reason"
std::string reported(std::string const& line) {
  auto const command = typed(line);
  if (!command.known || command.target != "/api/rooms/K7WMA2QX/reports") return command.why;
  auto const body = Json::parse(command.body);
  auto const message = body.contains("message") ? ' ' + body.at("message").get<std::string>() : std::string();
  return body.at("guest").get<std::string>() + message + "|" + body.value("reason", "");
}

}  // namespace

TEST_CASE("report takes a seat or the longest name, and a reason", "[command]") {
  CHECK(reported("report 2") == "g_taro|");
  CHECK(reported("report 2 is rude") == "g_taro|is rude");
  CHECK(reported("report Taro") == "g_taro|");
  CHECK(reported("  report   Taro   (1) is rude ") == "g_taro|(1) is rude");
  CHECK(reported("report Taro (2)") == "g_twin|");
  CHECK(reported("report Taro (2) is rude") == "g_twin|is rude");
  CHECK(reported("report 花子 暴言") == "g_watcher|暴言");
  CHECK(reported("report 2 cats spam") == "g_long|spam");
  CHECK(reported("report Gone") == "g_gone|");
  CHECK(reported("report Loud x") == "g_loud|x");
  CHECK(reported("report 2 \xff") == "g_taro|\xef\xbf\xbd");
}

TEST_CASE("report last takes the last message of somebody", "[command]") {
  CHECK(reported("report last Taro") == "g_taro m10|");
  CHECK(reported("report  last  2  is rude") == "g_taro m10|is rude");
  CHECK(reported("report last 花子 暴言") == "g_watcher m3|暴言");
  CHECK(reported("report last last") == "g_last m6|");
  CHECK(reported("report last") == "g_last|");
  CHECK(reported("report last one was rude") == "g_last|one was rude");
  CHECK(reported("report last Loud x") == "no message of theirs is here");
  CHECK(reported("report last Me") == "you cannot report yourself");
  CHECK(reported("report last suzume") == "that is a bot: only people can be reported");
  CHECK(typed("report last Loud", Lang::Ja).why == "その人の発言は残っていません");
}

TEST_CASE("report refuses bots, oneself, and nobody", "[command]") {
  for (auto const* const line : {"report", "report Tar", "report Taroo", "report 5", "report 6", "report 0"})
    CHECK(reported(line) == "nobody here has that name or seat");
  for (auto const* const line : {"report 4", "report suzume is slow", "report Suzume"})
    CHECK(reported(line) == "that is a bot: only people can be reported");
  for (auto const* const line : {"report 1", "report Me"}) CHECK(reported(line) == "you cannot report yourself");
  CHECK(typed("report 雀", Lang::Ja).why == "ボットは通報できません");
  CHECK(typed("report 1", Lang::Ja).why == "自分は通報できません");
}

TEST_CASE("a Japanese keyboard types commands, too", "[command]") {
  auto const body = [](std::string const& line) { return Json::parse(typed(line).body); };
  CHECK(reported("report　2　is　rude") == "g_taro|is rude");
  CHECK(reported("　ｒｅｐｏｒｔ　２　暴言　") == "g_taro|暴言");
  CHECK(reported("report Taro　(2)　暴言") == "g_twin|暴言");
  CHECK(reported("report　４") == "that is a bot: only people can be reported");
  CHECK(body("sit　３") == Json{{"type", "sit"}, {"seat", 2}});
  CHECK(body("ｓｅａｔ　５　ｋｉｔｓｕｎｅ：２") ==
        Json{{"type", "seat"}, {"seat", 4}, {"to", "bot"}, {"bot", "kitsune"}, {"level", 2}});
  CHECK(body("seat　5　ｃｌｏｓｅｄ") == Json{{"type", "seat"}, {"seat", 4}, {"to", "closed"}});
  CHECK(body("kick　２") == Json{{"type", "kick"}, {"guest", "g_taro"}});
  CHECK(body("mute　花子") == Json{{"type", "mute"}, {"guest", "g_watcher"}, {"muted", true}});
  CHECK(body("kick　Taro　(2)") == Json{{"type", "kick"}, {"guest", "g_twin"}});
}

TEST_CASE("other commands are messages to the room", "[command]") {
  auto const mute = typed("mute 花子");
  CHECK(mute.target.empty());
  CHECK(Json::parse(mute.body) == Json{{"type", "mute"}, {"guest", "g_watcher"}, {"muted", true}});
  CHECK(Json::parse(typed("sit").body) == Json{{"type", "sit"}, {"seat", 0}});
  CHECK_FALSE(typed("reports").known);
}
