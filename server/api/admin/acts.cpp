#include "server/api/admin/acts.hpp"

#include <charconv>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "protocol/frames.hpp"
#include "server/http/header_text.hpp"
#include "server/lobby/lobby.hpp"
#include "server/lobby/moderation.hpp"
#include "server/ops/wall_clock.hpp"
#include "server/shard/shard.hpp"
#include "server/store/act_table.hpp"

namespace engawa::server {
namespace {

constexpr std::size_t kListed = 1000;
constexpr auto kQuery = "the query may be after=NUMBER: only acts with larger numbers";

std::optional<std::int64_t> read_after(std::string_view query) {
  if (query.empty()) return 0;
  constexpr std::string_view key = "after=";
  if (!query.starts_with(key) || query.size() == key.size()) return std::nullopt;
  std::int64_t after = 0;
  auto const* const end = query.data() + query.size();
  auto const [read, error] = std::from_chars(query.data() + key.size(), end, after);
  return error == std::errc{} && read == end && after >= 0 ? std::optional(after) : std::nullopt;
}

// `text` is the act as JSON.
std::string with_number(std::int64_t number, std::int64_t at, std::string const& text) {
  auto const head = R"({"number":)" + std::to_string(number) + R"(,"at":)" + std::to_string(at);
  bool const is_object = text.size() > 2 && text.front() == '{' && Json::accept(text);
  return head + (is_object ? ',' + text.substr(1) : R"(,"damaged":true})");
}

std::string acts_text(StoredActs const& acts, std::string const& in_force) {
  std::string list;
  std::size_t const shown = std::min(acts.rows.size(), kListed);
  for (std::size_t i = 0; i < shown; ++i) {
    auto const& act = acts.rows[i];
    list += (i == 0 ? "" : ",\n") + with_number(act.number, act.at, act.text);
  }
  std::string damaged;
  for (auto const number : acts.damaged) damaged += (damaged.empty() ? "" : ",") + std::to_string(number);
  auto const next = shown < acts.rows.size() ? R"(,"next":)" + std::to_string(acts.rows[shown - 1].number) : "";
  return R"({"acts":[)" + list + R"(],"damaged":[)" + damaged + ']' + next + R"(,"now":)" + in_force + "}\n";
}

// Whether the act happens in one room.
bool is_of_room(Act const& act) { return act.kind == Act::Kind::close || act.kind == Act::Kind::remove; }

Result<void> carry_out_in(RoomSlot& slot, Act const& act) {
  return slot.ask([&](Room& room) {
    return act.kind == Act::Kind::close ? room.close_by_operator() : room.remove_by_operator(act.guest);
  });
}

}  // namespace

void AdminActs::list(std::string const& query, Respond const& respond) {
  auto const after = read_after(query);
  if (!after) return respond(http_error(refuse("bad_message", kQuery)));
  auto const acts = std::make_shared<StoredActs>();
  services_.journal->run([acts, after = *after](Store& store) { *acts = store.acts().after(after); },
                         [this, acts, respond](bool read) {
                           if (!read) return respond(http_error(refuse("busy", "the store cannot be read now")));
                           respond(json_response(200, acts_text(*acts, services_.moderation->in_force())));
                         });
}

void AdminActs::take(HttpRequest const& request, Respond const& respond) {
  // Pages of other sites can send forms and plain text without asking first, but not JSON.
  std::string_view type = request.content_type;
  if (!same_word(cut(type, ';'), "application/json"))
    return respond(
        http_error(refuse("unsupported_media_type", "the body must be JSON: send Content-Type: application/json")));
  auto const body = parse_json(request.body);
  if (!body) return respond(http_error(body.error()));
  auto const act = read_act(*body, wall_clock());
  if (!act) return respond(http_error(act.error()));
  if (is_of_room(*act)) return in_room(*act, respond);
  if (act->kind == Act::Kind::settle && !services_.moderation->is_open(act->report))
    return respond(http_error(refuse("not_found", "there is no open report " + std::to_string(act->report))));
  keep(*act, respond);
}

// The room first: what it refuses is no act. Its input is stored before the act, because the journal keeps the order. In
// a cluster another node may have the room; it learns of the act.
void AdminActs::in_room(Act const& act, Respond const& respond) {
  auto& shard = services_.shard_of(act.room);
  shard.post([this, &shard, act, respond] {
    shard.rooms().with_room(act.room, [this, &shard, act, respond](Result<RoomSlot*> room) {
      bool const elsewhere = !room && services_.clustered && room.error().code == "busy" && services_.journal->up();
      auto const done = room ? carry_out_in(**room, act) : Result<void>(room.error());
      if (!done && !elsewhere) return respond(http_error(done.error()));
      shard.run([](Store&) {}, [this, act, respond](bool) { keep(act, respond); });
    });
  });
}

void AdminActs::keep(Act const& act, Respond const& respond) {
  struct Kept {
    std::int64_t number = 0, at = wall_clock();
    StoredActs news;
  };
  auto const kept = std::make_shared<Kept>();
  auto text = write_act(act);
  services_.journal->run(
      [this, kept, text](Store& store) {
        kept->number = store.acts().add(text, kept->at);
        kept->news = store.acts().after(services_.moderation->last());
      },
      [this, kept, text, respond](bool stored) {
        if (!stored) return respond(http_error(refuse("busy", "the store cannot be written now: try again")));
        learn(kept->news, kept->number);
        respond(json_response(201, with_number(kept->number, kept->at, text) + '\n'));
      });
}

void AdminActs::note(Act act) {
  keep(act, [](HttpResponse const&) {});
}

void AdminActs::learn(StoredActs const& acts, std::int64_t own) {
  for (auto const& act : services_.moderation->learn(acts))
    if (act.number != own || !is_of_room(act)) carry_out(act);
}

// What an act does at once. What lasts is Moderation's.
void AdminActs::carry_out(Act const& act) {
  if (act.kind == Act::Kind::notice) return announce(act);
  if (act.kind == Act::Kind::ban)
    for (auto& shard : services_.shards) shard->post([home = shard.get()] { home->connections().turn_out_banned(); });
  if (!is_of_room(act)) return;
  auto& shard = services_.shard_of(act.room);
  shard.post([&shard, act] {
    if (!shard.rooms().has_room(act.room)) return;
    shard.rooms().with_room(act.room, [act](Result<RoomSlot*> room) {
      if (room) (void)carry_out_in(**room, act);
    });
  });
}

void AdminActs::announce(Act const& act) {
  auto const frame = Frame(protocol::operator_notice(act.en, act.ja));
  for (auto& shard : services_.shards)
    shard->post([frame, home = shard.get()] { home->rooms().in_memory().announce(frame); });
  services_.shards.front()->post([this, frame] { services_.lobby->announce(frame); });
}

}  // namespace engawa::server
