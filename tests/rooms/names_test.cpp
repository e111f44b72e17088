// Names and chat lines of people: invisible characters are removed, those that shape letters and emoji stay, and the
// length of names.
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "base/xml_escape.hpp"
#include "games/record/picture.hpp"
#include "protocol/messages.hpp"
#include "server/room/display_names.hpp"
#include "tests/catch.hpp"

namespace engawa::tests::names_test {
using namespace engawa;
using namespace engawa::protocol;

namespace {

std::string utf8(char32_t c) {
  if (c < 0x80) return {static_cast<char>(c)};
  auto const tail = [&](int shift) { return static_cast<char>(0x80 | ((c >> shift) & 0x3f)); };
  if (c < 0x800) return {static_cast<char>(0xc0 | (c >> 6)), tail(0)};
  if (c < 0x10000) return {static_cast<char>(0xe0 | (c >> 12)), tail(6), tail(0)};
  return {static_cast<char>(0xf0 | (c >> 18)), tail(12), tail(6), tail(0)};
}

std::string joined(std::u32string_view points) {
  std::string text;
  for (auto const c : points) text += utf8(c);
  return text;
}

// Unicode's Default_Ignorable_Code_Point: unassigned ones are ignorable, too.
constexpr std::pair<char32_t, char32_t> kIgnorable[] = {
    {0xad, 0xad},     {0x34f, 0x34f},   {0x61c, 0x61c},     {0x115f, 0x1160},   {0x17b4, 0x17b5},  {0x180b, 0x180f},
    {0x200b, 0x200f}, {0x202a, 0x202e}, {0x2060, 0x206f},   {0x3164, 0x3164},   {0xfe00, 0xfe0f},  {0xfeff, 0xfeff},
    {0xffa0, 0xffa0}, {0xfff0, 0xfff8}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff}};
// Noncharacters, controls, private-use characters, and those without a visible glyph.
constexpr std::pair<char32_t, char32_t> kUnseen[] = {
    {0xfdd0, 0xfdef},   {0xfffe, 0xffff}, {0x1fffe, 0x1ffff}, {0x10fffe, 0x10ffff}, {0xe000, 0xe003},
    {0xf0000, 0xf0003}, {0x1, 0x8},       {0xe, 0x1f},        {0x7f, 0x84},         {0x86, 0x9f},
    {0x2800, 0x2800},   {0xfff9, 0xfffc}, {0x1d159, 0x1d159}};

template <class Check>
void for_each_hidden(Check const& check) {
  for (auto const& [first, last] : kIgnorable)
    for (auto c = first; c <= last; ++c) check(c);
  for (auto const& [first, last] : kUnseen)
    for (auto c = first; c <= last; ++c) check(c);
}

}  // namespace

TEST_CASE("what cannot be seen is in no name and in no line of chat", "[names]") {
  std::set<char32_t> wrong;  // one report for thousands of characters
  for_each_hidden([&](char32_t c) {
    auto const hidden = utf8(c);
    auto const within = clean_nick("ki" + hidden + "tsune"), around = clean_chat(hidden + "ki tsune" + hidden);
    bool const empty = !clean_nick(hidden) && !clean_chat(hidden + " " + hidden) && !clean_nick(hidden + "\xcc\x81");
    if (!empty || !within || *within != "kitsune" || !around || *around != "ki tsune") wrong.insert(c);
    if (skeleton_of("ki" + hidden + "tsune") != skeleton_of("kitsune")) wrong.insert(c);  // from a name stored long ago
    if (look_of("ki" + hidden + "tsune") != look_of("kitsune")) wrong.insert(c);
  });
  CHECK(wrong == std::set<char32_t>{});
}

TEST_CASE("a text of nothing is refused in words", "[names]") {
  auto const nick = clean_nick(joined(U"\U00002065\U000e0001 \U0000fdd0"));
  REQUIRE_FALSE(nick);
  CHECK(nick.error().code == "bad_message");
  CHECK(nick.error().message ==
        "nick must have 1 to 16 visible characters, at most 40 code points; nothing in it can be seen");
  CHECK(clean_chat("\n\t").error().message ==
        "text must have 1 to 200 visible characters, at most 500 code points; nothing in it can be seen");
  CHECK(clean_nick(std::string(17, 'x')).error().message ==
        "nick must have 1 to 16 visible characters, at most 40 code points");
}

TEST_CASE("hidden characters stay where they shape what is beside them", "[names]") {
  std::u32string_view const whole[] = {
      U"\U0001f469\U0001f3fd\u200d\U0001f680",  // an astronaut with a skin tone
      U"\U0001f3f3\ufe0f\u200d\U0001f308",
      U"\u2764\ufe0f\u200d\U0001f525",
      U"1\ufe0f\u20e3",
      U"\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",  // England
      U"\u845b\U000e0100\u57ce",
      U"\u795e\ufe00",                                      // as their owners write them
      U"\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  // Persian
      U"\u0915\u094d\u200d\u0937",
      U"\u0dc1\u0dca\u200d\u0dbb\u0dd3"};  // Hindi, Sinhala
  for (auto const name : whole) {
    CAPTURE(joined(name));
    auto const cleaned = clean_nick(joined(name));
    REQUIRE(cleaned);
    CHECK(*cleaned == joined(name));
  }
  std::pair<std::u32string_view, std::u32string_view> const less[] = {
      {U"Ta\u200cro", U"Taro"},
      {U"Ta\ufe0fro\ufe0e", U"Taro"},
      {U"Ta\U000e0100ro", U"Taro"},
      {U"A\U000e0067\U000e007f", U"A"},
      {U"\U0001f3f4\U000e0067\U000e0062", U"\U0001f3f4"},  // no end
      {U"\u845b\U000e0100\U000e0101\u57ce", U"\u845b\U000e0100\u57ce"},
      {U"\u0645\u200c\u200c\u062e", U"\u0645\u200c\u062e"},
      {U"\u200c\u0645\u200c", U"\u0645"},
      {U"\U0001f469\u200d", U"\U0001f469"},
      {U"a\x85\u2028b", U"a b"}};
  for (auto const& [name, cleaned] : less) {
    CAPTURE(joined(name));
    auto const kept = clean_nick(joined(name));
    REQUIRE(kept);
    CHECK(*kept == joined(cleaned));
    CHECK(*clean_nick(*kept) == *kept);
  }
}

TEST_CASE("a name is as long as a reader counts", "[names]") {
  auto const repeated = [](std::u32string_view letter, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += joined(letter);
    return text;
  };
  CHECK(clean_chat(repeated(U"\u0915\u094d\u0937\u093f", 60)));  // Hindi "kshi" is one character: 60 of them
  CHECK(clean_nick(repeated(U"\u0915\u094d\u0937\u093f", 5)));
  CHECK(clean_nick(repeated(U"\u0915\u094d\u0937\u093f", 10)));
  CHECK_FALSE(clean_nick(repeated(U"\u0915\u094d\u0937\u093f", 11)));  // 44 code points
  CHECK(clean_nick(repeated(U"\u0e01\u0e33", 10)));                    // Thai
  CHECK(clean_nick(repeated(U"\uac01", 16)));                          // Korean
  CHECK_FALSE(clean_nick(repeated(U"\uac01", 17)));
  CHECK(clean_nick(repeated(U"\u00e9", 16)));
  CHECK(clean_nick(repeated(U"e\u0301", 16)));
  CHECK_FALSE(clean_nick(repeated(U"e\u0301", 17)));
  CHECK(clean_nick(repeated(U"\U0001f1ef\U0001f1f5", 16)));  // flags
  CHECK_FALSE(clean_nick(repeated(U"\U0001f1ef\U0001f1f5", 17)));
  CHECK(clean_chat(repeated(U"q\u0307", 200)));
  CHECK_FALSE(clean_chat(repeated(U"q\u0307\u0323", 200)));  // 600 code points
}

TEST_CASE("a cleaned text is clean, whatever stands beside what", "[names]") {
  constexpr char32_t pool[] = {U'a',    U'1',    U' ',   0xe9,   0x301,   0x327,   0x3099,  0x304b,  0x200c,  0x200d,
                               0xfe0e,  0xfe0f,  0x20e3, 0x2764, 0x1f469, 0x1f3fd, 0x1f680, 0x1f3f4, 0xe0067, 0xe0062,
                               0xe0065, 0xe007f, 0x645,  0x62e,  0x64e,   0x915,   0x94d,   0x937,   0x93f,   0x845b,
                               0xe0100, 0xfe00,  0x1820, 0x180b, 0x180e,  0x2065,  0x34f,   0xfffe,  0x3164,  0x1160,
                               0x1100,  0x11a8,  0x2028, 0x85,   0x1f1ef, 0x1f1f5, 0x5d0,   0x202e};
  std::mt19937 random(1);  // NOLINT(cert-msc51-cpp): the same names every time
  std::size_t names = 0;
  for (int i = 0; i < 20000; ++i) {
    std::u32string points;
    for (auto left = 1 + random() % 10; left > 0; --left) points += pool[random() % std::size(pool)];
    auto const once = clean_chat(joined(points));
    if (!once) continue;
    ++names;
    auto const again = clean_chat(*once);
    INFO(*once);
    REQUIRE((again && *again == *once));
    REQUIRE_FALSE(skeleton_of(*once).empty());
    for (char32_t const c : {0x2065u, 0x34fu, 0xfffeu, 0x3164u, 0x1160u, 0x180eu, 0x2028u, 0x85u, 0x202eu})
      REQUIRE(once->find(utf8(c)) == once->npos);
  }
  CHECK(names > 10000);
}

TEST_CASE("letters of other scripts and sizes do not make another name", "[names]") {
  std::pair<char const*, char const*> const alike[] = {{"Taro", "Ꭲаrο"},  // Cherokee, Cyrillic, Greek
                                                       {"Taro", "ᴛᴀʀᴏ"},  // small capitals
                                                       {"Taro", "𝓣𝓪𝓻𝓸"},  // for mathematics
                                                       {"Taro", "🅣🅐🅡🅞"},
                                                       {"Taro", "🆃🅰🆁🅾"},
                                                       {"Taro", "🇹🇦🇷🇴"},
                                                       {"Taro (2)", "Taro（２）"},
                                                       {"Taro (2)", "Taro(2)"},
                                                       {"Taro (2)", "Taro ( 2 )"},
                                                       {"Taro (2)", "Ｔａｒｏ　（２）"},
                                                       {"Zoë", "Zoё"},
                                                       {"ニ", "二"},
                                                       {"ー", "一"},
                                                       {"へび", "ヘび"},
                                                       {"べる", "ベる"},
                                                       {"タロ", "夕口"},
                                                       {"カエ", "力工"},
                                                       {"さっき", "さつき"},
                                                       {"O1", "0l"},
                                                       {"〇", "O"}};
  for (auto const& [one, other] : alike) {
    CAPTURE(one, other);
    CHECK(skeleton_of(one) == skeleton_of(other));
    CHECK(skeleton_of(other) == skeleton_of(one));
  }
  std::pair<char const*, char const*> const apart[] = {{"Taro (2)", "Taro (3)"}, {"あい", "あり"}, {"מיכל", "מיכה"},
                                                       {"سارة", "سارا"},         {"Оля", "Толя"},  {"김", "이"}};
  for (auto const& [one, other] : apart) {
    CAPTURE(one, other);
    CHECK(skeleton_of(one) != skeleton_of(other));
  }
}

TEST_CASE("nobody gets the numbered name of another by other letters", "[names]") {
  using server::name_among;
  std::vector<server::Person> people{{"g_1", "Taro"}, {"g_2", "Taro (2)"}};
  CHECK(name_among(people, "g_3", "Тaro（２）") == "Тaro（２） (2)");
  CHECK(name_among(people, "g_3", "Taro(2)") == "Taro(2) (2)");
  people[1].nick = "Taro (2)\xe2\x81\xa5";  // stored by an older server
  CHECK(name_among(people, "g_3", "Taro") == "Taro (3)");
}

TEST_CASE("a picture shows the names of a file without what breaks or turns it", "[names]") {
  auto const hostile = joined(U"A\u202eB\x01\x9b\u2066C\u2028\uffffD<i>&\"");
  Json const shown{{"game", "nim"},
                   {"seats", {{"s0", {{"nick", hostile}}}, {"s1", {{"bot", "\x1b[2Jx\xe2\x80\xae"}}}}}};
  auto const svg = record::picture(shown);
  CHECK(svg.find(">ABC" + joined(U"\ufffd") + "D&lt;i>&amp;&quot;</text>") != svg.npos);
  CHECK(svg.find(">[2Jx</text>") != svg.npos);
  CHECK(svg.find("unicode-bidi=\"plaintext\"") != svg.npos);
  for (char32_t const c : {0x1u, 0x1bu, 0x9bu, 0x202eu, 0x2066u, 0x2028u, 0xffffu})
    CHECK(svg.find(utf8(c)) == svg.npos);
  CHECK(xml_escape("\x01\t\xef\xbf\xbe") == "\xef\xbf\xbd\t\xef\xbf\xbd");
}

}  // namespace engawa::tests::names_test
