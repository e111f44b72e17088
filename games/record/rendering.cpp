#include "games/record/rendering.hpp"

#include "base/json_write.hpp"

namespace engawa::record {
namespace write = json_write;
namespace {

void write_head(Replay const& replay, std::string& out) {
  auto const& header = replay.header();
  out += '{';
  write::key(out, "record");
  write::string(out, header.id);
  write::string_member(out, "game", header.game);
  write::raw_member(out, "options", header.options);
  out += R"(,"seats":{)";
  for (std::size_t i = 0; i < header.seats.size(); ++i) {
    if (i > 0) out += ',';
    write::key(out, games::seat_name(static_cast<games::Seat>(i)));
    out += header.seats[i];
  }
  out += '}';
  write::integer_member(out, "started", header.started);
  write::integer_member(out, "ended", replay.ending().ended);
  write::raw_member(out, "result", replay.ending().result);
  out += R"(,"start":{)";
  replay.match().write_document(out);
  out += '}';
}

void write_step(Replay::Step const& step, std::string& out) {
  auto const& entry = step.entry;
  out += '{';
  write::key(out, "in");
  write::string(out, word_of(entry.kind));
  write::integer_member(out, "at", entry.at);
  if (entry.t) write::integer_member(out, "t", *entry.t);
  if (entry.seat >= 0) write::string_member(out, "seat", games::seat_name(static_cast<games::Seat>(entry.seat)));
  if (!step.move.empty()) write::raw_member(out, "move", step.move);
  if (entry.kind == Entry::Kind::seat) write::raw_member(out, "to", entry.data);
  if (!step.set.empty()) out.append(R"(,"set":{)").append(step.set).append("}");
  if (!step.events.empty()) out.append(R"(,"events":[)").append(step.events).append("]");
  out += '}';
}

}  // namespace

Checked<std::string> render(std::string_view text) {
  auto replay = Replay::open(text);
  if (!replay) return replay.error();
  std::string out;
  write_head(*replay, out);
  out += R"(,"steps":[)";
  Replay::Step step;
  for (bool first = true;; first = false) {
    auto const more = replay->next(step);
    if (!more) return more.error();
    if (!*more) break;
    if (!first) out += ',';
    write_step(step, out);
  }
  return out += "]}";
}

}  // namespace engawa::record
