#include "clients/cli/room/playback.hpp"

#include <nlohmann/json.hpp>

namespace engawa::cli {

using record::Entry;

Playback::Playback(record::Replay replay) : replay_(std::move(replay)), room_(std::make_shared<Json>()) {
  auto const& header = replay_.header();
  auto const dash = header.id.rfind('-');
  auto& room = *room_;
  room = {
      {"code", header.id.substr(0, dash)}, {"game", header.game}, {"phase", "playing"}, {"clock", {{"kind", "none"}}}};
  room["options"] = parse_json(header.options).value();
  room["round"] = dash == std::string::npos ? 1 : std::atoi(header.id.c_str() + dash + 1);
  for (std::size_t i = 0; i < header.seats.size(); ++i)
    room["seats"]["s" + std::to_string(i)] = parse_json(header.seats[i]).value();
}

record::Checked<Playback> Playback::open(std::string_view text) {
  auto replay = record::Replay::open(text);
  if (!replay) return replay.error();
  return Playback(std::move(*replay));
}

record::Checked<bool> Playback::next() {
  step_ = {};
  auto const more = replay_.next(step_);
  if (!more) return more.error();
  over_ = !*more;
  if (over_) {
    (*room_)["phase"] = "over";
    (*room_)["result"] = parse_json(replay_.ending().result).value();
    by_.clear();
    return false;
  }
  by_ = step_.entry.seat < 0 ? "" : "s" + std::to_string(step_.entry.seat);
  note_seat(step_.entry);
  return true;
}

void Playback::note_seat(Entry const& entry) {
  if (entry.kind == Entry::Kind::resign) (*room_)["seats"][by_]["resigned"] = true;
  if (entry.kind == Entry::Kind::seat) (*room_)["seats"][by_] = parse_json(entry.data).value();
}

Json Playback::document() const {
  auto room = *room_;
  std::string game = "{";
  replay_.match().write_document(game);
  room.update(parse_json(game + '}').value());
  if (over_) room["to_act"] = room["legal"] = "";
  if (replay_.match().timed()) room["elapsed"] = {{"ms", time()}};
  return room;
}

Table Playback::table() const { return read_table(document()); }

// The room's own part of an input, in addition to the game's.
Json Playback::events() const {
  auto list = parse_json("[" + step_.events + "]").value();
  auto const add = [&](char const* kind) { list.push_back({{"kind", kind}, {"seat", by_}}); };
  if (over_) return Json::array({{{"kind", "over"}}});
  if (step_.entry.kind == Entry::Kind::timeout) add("timeout");
  if (step_.entry.kind == Entry::Kind::resign) add("resign");
  if (step_.entry.kind == Entry::Kind::seat) {
    auto const to = parse_json(step_.entry.data).value();
    add(to.is_object() && to.contains("stand_in") ? "stand_in" : "hand_back");
  }
  return list;
}

}  // namespace engawa::cli
