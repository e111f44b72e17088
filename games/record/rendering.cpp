#include "games/record/rendering.hpp"

#include "base/json_write.hpp"

namespace engawa::record {
namespace write = json_write;

Checked<Rendering> Rendering::open(std::string_view text) {
  auto replay = Replay::open(text);
  if (!replay) return replay.error();
  return Rendering(std::move(*replay));
}

void Rendering::write_head(std::string& out) const {
  auto const& header = replay_.header();
  write::key(out, "record");
  write::string(out, header.id);
  write::string_member(out, "game", header.game);
  write::raw_member(out, "options", header.options);
  write_seats(out, header);
  write::integer_member(out, "started", header.started);
  write::integer_member(out, "ended", replay_.ending().ended);
  write::raw_member(out, "result", replay_.ending().result);
  out += R"(,"start":{)";
  replay_.match().write_document(out);
  out += '}';
}

Checked<bool> Rendering::write_step(std::string& out) {
  Replay::Step step;
  auto more = replay_.next(step);
  if (!more || !*more) return more;
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
  return true;
}

Checked<std::string> render(std::string_view text) {
  auto rendering = Rendering::open(text);
  if (!rendering) return rendering.error();
  std::string out = "{";
  rendering->write_head(out);
  out += R"(,"steps":[)";
  for (;;) {
    auto const more = rendering->write_step(out);
    if (!more) return more.error();
    if (!*more) break;
    out += ',';
  }
  if (out.back() == ',') out.pop_back();
  return out += "]}";
}

}  // namespace engawa::record
