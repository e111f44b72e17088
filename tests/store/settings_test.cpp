// Odd values for every setting, from flag, environment and file: each is read with its plain meaning, or refused with a
// sentence that names its source and the allowed values.
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "server/ops/ip_text.hpp"
#include "server/ops/store_url.hpp"
#include "tests/catch.hpp"
#include "tests/store/odd_settings.hpp"

namespace {

using namespace engawa;
using namespace engawa::server;

Odd refused(std::string text) { return {std::move(text), std::nullopt}; }

struct Outcome {
  std::optional<std::string> value;  // as shown by print_config
  std::string said;
};

std::string value_of(Setting const& setting, Config const& config) {
  if (auto const* text = std::get_if<std::string Config::*>(&setting.field)) return shown(setting, config.*(*text));
  return std::to_string(config.*std::get<std::int64_t Config::*>(setting.field));
}

Outcome outcome_of(Setting const& setting, std::vector<std::string> words) {
  words.insert(words.begin(), "engawad");
  std::vector<char*> pointers;
  for (auto& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  auto const line = read_command_line(static_cast<int>(words.size()), pointers.data());
  if (!line) return {std::nullopt, line.error().message};
  if (line->exit) return {std::nullopt, "exit " + std::to_string(*line->exit)};
  return {value_of(setting, line->config), {}};
}

// Other settings that must be set for this one to be checked completely: a node's settings need each other.
std::vector<std::string> others_of(Setting const& setting) {
  std::string const key = setting.key;
  std::vector<std::string> words;
  if (key == "cluster.address" || key == "cluster.secret") words = {"--store-url", "postgres://h/d"};
  if (key == "cluster.address") words.insert(words.end(), {"--cluster-secret", std::string(32, 's')});
  if (key == "cluster.secret") words.insert(words.end(), {"--cluster-address", "a:1"});
  return words;
}

void check_outcome(Setting const& setting, Odd const& odd, std::string const& origin, Outcome const& got) {
  INFO(origin << " = " << nlohmann::json(odd.text).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace) << ": "
              << got.said);
  if (odd.becomes) {
    std::string const key = setting.key;
    auto const wanted =
        setting.form == Form::secret && is_text(setting) && !odd.becomes->empty() ? "***" : *odd.becomes;
    // An empty one counts as no secret and no address: then the other of the two is wrong.
    if (odd.becomes->empty() && key.starts_with("cluster.") && key != "cluster.bind") return;
    REQUIRE(got.value);
    CHECK(*got.value == wanted);
    return;
  }
  REQUIRE_FALSE(got.value);
  CHECK(got.said.starts_with(origin));
  CHECK(got.said.size() > origin.size() + 10);  // a sentence
  CHECK(got.said.size() < 600);
  CHECK(got.said.find("sesame") == got.said.npos);
  for (char const c : got.said) CHECK((static_cast<unsigned char>(c) >= 0x20 && c != 0x7f));
}

std::string toml_quoted(std::string const& text) {
  std::string out = "\"";
  for (char const each : text) {
    auto const c = static_cast<unsigned char>(each);
    if (c == '"' || c == '\\') out += '\\';
    if (c < 0x20 || c == 0x7f) {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", c);
      out += code;
    } else {
      out += static_cast<char>(c);
    }
  }
  return out + '"';
}

std::string in_file(Place const& place, Setting const& setting, std::string const& value) {
  std::string_view const key = setting.key;
  auto const dot = key.find('.');
  std::ofstream(place.config) << "[" << key.substr(0, dot) << "]\n" << key.substr(dot + 1) << " = " << value << "\n";
  return place.config + ":2: " + setting.key;
}

void try_everywhere(Setting const& setting, Odd const& odd, Place const& place, int& tried) {
  auto const others = others_of(setting);
  auto flags = others;
  flags.push_back(std::string(setting.flag) + '=' + odd.text);
  if (!odd.text.empty()) check_outcome(setting, odd, setting.flag, outcome_of(setting, flags));
  flags = others;
  flags.insert(flags.end(), {setting.flag, odd.text});
  if (!odd.text.starts_with('-')) check_outcome(setting, odd, setting.flag, outcome_of(setting, flags));
  ++tried;
  auto const variable = environment_name(setting.key);
  bool const kubernetes = !is_text(setting) && variable.ends_with("_PORT") && odd.text.starts_with("tcp://");
  ::setenv(variable.c_str(), odd.text.c_str(), 1);
  auto const got = outcome_of(setting, others);
  ::unsetenv(variable.c_str());
  if (kubernetes)
    CHECK(got.value == value_of(setting, Config()));
  else
    check_outcome(setting, odd, variable, got);
  ++tried;
  if (!is_text(setting)) return;
  auto const where = in_file(place, setting, toml_quoted(odd.text));
  auto words = others;
  words.insert(words.end(), {"--config", place.config});
  auto const read = outcome_of(setting, words);
  // A value that is not text is not TOML.
  bool const no_toml = odd.text == "\xff" || odd.text == "\xed\xa0\x80";
  check_outcome(setting, odd, no_toml ? place.config + ":2" : where, read);
  ++tried;
}

}  // namespace

TEST_CASE("odd values of every setting are understood or refused with a sentence", "[odd-settings]") {
  Place const place;
  int tried = 0;
  for (auto const& setting : settings()) {
    auto const values = odd_values(setting, place);
    CHECK(values.size() >= 20);
    for (auto const& odd : values) try_everywhere(setting, odd, place, tried);
  }
  WARN(settings().size() << " settings, " << tried << " values");
}

TEST_CASE("a number in the file is a whole number without quotes", "[settings]") {
  Place const place;
  for (auto const& setting : settings()) {
    if (is_text(setting)) continue;
    auto const good = std::to_string(setting.high);
    for (std::string const& text :
         {"\"" + good + "\"", good + ".0", good + "e0", std::string("true"), std::string("[1]"), std::string("{a = 1}"),
          std::string("1979-05-27"), std::string("\"\""), std::string("inf"), std::string("nan"),
          std::to_string(setting.low - 1), std::to_string(setting.high + 1), std::string("-9223372036854775808")}) {
      auto const where = in_file(place, setting, text);
      check_outcome(setting, refused(text), where, outcome_of(setting, {"--config", place.config}));
    }
    for (std::string const& text : {std::string("99999999999999999999"), std::string("x"), std::string(""),
                                    std::string("'"), std::string("5s")}) {
      (void)in_file(place, setting, text);
      check_outcome(setting, refused(text), place.config + ":", outcome_of(setting, {"--config", place.config}));
    }
    (void)in_file(place, setting, good);
    CHECK(outcome_of(setting, {"--config", place.config}).value == good);
  }
}

TEST_CASE("a text in the file is a string", "[settings]") {
  Place const place;
  for (auto const& setting : settings()) {
    if (!is_text(setting)) continue;
    for (char const* text : {"1", "true", "1.5", "[\"a\", \"b\"]", "{a = 1}", "1979-05-27"}) {
      auto const where = in_file(place, setting, text);
      check_outcome(setting, refused(text), where, outcome_of(setting, {"--config", place.config}));
    }
  }
}

TEST_CASE("the place that is nearest to the user counts", "[settings]") {
  Place const place;
  auto const& log = *std::find_if(settings().begin(), settings().end(),
                                  [](Setting const& setting) { return std::string_view(setting.key) == "log.level"; });
  (void)in_file(place, log, "\"ERROR\"");
  CHECK(outcome_of(log, {"--config", place.config}).value == "error");
  ::setenv("ENGAWA_LOG_LEVEL", "Warning", 1);
  CHECK(outcome_of(log, {"--config", place.config}).value == "warning");
  CHECK(outcome_of(log, {"--config", place.config, "--log-level", "DEBUG"}).value == "debug");
  // A wrong value is refused even if another source overrides it.
  ::setenv("ENGAWA_LOG_LEVEL", "loud", 1);
  CHECK(outcome_of(log, {"--log-level", "debug"}).said ==
        "ENGAWA_LOG_LEVEL must be debug or info or warning or error, not \"loud\"");
  ::unsetenv("ENGAWA_LOG_LEVEL");
}

TEST_CASE("where people reach what listens", "[settings]") {
  std::map<std::string, std::string> const reached{{"127.0.0.1", "127.0.0.1"}, {"0.0.0.0", "localhost"},
                                                   {"::", "localhost"},        {"::1", "[::1]"},
                                                   {"localhost", "localhost"}, {"fe80::1%eth0", "[fe80::1%25eth0]"}};
  for (auto const& [bind, host] : reached) CHECK(reached_as(bind) == host);
}
