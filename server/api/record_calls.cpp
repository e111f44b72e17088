#include "server/api/record_calls.hpp"

#include <utility>

#include "games/record/commitment.hpp"
#include "server/analysis/analyst.hpp"
#include "server/lobby/addresses.hpp"
#include "server/records/record_keeper.hpp"

namespace engawa::server {
namespace {

// GET returns what exists; POST also starts an analysis if there is none. The record is read first, so that nothing is
// revealed or computed about rounds that the client could not read.
void analyse(Services& services, HttpRequest const& request, RecordPath const& record, Respond const& respond) {
  auto const form = RecordKeeper::Form::lines;
  auto id = record::record_id(record.code, record.round);
  services.records->get(
      record.code, record.round, form,
      [&services, id = std::move(id), request, respond](RecordKeeper::Answer const& answer) {
        if (!answer.known)
          services.addresses->charge(Addresses::Ration::unknown_room, request.address, services.clock.now());
        if (!answer.record) return respond(http_error(answer.record.error()));
        if (!answer.finished)
          return respond(http_error(refuse("not_found", "the round is not over yet; then it can be analysed")));
        auto const known = items_known(request.query);
        if (!known) return respond(http_error(known.error()));
        Analyst::Question question{id, *answer.record, *known, request.method == "POST", request.address};
        services.analyst->ask(std::move(question), [respond](Result<std::string> found) {
          if (found) return respond(json_response(200, std::move(*found)));
          respond(http_error(found.error(), found.error().code == "busy" ? Analyst::kRetryMs : 0));
        });
      });
}

}  // namespace

// The same protection against guessing as for rooms. Rounds of existing rooms cost nothing, whether they have begun or
// not.
void show_record(Services& services, LinkPages const& pages, HttpRequest const& request, RecordPath const& record,
                 Respond const& respond) {
  if (record.round == 0)
    return respond(http_error(
        refuse("not_found", "the id of a record is a room's code, a dash and the number of a round: K7WMA2QX-1")));
  if (auto const wait =
          services.addresses->wait(Addresses::Ration::unknown_room, request.address, services.clock.now());
      wait > 0)
    return respond(too_fast("unknown rooms", wait));
  if (record.part == RecordPath::Part::analysis) return analyse(services, request, record, respond);
  using Form = RecordKeeper::Form;
  bool const turn = record.part == RecordPath::Part::turning_point;
  bool const drawn = turn || record.part == RecordPath::Part::png;
  auto const form = record.part == RecordPath::Part::replay    ? Form::replay
                    : record.part == RecordPath::Part::picture ? Form::picture
                                                               : Form::lines;
  services.records->get(
      record.code, record.round, form,
      [&services, &pages, request, drawn, turn, id = record::record_id(record.code, record.round),
       respond](RecordKeeper::Answer const& answer) {
        if (!answer.known)
          services.addresses->charge(Addresses::Ration::unknown_room, request.address, services.clock.now());
        if (drawn && answer.record && !answer.finished)
          return respond(http_error(refuse("not_found", "the round is not over yet; then there is a picture of it")));
        if (turn && answer.record) return pages.draw_turning_point(request, id, *answer.record, respond);
        if (drawn && answer.record) return pages.draw_record(request, (*answer.record)->plain(), respond);
        respond(answer.record ? (*answer.record)->answer(request) : http_error(answer.record.error()));
      });
}

}  // namespace engawa::server
