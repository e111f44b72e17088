#include "server/input.hpp"

#include <array>
#include <nlohmann/json.hpp>

#include "base/json_read.hpp"
#include "base/json_write.hpp"

namespace engawa::server {
namespace write = json_write;
namespace {

// In the order of InputKind. These words are in journals on disk: never change one.
constexpr std::array<std::string_view, 21> kWords{"sit",    "hold",   "stand",   "open", "close",  "bot",     "start",    "move",   "bot_move", "timeout", "resign",
                                                  "accept", "decline", "say",    "online", "offline", "stand_in", "vacate", "restart",  "sleep",   "wake"};

void text_member(std::string& out, std::string_view key, std::string_view value) {
  if (value.empty()) return;
  out += ',';
  write::key(out, key);
  write::string(out, value);
}

void raw_member(std::string& out, std::string_view key, std::string_view json) {
  if (json.empty()) return;
  out += ',';
  write::key(out, key);
  out += json;
}

void int_member(std::string& out, std::string_view key, std::int64_t value) {
  out += ',';
  write::key(out, key);
  write::integer(out, value);
}

Refusal damaged(std::string const& what) { return refuse("internal", "damaged journal: " + what); }

}  // namespace

std::string write_input(Input const& input) {
  std::string out = R"({"in":")";
  out.reserve(128);
  out += kWords[static_cast<std::size_t>(input.kind)];
  out += R"(","at":)";
  write::integer(out, input.at);
  if (input.until != 0) int_member(out, "until", input.until);
  if (input.seat >= 0) int_member(out, "seat", input.seat);
  if (input.level != 0) int_member(out, "level", input.level);
  text_member(out, "guest", input.guest);
  raw_member(out, "request", input.request);
  text_member(out, "nick", input.nick);
  text_member(out, "text", input.text);
  raw_member(out, "move", input.move);
  return out += '}';
}

Result<Input> read_input(std::string_view text) try {
  auto const parsed = parse_json(text);
  if (!parsed) return damaged(parsed.error().message);
  auto const& json = *parsed;
  Input input;
  auto const word = json.at("in").get_ref<std::string const&>();
  auto const found = std::find(kWords.begin(), kWords.end(), word);
  if (found == kWords.end()) return damaged("no input is called " + word);
  input.kind = static_cast<InputKind>(found - kWords.begin());
  input.at = json.at("at").get<std::int64_t>();
  input.until = json.value("until", std::int64_t{0});
  input.seat = json.value("seat", -1);
  input.level = json.value("level", 0);
  input.guest = json.value("guest", "");
  if (json.contains("request")) input.request = json["request"].dump();
  input.nick = json.value("nick", "");
  input.text = json.value("text", "");
  if (json.contains("move")) input.move = json["move"].dump();
  return input;
} catch (nlohmann::json::exception const& error) {
  return damaged(error.what());
}

std::string write_setup(RoomSetup const& setup) {
  std::string out = R"({"code":)";
  write::string(out, setup.code);
  text_member(out, "game", setup.game);
  raw_member(out, "options", setup.options);
  out += R"(,"chairs":[)";
  for (auto const& chair : setup.chairs) {
    if (out.back() != '[') out += ',';
    out += R"({"kind":)";
    write::integer(out, static_cast<int>(chair.kind));
    text_member(out, "bot", chair.bot);
    int_member(out, "level", chair.level);
    out += '}';
  }
  out += ']';
  text_member(out, "maker", setup.maker);
  text_member(out, "maker_nick", setup.maker_nick);
  int_member(out, "public", setup.is_public ? 1 : 0);
  int_member(out, "start_when_full", setup.start_when_full ? 1 : 0);
  int_member(out, "clock_ms", setup.clock_ms);
  int_member(out, "bot_delay_ms", setup.bot_delay_ms);
  int_member(out, "hold_ms", setup.hold_ms);
  int_member(out, "created_at", setup.created_at);
  text_member(out, "seed", std::to_string(setup.seed));
  return out += '}';
}

Result<RoomSetup> read_setup(std::string_view text) try {
  auto const parsed = parse_json(text);
  if (!parsed) return damaged(parsed.error().message);
  auto const& json = *parsed;
  RoomSetup setup;
  setup.code = json.at("code").get<std::string>();
  setup.game = json.at("game").get<std::string>();
  setup.options = json.at("options").dump();
  for (auto const& chair : json.at("chairs"))
    setup.chairs.push_back({static_cast<RoomSetup::Chair::Kind>(chair.at("kind").get<int>()), chair.value("bot", ""), chair.value("level", 0)});
  setup.maker = json.value("maker", "");
  setup.maker_nick = json.value("maker_nick", "");
  setup.is_public = json.at("public").get<int>() != 0;
  setup.start_when_full = json.at("start_when_full").get<int>() != 0;
  setup.clock_ms = json.at("clock_ms").get<std::int64_t>();
  setup.bot_delay_ms = json.at("bot_delay_ms").get<std::int64_t>();
  setup.hold_ms = json.at("hold_ms").get<std::int64_t>();
  setup.created_at = json.at("created_at").get<std::int64_t>();
  setup.seed = std::stoull(json.at("seed").get<std::string>());
  return setup;
} catch (std::exception const& error) {
  return damaged(error.what());
}

}  // namespace engawa::server
