// Any bytes as a frame: decode() never crashes, and its results keep the promises of protocol/messages.hpp.
#include <algorithm>
#include <cstdint>

#include "protocol/envelope.hpp"
#include "protocol/errors.hpp"
#include "protocol/frames.hpp"
#include "protocol/messages.hpp"
#include "server/state/input.hpp"
#include "tests/fuzz/check.hpp"

namespace {

using namespace engawa;
using namespace engawa::fuzz;

constexpr std::int64_t kMaxInteger = (std::int64_t{1} << 53) - 1;

void check_refusal(protocol::BadFrame const& bad) {
  auto const registry = protocol::error_registry();
  bool const known =
      std::any_of(registry.begin(), registry.end(), [&](auto const& entry) { return entry.code == bad.refusal.code; });
  check(known, "a refusal's code is in the registry", bad.refusal.code);
  check(!bad.refusal.message.empty(), "a refusal has a message");
  // Not reread(): the id is returned unchanged, even with a U+0000, for which the frame is refused.
  auto const answer = Json::parse(protocol::error(bad.id, bad.refusal), nullptr, false);
  check(answer.is_object(), "the answer to a bad frame is JSON", bad.id);
  check(answer.contains("re") == !bad.id.empty(), "an answer carries the id that the frame had");
}

void check_cleaned(Result<std::string> const& again, std::string const& text) {
  check(again.has_value() && *again == text, "a cleaned text is clean", text);
  check(!protocol::skeleton_of(text).empty() && !protocol::looks_of(text).empty(), "a name looks like something", text);
}

void check_fields(protocol::Hello const& hello) {
  if (hello.nick) check_cleaned(protocol::clean_nick(*hello.nick), *hello.nick);
  check(hello.token.size() <= 64, "a token is bounded");
  check(!hello.seq || *hello.seq <= static_cast<std::uint64_t>(kMaxInteger), "a number is one of JavaScript's");
}
void check_fields(protocol::Sit const& sit) { check(sit.seat >= 0 && sit.seat <= 15, "a seat is 0..15"); }
void check_fields(protocol::SetSeat const& set) {
  check(set.seat >= 0 && set.seat <= 15, "a seat is 0..15");
  check(set.level >= 0 && set.level <= 99, "a level is bounded");
}
void check_fields(protocol::Move const& move) {
  check(reread(move.move, "a move is JSON").is_object(), "a move is an object");
}
void check_fields(protocol::Say const& say) { check_cleaned(protocol::clean_chat(say.text), say.text); }
template <class Request>
void check_fields(Request const&) {}

// As the room turns a request into an input; the journal must return it unchanged.
void check_journal(protocol::ClientFrame const& frame) {
  server::Input input;
  input.kind = server::InputKind::say;
  input.at = 1;
  input.seat = 1;
  input.guest = "g_7h2";
  input.request = frame.id;
  if (auto const* hello = std::get_if<protocol::Hello>(&frame.request)) input.nick = hello->nick.value_or("");
  if (auto const* say = std::get_if<protocol::Say>(&frame.request)) input.text = say->text;
  if (auto const* move = std::get_if<protocol::Move>(&frame.request))
    input.move = reread(move->move, "a move is JSON").dump();
  auto const line = server::write_input(input);
  auto const read = server::read_input(line);
  check(read.has_value(), "an input is read back", line);
  check(server::write_input(*read) == line, "an input is read back as it was", line);
}

void check_request(protocol::ClientFrame const& frame) {
  check(!frame.id.empty(), "a request has an id");
  auto const answer = reread(protocol::ok(frame.id, 7), "an answer is JSON");
  check(answer.at("re").is_string() || answer.at("re").is_number_integer(), "an id is a string or an integer",
        frame.id);
  check(!protocol::type_name(frame.request).empty(), "a request has a type");
  std::visit([](auto const& request) { check_fields(request); }, frame.request);
  check_journal(frame);
}

// A plain frame is read without a tree; with a leading space it is not plain.
void check_readers(std::string_view text) {
  auto const one = protocol::decode(text), other = protocol::decode(" " + std::string(text));
  check(one.index() == other.index(), "both readers take a frame, or none does", text);
  auto const* frame = std::get_if<protocol::ClientFrame>(&one);
  auto const* move = frame ? std::get_if<protocol::Move>(&frame->request) : nullptr;
  if (!move) return;
  auto const& by_tree = std::get<protocol::ClientFrame>(other);
  auto const& same = std::get<protocol::Move>(by_tree.request);
  check(frame->id == by_tree.id && move->ply == same.ply && move->hash == same.hash &&
            reread(move->move, "a move is JSON") == reread(same.move, "a move is JSON"),
        "both readers read the same", text);
}

// On a stream: the content of an envelope is an object, and the answer in one is JSON for any room name.
void check_envelope(std::string_view text) {
  auto const opened = protocol::open_envelope(text);
  if (!opened) return check(opened.error().code == "bad_message", "a bad envelope is a bad message", text);
  if (!*opened) return;
  auto const& [room, frame] = **opened;
  if (!frame.empty()) check(reread(frame, "what is in an envelope is JSON").is_object(), "it is an object", frame);
  check(reread(protocol::envelope(room, R"({"type":"ok"})"), "an envelope is JSON").at("room") == room,
        "an envelope names its room", room);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string_view const text(reinterpret_cast<char const*>(data), std::min(size, protocol::kMaxFrameBytes));
  if (text.size() < protocol::kMaxFrameBytes) check_readers(text);
  check_envelope(text);
  auto const decoded = protocol::decode(text);
  if (auto const* bad = std::get_if<protocol::BadFrame>(&decoded))
    check_refusal(*bad);
  else
    check_request(std::get<protocol::ClientFrame>(decoded));
  return 0;
}
