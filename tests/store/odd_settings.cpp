#include "tests/store/odd_settings.hpp"

#include <unistd.h>

#include <cctype>
#include <fstream>

namespace engawa::server {

namespace fs = std::filesystem;

Place::Place()
    : root(fs::temp_directory_path() / ("engawa-settings-" + std::to_string(::getpid()))),
      folder(root / "folder"),
      file(root / "file"),
      none(root / "none"),
      config(root / "config.toml") {
  fs::create_directories(folder);
  std::ofstream(file) << "x";
}

Place::~Place() { fs::remove_all(root); }

namespace {

Odd refused(std::string text) { return {std::move(text), std::nullopt}; }
Odd same(std::string const& text) { return {text, text}; }

// For every string. A value that is not UTF-8 or has control characters is refused before its form is checked.
std::vector<Odd> const kUnprintable{refused("\xff"), refused("a\nb"),         refused("a\tb"),
                                    refused("\x7f"), refused("\xed\xa0\x80"), refused("a\x1b[31m")};

std::vector<Odd> odd_paths(Place const& place, Form form) {
  bool const file = form == Form::file, must_be = form == Form::own_folder;
  std::vector<Odd> odd{refused(" "),
                       refused(" " + place.folder),
                       refused(place.folder + " "),
                       refused("~"),
                       refused("~/games"),
                       file ? refused(place.folder) : same(place.folder),
                       file ? same(place.file) : refused(place.file),
                       must_be ? refused(place.none) : same(place.none),
                       file ? same("/dev/null") : refused("/dev/null"),
                       must_be ? refused("none") : same("none"),
                       refused("https://x"),
                       file ? refused("/") : same("/"),
                       file ? refused(".") : same("."),
                       must_be ? refused("C:\\x \"y\"") : same("C:\\x \"y\""),
                       must_be ? refused("縁側") : same("縁側")};
  odd.push_back(form == Form::needed_folder ? refused("") : same(""));
  return odd;
}
std::vector<Odd> odd_texts(Setting const& setting, Place const& place) {
  switch (setting.form) {
    case Form::word: {
      std::vector<Odd> odd{refused(""),     refused(" "),   refused("verbose"), refused("VERBOSE"),
                           refused("warn"), refused("off"), refused("trace"),   refused("0"),
                           refused("true"), refused("yes"), refused("null"),    refused("info,debug"),
                           refused("情報")};
      for (auto const word : setting.words) {
        std::string upper(word);
        for (auto& c : upper) c = static_cast<char>(std::toupper(c));
        std::string const lower(word);
        for (auto const& more : {Odd{upper, lower}, same(lower), Odd{upper.substr(0, 1) + lower.substr(1), lower},
                                 refused(lower + " "), refused(" " + lower), refused(lower + "s")})
          odd.push_back(more);
      }
      return odd;
    }
    case Form::address:
      return {refused(""),
              refused(" "),
              refused("*"),
              refused("127.0.0.1:80"),
              refused("localhost:80"),
              refused("[::1]:80"),
              refused("http://127.0.0.1"),
              refused("127.0.0"),
              refused("256.0.0.1"),
              refused("1"),
              refused("0x7f000001"),
              refused("127.0.0.1/8"),
              refused("::1::"),
              refused("::g"),
              refused("[]"),
              refused("[127.0.0.1]"),
              refused(" 127.0.0.1"),
              refused("127.0.0.1 "),
              refused("a b"),
              refused("-a"),
              refused("a..b"),
              refused("fe80::1%"),
              refused("縁側"),
              {"[::1]", "::1"},
              {"[::]", "::"},
              {"LocalHost", "localhost"},
              {"0:0:0:0:0:0:0:1", "::1"},
              same("::"),
              same("0.0.0.0"),
              same("node-1.example"),
              same("fe80::1%eth0")};
    case Form::origins:
      return {same(""),
              refused(" "),
              refused(","),
              refused("*"),
              refused("x"),
              refused("games.example"),
              refused("//games.example"),
              refused("https://"),
              refused("https:///"),
              refused("https://*.example"),
              refused("https://games.example/play"),
              refused("https://games.example/?a"),
              refused("https://games.example#a"),
              refused("wss://games.example"),
              refused("https://me@games.example"),
              refused("https://games.example:0"),
              refused("https://games.example:"),
              refused("https://games.example:99999"),
              refused("https://games.example:https"),
              refused("https://縁側.example"),
              refused("https://a_b,x"),
              refused("https://::1"),
              {"http://x/", "http://x"},
              {"http://a, http://b", "http://a http://b"},
              {"http://a,http://b", "http://a http://b"},
              {"  http://a   http://b ", "http://a http://b"},
              {"HTTPS://Games.Example", "https://games.example"},
              {"https://games.example:443", "https://games.example"},
              {"http://games.example:80/", "http://games.example"},
              same("http://games.example:443"),
              same("http://[::1]:8080"),
              {"http://[0:0::1]:8080/", "http://[::1]:8080"},
              refused("null"),
              same("capacitor://localhost"),
              {"https://games.example.", "https://games.example"}};
    case Form::base_path:
      return {same(""),
              {"/", ""},
              same("/engawa"),
              {"/engawa/", "/engawa"},
              same("/Games/a-b.c_d~e"),
              same("/rooms2"),
              refused("engawa"),
              refused(" /engawa"),
              refused("/engawa "),
              refused("//"),
              refused("//engawa"),
              refused("/engawa//"),
              refused("/a//b"),
              refused("/."),
              refused("/a/.."),
              refused("/a b"),
              refused("/%65ngawa"),
              refused("/engawa?x"),
              refused("/engawa#x"),
              refused("/縁側"),
              refused("/a\"b"),
              refused("/rooms"),
              refused("/r/"),
              refused("/api/engawa"),
              refused("/healthz"),
              refused("https://games.example/engawa"),
              refused("/" + std::string(100, 'a')),
              same("/" + std::string(99, 'a'))};
    case Form::public_url:
      return {same(""),
              refused(" "),
              refused(","),
              refused("*"),
              refused("games.example"),
              refused("//games.example"),
              refused("https://"),
              refused("https://games.example/engawa"),
              refused("https://games.example?x"),
              refused("wss://games.example"),
              refused("ftp://games.example"),
              refused("capacitor://localhost"),
              refused("https://a https://b"),
              refused("https://a,https://b"),
              refused(" https://a"),
              refused("https://a "),
              refused("https://games.example:0"),
              refused("https://games.example:x"),
              refused("https://縁側.example"),
              refused("null"),
              {"HTTPS://Games.Example/", "https://games.example"},
              {"https://games.example:443", "https://games.example"},
              {"http://192.168.1.20:8080/", "http://192.168.1.20:8080"},
              same("http://[fd00::1]:8080")};
    case Form::hosts:
      return {same(""),
              refused(" "),
              refused(","),
              refused("*"),
              refused("*.example"),
              refused("games.example:443"),
              refused("[::1]:80"),
              refused("localhost:8080"),
              refused("http://games.example"),
              refused("games.example/"),
              refused("a,b:80"),
              refused("256.0.0.1"),
              refused("-a"),
              refused("a..b"),
              refused("me@a"),
              refused("縁側.example"),
              refused("a?b"),
              refused("[::g]"),
              refused(":80"),
              {"Games.Example", "games.example"},
              {"a, b", "a b"},
              {"a,b", "a b"},
              {" a  b ", "a b"},
              {"::1", "[::1]"},
              {"[0:0::1]", "[::1]"},
              same("192.168.1.10"),
              {"games.example.", "games.example"},
              same("xn--ngbx0c.example"),
              same("my_box")};
    case Form::networks:
      return {same(""),
              refused(" "),
              refused(","),
              refused("*"),
              refused("10.0.0.0/33"),
              refused("::/129"),
              refused("10.0.0.0/-1"),
              refused("10.0.0.0/+8"),
              refused("10.0.0.0/"),
              refused("10.0.0.0/8/8"),
              refused("10/8"),
              refused("10.0.0.1:80"),
              refused("[::1]:80"),
              refused("caddy"),
              refused("http://10.0.0.1"),
              refused("all"),
              refused("10.0.0.0-10.0.0.9"),
              refused("256.0.0.1"),
              refused("10.0.0.0/255.0.0.0"),
              refused("fe80::1%eth0"),
              {"10.0.0.1, 10.0.0.2", "10.0.0.1 10.0.0.2"},
              {" 10.0.0.0/8,::1 ", "10.0.0.0/8 ::1"},
              {"[::1]", "::1"},
              {"[fd00::]/8", "fd00::/8"},
              {"FD00::0/8", "fd00::/8"},
              same("0.0.0.0/0"),
              same("::/0"),
              {"10.0.0.0/08", "10.0.0.0/8"}};
    case Form::node:
      return {same(""),
              refused(" "),
              refused("node1"),
              refused("node1:"),
              refused(":8081"),
              refused("node1:0"),
              refused("node1:65536"),
              refused("node1:+1"),
              refused("node1:http"),
              refused("::1:8081"),
              refused("fd00::1"),
              refused("http://node1:8081"),
              refused("node1:8081/"),
              refused("node 1:8081"),
              refused("0.0.0.0:8081"),
              refused("[::]:8081"),
              refused("a:1 b:2"),
              refused("a:1,b:2"),
              refused("縁側:8081"),
              refused("me@node1:8081"),
              {"Node1:8081", "node1:8081"},
              {"[0:0::1]:8081", "[::1]:8081"},
              same("10.0.0.1:8081"),
              {"node1:08081", "node1:8081"}};
    case Form::secret: {
      std::string const good(32, 's');
      return {same(""),
              refused(" "),
              refused("short-sesame"),
              refused(std::string(31, 's')),
              refused(" " + good),
              refused(good + " "),
              refused("***"),
              refused("0"),
              refused("null"),
              refused("true"),
              refused("-"),
              refused("\"\""),
              refused("''"),
              refused("%00"),
              refused("sesame%20"),
              refused("$SECRET"),
              refused("${SECRET}"),
              refused("file:///run/s"),
              same(good),
              same(good + "縁側")};
    }
    case Form::socket:
      return {same(""),
              refused(" "),
              refused("~"),
              refused("~/engawa.sock"),
              refused(" " + place.none),
              refused(place.folder),
              refused(place.file),
              refused("/dev/null"),
              refused("https://x"),
              refused("."),
              refused("/"),
              refused('/' + std::string(107, 'a')),
              same('/' + std::string(106, 'a')),
              same(place.none),
              same("縁側")};
    case Form::period:
      return {same(""),        refused(" "),     refused("0"),
              refused("1"),    refused("h"),     refused("0h"),
              refused("-1h"),  refused("+1h"),   refused("1 h"),
              refused(" 1h"),  refused("1h "),   refused("1H"),
              refused("1w"),   refused("1.5h"),  refused("1h30m"),
              refused("1e3s"), refused("0x1h"),  refused("366d"),
              refused("true"), refused("1時間"), refused("99999999999999999999s"),
              same("1s"),      same("90s"),      same("30m"),
              same("1h"),      same("8760h"),    same("365d")};
    case Form::store_url:
      return {refused(""),
              refused(" "),
              refused("engawa.db"),
              refused("/srv/games"),
              refused("sqlite"),
              refused("sqlite://x"),
              refused("sqlite:///x"),
              refused("SQLITE:"),
              refused("sqlite3:x"),
              refused("mysql://me:sesame@h/d"),
              refused("postgres:"),
              refused("postgres:me:sesame@h"),
              refused("postgres//h"),
              refused("Postgres://h/d"),
              refused("postgresql:/h"),
              refused(" postgres://me:sesame@h/d"),
              refused("postgres://me:sesame@h/d "),
              refused("sqlite:" + place.file),
              refused("sqlite:~/games"),
              refused("sqlite::memory:"),
              refused("sqlite: "),
              refused("http://me:sesame@h"),
              same("sqlite:"),
              same("sqlite:" + place.folder),
              {"postgres://me:sesame@h/d", "postgres://me:***@h/d"},
              {"postgresql://h/d?pass%77ord=sesame", "postgresql://h/d?pass%77ord=***"}};
    default:
      return odd_paths(place, setting.form);
  }
}

// Accepts a whole number within the range, and nothing else.
std::optional<std::string> number(std::string const& text, Setting const& setting) {
  auto const digits = text.substr(text.starts_with('-') ? 1 : 0);
  if (digits.empty() || digits.size() > 18 || digits.find_first_not_of("0123456789") != digits.npos)
    return std::nullopt;
  auto const value = std::stoll(text);
  if (value < setting.low || value > setting.high) return std::nullopt;
  return std::to_string(value);
}

std::vector<std::string> number_texts(Setting const& setting) {
  return {"",
          " ",
          "-",
          "x",
          "ten",
          "+5",
          "5 ",
          " 5",
          "5\xc2\xa0",
          "1e3",
          "0x10",
          "0b1",
          "1_000",
          "1,000",
          "5.0",
          "5.",
          ".5",
          "5s",
          "5%",
          "true",
          "null",
          "NaN",
          "inf",
          "-0",
          "-1",
          "-2",
          "007",
          "0",
          "1",
          "１",
          "1 2",
          "9223372036854775807",
          "9223372036854775808",
          "99999999999999999999999",
          "-9223372036854775809",
          "tcp://10.0.0.1:8080",
          "$PORT",
          "5\n",
          "5;",
          std::to_string(setting.low),
          std::to_string(setting.low - 1),
          std::to_string(setting.high),
          std::to_string(setting.high + 1)};
}

}  // namespace

std::vector<Odd> odd_values(Setting const& setting, Place const& place) {
  std::vector<Odd> values;
  if (is_text(setting)) {
    values = odd_texts(setting, place);
    values.insert(values.end(), kUnprintable.begin(), kUnprintable.end());
  } else {
    for (auto const& text : number_texts(setting)) values.push_back({text, number(text, setting)});
  }
  return values;
}

}  // namespace engawa::server
