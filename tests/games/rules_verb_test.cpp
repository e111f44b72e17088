// The rules filter: lines in, lines out.
#include "clients/cli/verbs/rules_verb.hpp"

#include <sstream>

#include "tests/catch.hpp"
#include "tests/games/reference.hpp"

namespace engawa::tests::rules_verb_test {
namespace {

cli::RulesFilter filter() { return cli::RulesFilter(*games::find_game("reversi")); }

std::string code_of(Json const& answer) {
  return answer.contains("error") ? answer["error"]["code"].get<std::string>() : "none";
}

TEST_CASE("one answer for each line", "[rules-verb]") {
  std::istringstream in("{\"do\":\"new\"}\n\n  \r\n{\"do\":\"bot\",\"bot\":\"random\"}\nnonsense\n{\"do\":\"state\"}");
  std::ostringstream out;
  CHECK(cli::run_rules("reversi", in, out) == 0);
  std::istringstream lines(out.str());
  std::vector<Json> answers;
  for (std::string line; std::getline(lines, line);) answers.push_back(parse_json(line).value());
  REQUIRE(answers.size() == 4);
  CHECK(answers[0]["to_act"] == Json::array({"s0"}));
  CHECK(answers[0]["legal"].size() == 16);
  CHECK(answers[0]["outcome"].is_null());
  CHECK(answers[1].contains("move"));
  CHECK(code_of(answers[2]) == "bad_json");
  CHECK(answers[3] == answers[0]);
}

TEST_CASE("there is no such game", "[rules-verb]") {
  std::istringstream in;
  std::ostringstream out;
  CHECK(cli::run_rules("chess", in, out) == 2);
  CHECK(out.str().empty());
}

TEST_CASE("a whole game through the filter", "[rules-verb]") {
  auto rules = filter();
  auto state = rules.answer(R"({"do":"new","options":{"preset":"classic"},"seed":"18446744073709551615"})");
  int moves = 0;
  while (state["outcome"].is_null()) {
    auto const bot = rules.answer(R"({"do":"bot","bot":"maximum","level":1})");
    CHECK(rules.answer(R"({"do":"bot","bot":"maximum"})") == bot);
    Json const line = {{"do", "move"}, {"move", bot["move"]}};
    state = rules.answer(line.dump());
    REQUIRE(code_of(state) == "none");
    CHECK(state["events"][0]["kind"] == "put");
    ++moves;
  }
  CHECK(moves > 10);
  CHECK(state["legal"].empty());
  CHECK(state["to_act"].empty());
  CHECK(state["outcome"]["reason"] == "all_pass");
  CHECK(state["outcome"]["ranking"].size() == 2);
  CHECK(state["outcome"].contains("winner") != state["outcome"].contains("draw"));
  CHECK(code_of(rules.answer(R"({"do":"move","move":{"cell":"a1"}})")) == "game_over");
  CHECK(code_of(rules.answer(R"({"do":"bot","bot":"random"})")) == "game_over");
}

TEST_CASE("a bad line changes nothing", "[rules-verb]") {
  struct Bad {
    char const* line;
    char const* code;
  };
  auto rules = filter();
  for (auto const* verb : {"move", "wait", "bot", "hint", "moves", "solve", "state"})
    CHECK(code_of(rules.answer(Json{{"do", verb}}.dump())) == "not_started");
  auto const before = rules.answer(R"({"do":"new","options":{"preset":"seed"},"seed":42})");
  Bad const table[] = {
      {"", "bad_json"},
      {"{", "bad_json"},
      {"{\"do\":\"state\",\"do\":\"state\"}", "bad_json"},
      {"\xff", "bad_json"},
      {"[[[[[[[[[[[[[[[[[[[[", "bad_json"},
      {"[]", "bad_message"},
      {"null", "bad_message"},
      {"{}", "unknown_type"},
      {R"({"do":1})", "bad_message"},
      {R"({"do":"undo"})", "unknown_type"},
      {R"({"do":"new","options":[]})", "bad_message"},
      {R"({"do":"new","options":null})", "bad_message"},
      {R"({"do":"new","seed":-1})", "bad_message"},
      {R"({"do":"new","seed":1.5})", "bad_message"},
      {R"({"do":"new","seed":""})", "bad_message"},
      {R"({"do":"new","seed":"x"})", "bad_message"},
      {R"({"do":"new","seed":"18446744073709551616"})", "bad_message"},
      {R"({"do":"move"})", "bad_message"},
      {R"({"do":"move","move":7})", "bad_message"},
      {R"({"do":"move","move":{"cell":"e5"}})", "illegal_move"},
      {R"({"do":"move","move":{"cell":"z9"}})", "illegal_move"},
      {R"({"do":"move","seat":"s1","move":{"cell":"g4"}})", "not_your_turn"},
      {R"({"do":"move","seat":"s9","move":{"cell":"g4"}})", "bad_message"},
      {R"({"do":"move","seat":0,"move":{"cell":"g4"}})", "bad_message"},
      {R"({"do":"bot","bot":"nobody"})", "not_found"},
      {R"({"do":"bot","bot":"mcs","level":9})", "not_found"},
      {R"({"do":"bot","bot":"mcs","level":0})", "bad_message"},
      {R"({"do":"bot","bot":3})", "bad_message"},
      {R"({"do":"moves","cell":"z9"})", "unsupported"},
      {R"({"do":"moves","cell":"g4"})", "unsupported"},
      {R"({"do":"solve"})", "unsupported"},
      {R"({"do":"hint","budget_ms":0})", "bad_message"},
      {R"({"do":"hint","seat":"s1"})", "not_your_turn"},
      {R"({"do":"wait","ms":1})", "unsupported"},
      {R"({"do":"state","at":1})", "unsupported"},
  };
  for (auto const& bad : table) {
    INFO(bad.line);
    auto const answer = rules.answer(bad.line);
    CHECK(code_of(answer) == bad.code);
    CHECK(answer.size() == 1);
    CHECK(rules.answer(R"({"do":"state"})") == before);
  }
}

}  // namespace
}  // namespace engawa::tests::rules_verb_test
