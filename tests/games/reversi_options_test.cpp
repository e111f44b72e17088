// Options of reversi: completed and refused ones, and the resulting match.
#include "tests/catch.hpp"
#include "tests/games/reference.hpp"

namespace engawa::tests::reversi_options_test {
namespace {

games::GameEntry const& reversi() { return *games::find_game("reversi"); }

Json parsed(char const* text) { return parse_json(text).value(); }

TEST_CASE("a board of one's own is completed with the defaults", "[reversi-options]") {
  auto const options = reversi().normalise(parsed(R"({"board":["..WB"],"rotation":"WB"})")).value();
  CHECK(
      options ==
      parsed(
          R"({"board":["..WB"],"rotation":"WB","compete":"BW","permanent":"G","cut_ins":{},"stuck_cut_in":"end","first":"W"})"));
  CHECK(reversi().normalise(options).value() == options);
  auto const full =
      parsed(R"({"board":["H.GR","BWAC"],"rotation":"AB","compete":"CA","permanent":"YC","cut_ins":{"10":"C","9":"B"},
                              "stuck_cut_in":"skip","first":"B"})");
  auto const complete = reversi().normalise(full).value();
  CHECK(complete["compete"] == "AC");
  CHECK(complete["permanent"] == "GCY");
  CHECK(complete["cut_ins"] == full["cut_ins"]);
  CHECK(reversi().seats(complete) == 3);
  CHECK(reversi().table(complete).size() == 3);
  auto const view = reversi().start(complete, 0).value()->view();
  CHECK(view["colors"] == parsed(R"({"s0":"B","s1":"A","s2":"C"})"));
  CHECK(view["compete"] == "s1 s2");
  CHECK(view["cut_ins"] == parsed(R"({"9":"s0","10":"s2"})"));
}

TEST_CASE("presets stay presets", "[reversi-options]") {
  CHECK(reversi().normalise(parsed("{}")).value() == parsed(R"({"preset":"five"})"));
  CHECK(reversi().normalise(parsed(R"({"preset":"seed","stuck_cut_in":"end"})")).value() ==
        parsed(R"({"preset":"seed"})"));
  CHECK(reversi().normalise(parsed(R"({"preset":"seed","stuck_cut_in":"skip"})")).value()["stuck_cut_in"] == "skip");
  auto const table = reversi().table(parsed(R"({"preset":"seed"})"));
  std::vector<std::string_view> bots;
  for (auto const& seat : table) bots.push_back(seat.bot);
  CHECK(bots == std::vector<std::string_view>{"", "mcs", "random", "minimum", "maximum"});
}

TEST_CASE("a board on which nobody can move is over at once", "[reversi-options]") {
  for (auto const* board : {R"({"board":["."]})", R"({"board":["BW","WB"]})", R"({"board":["H","R"]})"}) {
    auto const match = reversi().start(reversi().normalise(parsed(board)).value(), 0).value();
    CHECK(match->to_act().empty());
    REQUIRE(match->outcome());
    CHECK(match->outcome()->reason == "all_pass");
    CHECK(match->outcome()->places.size() == 5);
  }
}

TEST_CASE("a cut-in player without a move ends the game, or is skipped", "[reversi-options]") {
  auto options = parsed(R"({"board":[".WB....","......."],"rotation":"BW","cut_ins":{"1":"C"}})");
  auto match = reversi().start(reversi().normalise(options).value(), 0).value();
  CHECK(match->outcome()->reason == "cutin_stuck");
  options["stuck_cut_in"] = "skip";
  options["cut_ins"] = {{"1", "C"}, {"2", "Y"}};
  match = reversi().start(reversi().normalise(options).value(), 0).value();
  CHECK(match->to_act().first() == 0);
  auto const events = play(*match, {{"cell", "a1"}});
  CHECK(events[1] == parsed(R"({"kind":"stuck","seat":"s3"})"));
  CHECK(match->outcome()->reason == "all_pass");
}

TEST_CASE("sixteen by sixteen, and its corners", "[reversi-options]") {
  Json board = Json::array();
  for (int row = 0; row < 16; ++row) board.push_back(row == 15 ? "WBBBBBBBBBBBBBB." : "................");
  auto const match = reversi().start(reversi().normalise({{"board", board}, {"rotation", "WB"}}).value(), 0).value();
  CHECK(match->moves() == parsed(R"([{"cell":"p16"}])"));
  auto const events = play(*match, {{"cell", "p16"}});
  CHECK(events[0]["lines"] ==
        parsed(R"([{"to":"a16","flip":"o16 n16 m16 l16 k16 j16 i16 h16 g16 f16 e16 d16 c16 b16"}])"));
  CHECK(match->view()["score"] == parsed(R"({"s0":0,"s1":16})"));
}

TEST_CASE("what is wrong is refused with a sentence", "[reversi-options]") {
  struct Wrong {
    char const* options;
    char const* part;  // of the sentence
  };
  Wrong const table[] = {
      {"[]", "must be an object"},
      {"null", "must be an object"},
      {R"({"preset":"nine"})", "preset must be one of five, seed, classic"},
      {R"({"preset":5})", "preset must be a string"},
      {R"({"preset":"five","board":["."]})", "either a preset or a board"},
      {R"({"preset":"five","rotation":"BW"})", "not \"rotation\""},
      {R"({"rotation":"BW"})", "not \"rotation\""},
      {R"({"preset":"seed","stuck_cut_in":"pass"})", "\"end\" or \"skip\""},
      {R"({"preset":"seed","stuck_cut_in":1})", "must be a string"},
      {R"({"board":"HH"})", "array of strings"},
      {R"({"board":null})", "array of strings"},
      {R"({"board":[]})", "1 to 16 rows"},
      {R"({"board":[".",".",".",".",".",".",".",".",".",".",".",".",".",".",".",".","."]})", "1 to 16 rows"},
      {R"({"board":["................."]})", "1 to 16 letters"},
      {R"({"board":[""]})", "1 to 16 letters"},
      {R"({"board":["..","..."]})", "same length"},
      {R"({"board":["..",7]})", "array of strings"},
      {R"({"board":["x."]})", "only H (hole)"},
      {R"({"board":["b."]})", "only H (hole)"},
      {R"({"board":["あ"]})", "only H (hole)"},
      {R"({"board":["HH","HH"]})", "not a hole"},
      {R"({"board":["."],"rotation":"BX"})", "rotation may contain only the letters BWACY"},
      {R"({"board":["."],"rotation":"BG"})", "rotation may contain only the letters BWACY"},
      {R"({"board":["."],"rotation":"BWB"})", "letter B twice"},
      {R"({"board":["."],"rotation":""})", "at least one player"},
      {R"({"board":["."],"rotation":"B"})", "at least two players"},
      {R"({"board":["."],"rotation":"B","cut_ins":{"3":"B"}})", "at least two players"},
      {R"({"board":["."],"rotation":["B","W"]})", "rotation must be a string"},
      {R"({"board":["."],"compete":""})", "at least one player"},
      {R"({"board":["."],"rotation":"BW","compete":"BA"})", "only players of rotation and cut_ins: BW"},
      {R"({"board":["."],"permanent":"R"})", "permanent may contain only"},
      {R"({"board":["."],"permanent":"GG"})", "letter G twice"},
      {R"({"board":["."],"cut_ins":[]})", "cut_ins must be an object"},
      {R"({"board":["."],"cut_ins":{"0":"C"}})", "from \"1\" to \"999\""},
      {R"({"board":["."],"cut_ins":{"1000":"C"}})", "from \"1\" to \"999\""},
      {R"({"board":["."],"cut_ins":{"01":"C"}})", "from \"1\" to \"999\""},
      {R"({"board":["."],"cut_ins":{"-1":"C"}})", "from \"1\" to \"999\""},
      {R"({"board":["."],"cut_ins":{"":"C"}})", "from \"1\" to \"999\""},
      {R"({"board":["."],"cut_ins":{"1x":"C"}})", "from \"1\" to \"999\""},
      {R"({"board":["."],"cut_ins":{"99999999999999999999":"C"}})", "from \"1\" to \"999\""},
      {R"({"board":["."],"cut_ins":{"1":"G"}})", "one of the letters BWACY"},
      {R"({"board":["."],"cut_ins":{"1":"CY"}})", "one of the letters BWACY"},
      {R"({"board":["."],"cut_ins":{"1":7}})", "one of the letters BWACY"},
      {R"({"board":["."],"stuck_cut_in":"stop"})", "\"end\" or \"skip\""},
      {R"({"board":["."],"rotation":"BW","first":"A"})", "one of BW"},
      {R"({"board":["."],"first":""})", "first must be one player"},
      {R"({"board":["."],"first":"BW"})", "first must be one player"},
      {R"({"board":["."],"first":1})", "first must be a string"},
      {R"({"board":["."],"colour":"B"})", "not \"colour\""},
      {"{\"board\":[\".\"],\"a\\nb\":1}", "not something else"},
  };
  for (auto const& wrong : table) {
    INFO(wrong.options);
    auto const normalised = reversi().normalise(parsed(wrong.options));
    REQUIRE_FALSE(normalised);
    CHECK(normalised.error().code == "bad_message");
    INFO(normalised.error().message);
    CHECK(normalised.error().message.find(wrong.part) != std::string::npos);
  }
}

TEST_CASE("damaged options are refused or start a game", "[reversi-options]") {
  auto const whole =
      parsed(R"({"board":["...","BWG","RCY"],"rotation":"BWA","compete":"BW","permanent":"GCY","cut_ins":{"3":"C"},
                              "stuck_cut_in":"skip","first":"W","preset":"seed"})");
  std::vector<Json> const values = {nullptr,
                                    true,
                                    -1,
                                    1e300,
                                    "",
                                    "B",
                                    "WB",
                                    "HR.",
                                    "end",
                                    Json::array(),
                                    Json::object(),
                                    {"B", "W"},
                                    {"...", "BWA"},
                                    {{"1", "B"}},
                                    {{"2", nullptr}},
                                    {{"board", 1}}};
  games::Rng rng(7);
  int started = 0;
  for (int i = 0; i < 3000; ++i) {
    auto options = whole;
    if (rng.below(8) != 0) options.erase(rng.below(3) == 0 ? "board" : "preset");
    for (auto item = options.begin(); item != options.end();) {
      auto const fate = rng.below(6);
      if (fate == 0) *item = values[rng.below(static_cast<std::uint32_t>(values.size()))];
      if (fate == 1)
        item = options.erase(item);
      else
        ++item;
    }
    INFO(options.dump());
    auto const normalised = reversi().normalise(options);
    if (!normalised) {
      REQUIRE(normalised.error().code == "bad_message");
      continue;
    }
    REQUIRE(reversi().normalise(*normalised).value() == *normalised);
    REQUIRE(reversi().start(*normalised, 0).value()->seats() == reversi().seats(*normalised));
    ++started;
  }
  CHECK(started > 300);
}

TEST_CASE("the schema names the presets", "[reversi-options]") {
  std::vector<std::string> ids;
  for (auto const& preset : reversi().info().presets) ids.emplace_back(preset.id);
  CHECK(parsed(reversi().info().options_schema.data())["oneOf"][0]["properties"]["preset"]["enum"] == Json(ids));
}

TEST_CASE("a refused move says why", "[reversi-options]") {
  auto const match = play_indices("five", {});
  std::string set, events;
  auto const why = [&](char const* cell) { return match->play(0, {{"cell", cell}}, set, events).error().message; };
  CHECK(why("e5") == "e5 is not empty");
  CHECK(why("e1") == "e1 flips nothing");
  CHECK(why("a1") == "a1 is not on the board");
  CHECK(why("z9") == "z9 is not on the board");
  CHECK(why("9z") == "a cell is a column letter and a row number, such as f7");
}

}  // namespace
}  // namespace engawa::tests::reversi_options_test
