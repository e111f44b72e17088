#include "server/links/link_pages.hpp"

#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

#include "games/record/commitment.hpp"
#include "server/analysis/analyst.hpp"
#include "server/links/page_tags.hpp"
#include "server/lobby/addresses.hpp"
#include "server/records/link_pictures.hpp"
#include "server/records/record_keeper.hpp"
#include "server/site/paths.hpp"
#include "server/state/document.hpp"

namespace engawa::server {
namespace {

constexpr auto kSitePicture = "/preview.png";
constexpr auto kUnknownRoom = Addresses::Ration::unknown_room;

// The first line of a record, or the last.
Json line_of(std::string_view text, bool last) {
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  auto const line = last ? text.substr(text.rfind('\n') + 1) : text.substr(0, text.find('\n'));
  auto const read = parse_json(line);
  return read ? *read : Json();
}

// What an analysis says of a move, in the form that its picture is drawn from; empty: nothing.
std::string moment_in(std::string const& analysis, std::size_t move) {
  auto const read = parse_json(analysis);
  if (!read || !read->contains("items") || read->value("state", "") != "done") return {};
  Json moment;
  for (auto const& item : (*read)["items"]) {
    auto const ply = item.value("ply", std::size_t{0});
    if (ply + 1 == move) moment = {{"move", move}, {"hint", item["hint"]}, {"next", nullptr}};
    if (ply == move && !moment.is_null()) moment["next"] = item["hint"];
  }
  return moment.is_null() || moment["hint"].is_null() ? std::string() : moment.dump();
}

// Calls `then` with whether everything that this room shows is stored; no client may learn of it before.
void when_stored(Shard& shard, RoomSlot const& slot, std::function<void(bool)> const& then) {
  if (slot.stored()) return then(true);
  shard.run([](Store&) {}, then);
}

}  // namespace

void LinkPages::show(HttpRequest const& request, Respond const& respond) const {
  std::string_view const path = request.path;
  if (path.starts_with("/r/"))
    if (auto const room = read_room_path(path.substr(3)); !room.code.empty() && room.part == RoomPath::Part::room)
      return show_room(request, room.code, respond);
  if (path.starts_with("/g/"))
    if (auto const record = read_record_path(path.substr(3));
        record.round > 0 && record.part == RecordPath::Part::record)
      return show_record(request, record.code, record.round, respond);
  if (path == "/" && files_.has(kSitePicture)) return show_with(request, words_of_site(), "/", kSitePicture, respond);
  respond(files_.get(request, {}));
}

void LinkPages::show_with(HttpRequest const& request, LinkWords const& words, std::string_view page,
                          std::string_view picture, Respond const& respond) const {
  respond(files_.get(request, page_tags(services_.config, request, words, page, picture)));
}

// A page is always shown, even for an unknown room, because here too it must not be possible to find rooms by guessing
// codes. In a cluster only the room's own node can show more than the code.
void LinkPages::show_room(HttpRequest const& request, std::string const& code, Respond const& respond) const {
  auto const show = [this, request, code, respond](Json const& summary) {
    show_with(request, words_of_room(code, summary), "/r/" + code, "/api/rooms/" + code + "/picture.png", respond);
  };
  if (services_.addresses->wait(kUnknownRoom, request.address, services_.clock.now()) > 0) return show({});
  auto& shard = services_.shard_of(code);
  shard.post([this, &shard, code, address = request.address, show] {
    if (services_.clustered && !shard.rooms().has_room(code)) return show({});
    shard.rooms().with_room(code, [this, &shard, address, show](Result<RoomSlot*> room) {
      if (!room) {
        if (room.error().code == "not_found") services_.addresses->charge(kUnknownRoom, address, services_.clock.now());
        return show({});
      }
      when_stored(shard, **room, [show, summary = room_summary((*room)->room().state().parts())](bool stored) {
        auto const read = parse_json(stored ? summary : "null");
        show(read ? *read : Json());
      });
    });
  });
}

void LinkPages::show_record(HttpRequest const& request, std::string const& code, int round,
                            Respond const& respond) const {
  auto const id = record::record_id(code, round);
  auto const show = [this, request, id, respond](LinkWords const& words) {
    show_with(request, words, "/g/" + id, "/api/records/" + id + "/picture.png", respond);
  };
  if (services_.addresses->wait(kUnknownRoom, request.address, services_.clock.now()) > 0)
    return show(words_of_record(id));
  services_.records->get(code, round, RecordKeeper::Form::lines,
                         [this, id, address = request.address, show](RecordKeeper::Answer const& answer) {
                           if (!answer.known) services_.addresses->charge(kUnknownRoom, address, services_.clock.now());
                           if (!answer.record || !answer.finished) return show(words_of_record(id));
                           auto const& text = (*answer.record)->plain();
                           show(words_of_record(id, line_of(text, false), line_of(text, true)));
                         });
}

void LinkPages::draw_room(HttpRequest const& request, Shard& shard, RoomSlot const& room,
                          Respond const& respond) const {
  when_stored(shard, room, [this, request, respond, glimpse = room_glimpse(room.room().state().parts())](bool stored) {
    if (!stored) return respond(http_error(refuse("busy", "the server cannot store this now")));
    services_.pictures->draw_room(glimpse, [this, request, respond](std::shared_ptr<Resource const> const& made) {
      answer(request, made, respond);
    });
  });
}

void LinkPages::draw_record(HttpRequest const& request, std::string lines, Respond const& respond) const {
  services_.pictures->draw_record(
      std::move(lines),
      [this, request, respond](std::shared_ptr<Resource const> const& made) { answer(request, made, respond); });
}

void LinkPages::draw_turning_point(HttpRequest const& request, std::string const& id,
                                   std::shared_ptr<Resource const> const& lines, Respond const& respond) const {
  auto const move = move_asked(request.query);
  if (!move) return respond(http_error(move.error()));
  services_.analyst->ask({id, lines, 0, false, request.address}, [this, request, lines, move = *move,
                                                                  respond](Result<std::string> const& found) {
    if (!found) return respond(http_error(found.error()));
    auto const moment = moment_in(*found, move);
    if (moment.empty())
      return respond(http_error(refuse("not_found", "the analysis of this round, if there is one, has no such move")));
    services_.pictures->draw_turning_point(
        moment, lines->plain(), [request, respond](std::shared_ptr<Resource const> const& made) {
          if (made) return respond(made->answer(request));
          respond(http_error(refuse("busy", "this picture cannot be drawn now"), Analyst::kRetryMs));
        });
  });
}

void LinkPages::answer(HttpRequest request, std::shared_ptr<Resource const> const& picture,
                       Respond const& respond) const {
  if (picture) return respond(picture->answer(request));
  if (!files_.has(kSitePicture)) return respond(http_error(refuse("busy", "this picture cannot be drawn now")));
  request.path = kSitePicture;
  respond(files_.get(request, {}));
}

}  // namespace engawa::server
