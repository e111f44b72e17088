#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/json_read.hpp"
#include "base/plain_object.hpp"
#include "protocol/content.hpp"
#include "protocol/messages.hpp"
#include "protocol/request_id.hpp"

namespace engawa::protocol {
namespace {

constexpr std::int64_t kMaxPly = 1'000'000;
constexpr std::size_t kMaxHash = 32;

using Decoder = Result<Request> (*)(Json const&);

Result<int> required_seat(Json const& frame) {
  auto const seat = read_int(frame, "seat", 0, 15);
  if (!seat) return seat.error();
  if (!*seat) return refuse("bad_message", "seat is missing: a number from 0 to 15");
  return static_cast<int>(**seat);
}

Result<std::optional<std::uint64_t>> read_seq(Json const& frame, char const* key = "seq") {
  auto const seq = read_int(frame, key, 0, kMaxInteger);
  if (!seq) return seq.error();
  if (!*seq) return std::optional<std::uint64_t>{};
  return std::optional<std::uint64_t>{static_cast<std::uint64_t>(**seq)};
}

// A hash of a history. A hash that this server did not make is not an error: it simply matches no history.
Result<std::string> read_hash(Json const& frame) {
  auto hash = read_string(frame, "hash", kMaxHash);
  if (!hash) return hash.error();
  return std::move(*hash).value_or("");
}

// `bot` of hello, as JSON text; the author may be missing.
Result<std::string> read_program(Json const& frame) {
  auto const bot = frame.find("bot");
  if (bot == frame.end()) return std::string();
  if (!bot->is_object())
    return refuse("bad_message", "bot must be an object such as {\"name\":\"Greedy\",\"author\":\"Hana\"}");
  auto program = Json::object();
  for (auto const* key : {"name", "author"}) {
    auto const what = "bot." + std::string(key);
    auto const text = read_string(*bot, key, 256);
    if (!text) return refuse("bad_message", what + " must be a text of at most 256 bytes");
    if (!*text && *key == 'n') return refuse("bad_message", "bot.name is missing: what the program is called");
    if (!*text) continue;
    auto cleaned = clean_nick(**text, what);
    if (!cleaned) return cleaned.error();
    program[key] = std::move(*cleaned);
  }
  return program.dump();
}

Result<Request> decode_hello(Json const& frame) {
  Hello hello;
  auto const token = read_string(frame, "token", 64);
  if (!token) return token.error();
  hello.token = token->value_or("");
  auto const nick = read_string(frame, "nick", 256);
  if (!nick) return nick.error();
  if (*nick) {
    auto cleaned = clean_nick(**nick);
    if (!cleaned) return cleaned.error();
    hello.nick = std::move(*cleaned);
  }
  auto const seq = read_seq(frame);
  if (!seq) return seq.error();
  hello.seq = *seq;
  auto hash = read_hash(frame);
  if (!hash) return hash.error();
  hello.hash = std::move(*hash);
  auto const lang = read_string(frame, "lang", 16);
  if (!lang) return lang.error();
  hello.lang = lang->value_or("");
  auto const friendly = read_bool(frame, "friendly");
  if (!friendly) return friendly.error();
  hello.friendly = friendly->value_or(false);
  auto const client = read_string(frame, "client", 64);
  if (!client) return client.error();
  auto program = read_program(frame);
  if (!program) return program.error();
  hello.program = std::move(*program);
  return Request{std::move(hello)};
}

Result<Request> decode_sit(Json const& frame) {
  auto const seat = required_seat(frame);
  if (!seat) return seat.error();
  return Request{Sit{*seat}};
}

Result<Request> decode_seat(Json const& frame) {
  SetSeat set;
  auto const seat = required_seat(frame);
  if (!seat) return seat.error();
  set.seat = *seat;
  auto const to = read_string(frame, "to", 16);
  if (!to) return to.error();
  if (*to == "open")
    set.to = SeatTo::open;
  else if (*to == "closed")
    set.to = SeatTo::closed;
  else if (*to == "bot")
    set.to = SeatTo::bot;
  else
    return refuse("bad_message", "to must be \"open\", \"closed\" or \"bot\"");
  auto const bot = read_string(frame, "bot", 32);
  if (!bot) return bot.error();
  set.bot = bot->value_or("");
  auto const level = read_int(frame, "level", 1, 99);
  if (!level) return level.error();
  set.level = static_cast<int>(level->value_or(0));
  return Request{std::move(set)};
}

Result<Move> read_move(Json const& frame) {
  auto const ply = read_int(frame, "ply", 0, kMaxPly);
  if (!ply) return ply.error();
  auto const move = frame.find("move");
  if (move == frame.end() || !move->is_object())
    return refuse("bad_message", "move is missing: an object such as {\"cell\":\"f7\"}");
  auto hash = read_hash(frame);
  if (!hash) return hash.error();
  Move decoded{{}, std::move(*hash), move->dump()};
  if (*ply) decoded.ply = static_cast<std::uint32_t>(**ply);
  return decoded;
}

template <class T>
Result<Request> decode_move(Json const& frame) {
  auto move = read_move(frame);
  if (!move) return move.error();
  return Request{T{std::move(*move)}};
}

Result<Request> decode_rematch(Json const& frame) {
  auto const accept = frame.find("accept");
  if (accept == frame.end()) return Request{Rematch{true}};
  if (!accept->is_boolean()) return refuse("bad_message", "accept must be true or false");
  return Request{Rematch{accept->get<bool>()}};
}

Result<Request> decode_say(Json const& frame) {
  auto const text = read_string(frame, "text", 4096);
  if (!text) return text.error();
  if (!*text) return refuse("bad_message", "text is missing");
  auto cleaned = clean_chat(**text);
  if (!cleaned) return cleaned.error();
  return Request{Say{std::move(*cleaned)}};
}

Result<Request> decode_sync(Json const& frame) {
  auto const seq = read_seq(frame);
  if (!seq) return seq.error();
  auto hash = read_hash(frame);
  if (!hash) return hash.error();
  return Request{Sync{*seq, std::move(*hash)}};
}

Result<Request> decode_log(Json const& frame) {
  auto const before = read_seq(frame, "before");
  if (!before) return before.error();
  return Request{Log{*before}};
}

Result<Request> decode_ping(Json const& frame) {
  auto const ms = read_int(frame, "client_ms", -kMaxInteger, kMaxInteger);
  if (!ms) return ms.error();
  return Request{Ping{*ms}};
}

Result<std::string> required_guest(Json const& frame) {
  auto guest = read_string(frame, "guest", 32);
  if (!guest) return guest.error();
  if (!*guest) return refuse("bad_message", "guest is missing: the id of a guest, such as \"g_7h2\"");
  return std::move(**guest);
}

template <class T>
Result<Request> decode_guest(Json const& frame) {
  auto guest = required_guest(frame);
  if (!guest) return guest.error();
  return Request{T{std::move(*guest)}};
}

Result<Request> decode_mute(Json const& frame) {
  auto guest = required_guest(frame);
  if (!guest) return guest.error();
  auto const muted = frame.find("muted");
  if (muted == frame.end() || !muted->is_boolean()) return refuse("bad_message", "muted must be true or false");
  return Request{Mute{std::move(*guest), muted->get<bool>()}};
}

Result<Request> decode_pause(Json const& frame) {
  auto const paused = read_bool(frame, "paused");
  if (!paused) return paused.error();
  return Request{Pause{paused->value_or(true)}};
}

// The JSON text of an object member; empty: absent.
Result<std::string> object_text(Json const& frame, char const* key) {
  auto const found = frame.find(key);
  if (found == frame.end()) return std::string();
  if (!found->is_object()) return refuse("bad_message", std::string(key) + " must be an object");
  return found->dump();
}

Result<Request> decode_configure(Json const& frame) {
  auto game = read_string(frame, "game", 32);
  if (!game) return game.error();
  auto options = object_text(frame, "options");
  if (!options) return options.error();
  auto clock = object_text(frame, "clock");
  if (!clock) return clock.error();
  auto hints = read_string(frame, "hints", 16);
  if (!hints) return hints.error();
  if (*hints && **hints != "allowed" && **hints != "off")
    return refuse("bad_message", "hints must be \"allowed\" or \"off\"");
  if (!*game && options->empty() && clock->empty() && !*hints)
    return refuse("bad_message", "one of game, options, clock and hints must be given");
  return Request{Configure{game->value_or(""), std::move(*options), std::move(*clock), hints->value_or("")}};
}

template <class T>
Result<Request> decode_bare(Json const&) {
  return Request{T{}};
}

constexpr auto kDecoders = std::to_array<std::pair<std::string_view, Decoder>>({
    {"hello", decode_hello},
    {"sit", decode_sit},
    {"stand", decode_bare<Stand>},
    {"seat", decode_seat},
    {"start", decode_bare<Start>},
    {"move", decode_move<Move>},
    {"resign", decode_bare<Resign>},
    {"rematch", decode_rematch},
    {"hint", decode_bare<Hint>},
    {"say", decode_say},
    {"sync", decode_sync},
    {"ping", decode_ping},
    {"kick", decode_guest<Kick>},
    {"pardon", decode_guest<Pardon>},
    {"mute", decode_mute},
    {"log", decode_log},
    {"preview", decode_move<Preview>},
    {"hand_over", decode_guest<HandOver>},
    {"pause", decode_pause},
    {"configure", decode_configure},
});

// Same as id_of(), for an id that is plain; empty also for other ids.
std::string plain_id(PlainObject::Member const& id) {
  std::string text;
  if (id.kind == PlainObject::Kind::integer && id.text.front() != '-') return text.assign(id.text);
  if (id.kind != PlainObject::Kind::string || id.text.empty() || id.text.size() > 32) return text;
  return text.append(1, '"').append(id.text).append(1, '"');
}

// Decodes the most frequent request if it is as plain as clients write it; nullopt: use decode().
std::optional<ClientFrame> plain_move(std::string_view text) {
  using Kind = PlainObject::Kind;
  auto const frame = PlainObject::read(text);
  if (!frame || text_at(*frame, "type") != "move") return std::nullopt;
  auto const* const id = frame->find("id");
  auto const* const ply = frame->find("ply");
  auto const* const hash = frame->find("hash");
  auto const* const move = frame->find("move");
  auto re = id ? plain_id(*id) : std::string();
  if (re.empty() || !move || move->kind != Kind::object || (hash && hash->kind != Kind::string)) return std::nullopt;
  Move request;
  if (ply) {
    auto const number = read_int(*frame, "ply", 0, kMaxPly);
    if (!number) return std::nullopt;
    request.ply = static_cast<std::uint32_t>(**number);
  }
  if (hash && hash->text.size() > kMaxHash) return std::nullopt;
  if (hash) request.hash = hash->text;
  request.move = move->text;
  return ClientFrame{std::move(re), content_of(*frame), Request{std::move(request)}};
}

}  // namespace

std::string_view type_name(Request const& request) { return kDecoders[request.index()].first; }

std::variant<ClientFrame, BadFrame> decode(std::string_view text) {
  if (auto move = plain_move(text)) return std::move(*move);
  auto const frame = parse_json(text);
  if (!frame) return BadFrame{id_of_refused(text), frame.error()};
  if (!frame->is_object()) return BadFrame{{}, refuse("bad_message", "a frame must be a JSON object with type and id")};
  auto id = id_of(*frame);
  auto const type = read_string(*frame, "type", 64);
  if (!type || !*type) return BadFrame{std::move(id), refuse("bad_message", "type is missing: a string")};
  for (auto const& [name, decoder] : kDecoders) {
    if (name != **type) continue;
    if (id.empty())
      return BadFrame{
          {}, refuse("bad_message", "id must be a string of 1 to 32 characters or an integer from 0 to 2^53-1")};
    auto request = decoder(*frame);
    if (!request) return BadFrame{std::move(id), request.error()};
    return ClientFrame{std::move(id), content_of(*frame), std::move(*request)};
  }
  return BadFrame{std::move(id), refuse("unknown_type", "no request has the type \"" + **type + "\"")};
}

}  // namespace engawa::protocol
