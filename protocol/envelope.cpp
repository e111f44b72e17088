#include "protocol/envelope.hpp"

#include <nlohmann/json.hpp>

#include "base/expect.hpp"
#include "base/json_read.hpp"
#include "base/json_write.hpp"
#include "base/plain_object.hpp"

namespace engawa::protocol {
namespace {

Refusal no_envelope() {
  return refuse("bad_message",
                R"(an envelope is {"room":"CODE","frame":{...}}, or {"room":"CODE","end":{}} to leave the room)");
}

std::string head(std::string_view room) {
  std::string out = R"({"room":)";
  json_write::string(out, room);
  return out;
}

std::optional<Envelope> plain_envelope(std::string_view text) {
  auto const object = PlainObject::read(text);
  if (!object) return std::nullopt;
  auto const* const room = object->find("room");
  auto const* const frame = object->find("frame");
  if (!room || !frame || object->find("end") || object->find("type")) return std::nullopt;
  if (room->kind != PlainObject::Kind::string || frame->kind != PlainObject::Kind::object) return std::nullopt;
  return Envelope{std::string(room->text), std::string(frame->text)};
}

}  // namespace

Result<std::optional<Envelope>> open_envelope(std::string_view text) {
  if (auto plain = plain_envelope(text)) return plain;
  auto const tree = parse_json(text);
  if (!tree || !tree->is_object() || tree->contains("type") || !(tree->contains("room") || tree->contains("frame")))
    return std::optional<Envelope>{};
  auto const room = tree->find("room"), frame = tree->find("frame"), end = tree->find("end");
  bool const leaves = end != tree->end();
  if (room == tree->end() || !room->is_string() || leaves == (frame != tree->end())) return no_envelope();
  if (!(leaves ? *end : *frame).is_object()) return no_envelope();
  return std::optional<Envelope>{{*room, leaves ? std::string() : frame->dump()}};
}

std::string envelope(std::string_view room, std::string_view frame) {
  EXPECT(frame.starts_with('{'), frame);
  auto out = head(room);
  out.reserve(out.size() + frame.size() + 16);
  return out.append(R"(,"frame":)").append(frame).append("}");
}

std::string end_envelope(std::string_view room, int code, std::string_view reason) {
  auto out = head(room) + R"(,"end":{"code":)" + std::to_string(code) + R"(,"reason":)";
  json_write::string(out, reason);
  return out.append("}}");
}

std::string invitation(Invitation const& invitation) {
  bool const seated = invitation.reason == Invitation::Reason::seat;
  std::string out = R"({"type":"invitation","room":")" + invitation.room + R"(","game":")" + invitation.game +
                    R"(","reason":")" + (seated ? "seat" : "invited") + '"';
  if (seated) return out + R"(,"seat":)" + std::to_string(invitation.seat) + '}';
  out += R"(,"by":{"id":")" + invitation.by_id + R"(","nick":)";
  json_write::string(out, invitation.by_nick);
  return out + "}}";
}

}  // namespace engawa::protocol
