#include "protocol/frames.hpp"

#include "base/json_write.hpp"
#include "protocol/messages.hpp"

namespace engawa::protocol {
namespace write = json_write;
namespace {

void begin(std::string& out, std::string_view type, std::string_view re) {
  out += R"({"type":")";
  out += type;
  out += '"';
  if (!re.empty()) {
    out += R"(,"re":)";
    out += re;
  }
}

std::string head(std::string_view type, std::string_view re) {
  std::string out;
  out.reserve(96);
  begin(out, type, re);
  return out;
}

void number(std::string& out, std::string_view name, std::integral auto value) {
  out += ',';
  write::key(out, name);
  write::integer(out, value);
}

void text(std::string& out, std::string_view name, std::string_view value) {
  out += ',';
  write::key(out, name);
  write::string(out, value);
}

// The position in a room's history.
void position(std::string& out, std::uint64_t seq, std::string_view hash) {
  number(out, "seq", seq);
  if (!hash.empty()) text(out, "hash", hash);
}

}  // namespace

void write_ok(std::string& out, std::string_view re, std::uint64_t seq) {
  begin(out, "ok", re);
  number(out, "seq", seq);
  out += '}';
}

std::string ok(std::string_view re, std::uint64_t seq) {
  std::string out;
  write_ok(out, re, seq);
  return out;
}

std::string hint(std::string_view re, std::uint64_t seq, std::string_view hint) {
  auto out = head("ok", re);
  number(out, "seq", seq);
  out.append(R"(,"hint":)").append(hint);
  out += '}';
  return out;
}

std::string log(std::string_view re, std::uint64_t seq, std::string_view log) {
  auto out = head("ok", re);
  out.reserve(log.size() + 64);
  number(out, "seq", seq);
  out.append(R"(,"log":)").append(log);
  out += '}';
  return out;
}

std::string preview(std::string_view re, std::uint64_t seq, std::uint32_t ply, std::string_view set,
                    std::string_view events) {
  auto out = head("ok", re);
  out.reserve(128 + set.size() + events.size());
  number(out, "seq", seq);
  out += R"(,"preview":{"ply":)";
  write::integer(out, ply);
  out.append(R"(,"set":{)").append(set).append(R"(},"events":[)").append(events);
  out += "]}}";
  return out;
}

std::string error(std::string_view re, Refusal const& refusal, ErrorContext const& context) {
  auto out = head("error", re);
  text(out, "code", refusal.code);
  text(out, "message", refusal.message);
  if (context.seq) number(out, "seq", *context.seq);
  if (context.ply) number(out, "ply", *context.ply);
  if (context.retry_ms) number(out, "retry_ms", *context.retry_ms);
  if (!context.reason.empty()) text(out, "reason", context.reason);
  if (context.until) number(out, "until", *context.until);
  out += '}';
  return out;
}

std::string pong(std::string_view re, std::optional<std::int64_t> client_ms, std::int64_t server_ms) {
  auto out = head("pong", re);
  if (client_ms) number(out, "client_ms", *client_ms);
  number(out, "server_ms", server_ms);
  out += '}';
  return out;
}

std::string draining(int in_s) {
  auto out = head("notice", {});
  text(out, "kind", "draining");
  number(out, "in_s", in_s);
  out += '}';
  return out;
}

std::string operator_notice(std::string_view en, std::string_view ja) {
  auto out = head("notice", {});
  text(out, "kind", "operator");
  out += R"(,"text":{)";
  if (!en.empty()) {
    out += R"("en":)";
    write::string(out, en);
  }
  if (!ja.empty()) {
    out += en.empty() ? R"("ja":)" : R"(,"ja":)";
    write::string(out, ja);
  }
  out += "}}";
  return out;
}

std::string other_history() { return R"({"type":"notice","kind":"history"})"; }

std::string welcome(std::string_view re, WelcomeGuest const& guest, std::uint64_t seq, std::string_view hash,
                    int heartbeat_s) {
  auto out = head("welcome", re);
  if (!guest.id.empty()) {
    out += R"(,"guest":{"id":)";
    write::string(out, guest.id);
    text(out, "nick", guest.nick);
    out += '}';
  }
  if (!guest.token.empty()) text(out, "token", guest.token);
  position(out, seq, hash);
  text(out, "server", "engawad/" ENGAWA_VERSION);
  number(out, "heartbeat_s", heartbeat_s);
  out += R"(,"limits":{"frame_bytes":)";
  write::integer(out, kMaxFrameBytes);
  out += R"(},"capabilities":["bot","close_room","configure","hints","pause","renew_token","stream"]})";
  return out;
}

std::string state(std::uint64_t seq, std::string_view hash, int seat, std::string_view document) {
  auto out = head("state", {});
  out.reserve(document.size() + 96);
  position(out, seq, hash);
  out += R"(,"you":{)";
  if (seat >= 0) {
    write::key(out, "seat");
    write::integer(out, seat);
  }
  out += R"(},"room":)";
  out += document;
  out += '}';
  return out;
}

void write_step(std::string& out, std::uint64_t seq, std::string_view hash, std::string_view by, std::string_view move,
                std::string_view set, std::string_view events) {
  begin(out, "step", {});
  position(out, seq, hash);
  if (!by.empty()) text(out, "by", by);
  if (!move.empty()) {
    out += R"(,"move":)";
    out += move;
  }
  out += R"(,"set":{)";
  out += set;
  out += R"(},"events":[)";
  out += events;
  out += "]}";
}

}  // namespace engawa::protocol
