#include "clients/cli/room/bot_seat.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "clients/cli/board/board.hpp"
#include "clients/cli/board/sentence.hpp"

namespace engawa::cli {

BotSeat::BotSeat(Loop& loop, Options const& options, Output const& output, BotTeam& team, Entry entry,
                 std::optional<int> seat, std::function<void(Failure const*)> done)
    : loop_(loop),
      options_(options),
      output_(output),
      team_(team),
      entry_(std::move(entry)),
      done_(std::move(done)),
      connection_(loop, entry_.connection, handlers()),
      seating_(connection_, {.seat = seat, .start_full = options.start || options.make},
               [this](Failure const& failure) { fail(failure); }),
      child_(loop, options.exec, [this](std::optional<std::string> line) { heard(std::move(line)); }) {}

Connection::Handlers BotSeat::handlers() {
  return {
      .on_guest =
          [this](Guest const& guest) {
            team_.guests.insert(guest.id);
            if (auto const trouble = entry_.remember(guest)) output_.note(*trouble);
          },
      .on_change = [this](Change const& change) { changed(change); },
      .on_link = [this](bool online, std::string const& why) { output_.link(online, why); },
      .on_notice = [this](Json const& notice) { output_.notice(notice); },
      .on_end =
          [this](Failure const& failure) {
            if (failure.exit != Exit::Ok) return fail(failure);
            fail({Exit::Other, failure.code, "the server closed the room before the game was over"});
          },
  };
}

void BotSeat::changed(Change const& change) {
  if (change.other_history) asked_round_ = told_result_ = -1;  // they were about a game that no longer exists
  table_ = read_table(connection_.document());
  if (!options_.game.empty() && table_.game != options_.game)
    return fail({Exit::Usage, "usage", "this room plays " + table_.game + ", not " + options_.game,
                 "このルームのゲームは" + table_.game + "で、" + options_.game + "ではありません"});
  seating_.update(table_);
  if (over_) return;
  explain_wait();
  if (table_.over()) return game_over();
  if (my_turn()) ask_for_move();
}

// In the lobby: reports once what the game waits for, since that may take forever.
void BotSeat::explain_wait() {
  if (!table_.lobby() || !seating_.seat()) return;
  bool const we_are_host = team_.guests.contains(table_.host);
  auto const open =
      std::any_of(table_.seats.begin(), table_.seats.end(), [](SeatRow const& seat) { return seat.kind == "open"; });
  games::Text const* what = nullptr;
  if (!table_.starts_itself && !we_are_host)
    what = &texts::bot_waits_for_host;
  else if (!table_.starts_itself && !options_.start && !options_.make)
    what = &texts::bot_is_host;
  else if (open)
    what = &texts::bot_waits_for_seats;
  if (what != nullptr && team_.said.emplace(what->en).second) output_.note(output_.phrases()(*what));
}

bool BotSeat::my_turn() const {
  auto const me = seating_.seat();
  return table_.playing() && me && table_.acts(*me);
}

// Whether the turn of the program's last request is still open. In simultaneous play, other players' moves end no turn.
bool BotSeat::stands() const {
  return my_turn() && asked_round_ == table_.round && (is_simultaneous(table_) || asked_ply_ == table_.ply);
}

// In simultaneous play, one request at a time: the next follows after the move. Otherwise one per turn.
void BotSeat::ask_for_move() {
  bool const open = is_simultaneous(table_) ? owed_ > 0 || moving_ : stands();
  if (open) return;
  if (!stands()) refusals_ = 0;
  ++questions_;
  asked_round_ = table_.round;
  asked_ply_ = table_.ply;
  auto const& room = connection_.document();
  Json line{{"ply", table_.ply}, {"seat", "s" + std::to_string(*seating_.seat())}};
  line["view"] = room.value("view", Json::object());
  line["legal"] = room.value("legal", Json(""));
  if (table_.clock.running == seating_.seat()) {
    auto const now = connection_.server_now();
    if (auto const left = table_.clock.left_of(*seating_.seat(), now)) line["deadline_ms"] = *left;
    if (auto const face = table_.clock.face_of(*seating_.seat(), now); face && table_.clock.periods > 0)
      line["free_ms"] = face->ms;
  }
  tell(line, true);
}

void BotSeat::tell(Json const& line, bool owes_answer) {
  if (owes_answer) ++owed_;
  if (!child_.tell(line.dump(-1, ' ', false, Json::error_handler_t::replace)))
    fail({Exit::Other, "bot_ended", "the bot program does not read its input"});
}

void BotSeat::heard(std::optional<std::string> line) {
  if (over_) return;
  if (!line) return fail({Exit::Other, "bot_ended", "the bot program ended before the game did"});
  if (trim(*line).empty()) return;
  if (owed_ == 0)
    return output_.note("the bot program spoke without being asked; ignored: " + harmless(shorten(*line, 80)));
  --owed_;
  if (owed_ > 0 || !stands()) return my_turn() ? ask_for_move() : void();  // too late: that turn is over
  answer_ = *line;
  auto const answer = parse_json(*line);
  if (!answer) return refused({Exit::Other, answer.error().code, answer.error().message});
  if (!answer->is_object() || !answer->contains("move") || !(*answer)["move"].is_object())
    return refused(
        {Exit::Other, "bad_message", "an answer is an object with a move, such as {\"move\":{\"cell\":\"f7\"}}"});
  play((*answer)["move"]);
}

void BotSeat::play(Json const& move) {
  moving_ = true;
  connection_.request({{"type", "move"}, {"ply", table_.ply}, {"move", move}},
                      [this, question = questions_](Failure const* refusal, Json const&) {
                        moving_ = false;
                        if (over_) return;
                        if (refusal != nullptr && question == questions_ && stands()) return refused(*refusal);
                        refusals_ = 0;
                        if (my_turn()) ask_for_move();
                      });
}

void BotSeat::refused(Failure const& failure) {
  report(failure);
  if (++refusals_ > kMaxRefusals) return give_up_turn();
  // The seat has changed before the move arrived, so the program needs the new state.
  if (failure.code == "stale" && is_simultaneous(table_)) return ask_for_move();
  tell({{"error", {{"code", failure.code}, {"message", failure.message}}}}, true);
}

// Each reason is reported once, so that the author of the program sees it; with --verbose each time. A stale move is
// not the program's fault, so only --verbose shows it.
void BotSeat::report(Failure const& failure) {
  auto const& say = output_.phrases();
  auto const why = say.failure(failure) + " [" + failure.code + "]";
  bool const known = failure.code == "stale" || !team_.said.insert(why).second;
  auto const text = say(texts::bot_answer_refused, {{"answer", harmless(shorten(answer_, 80))}, {"why", why}});
  known ? output_.detail(text) : output_.note(text);
}

void BotSeat::give_up_turn() {
  gave_up_ = true;
  bool const resigns = !table_.clock.limited() || is_simultaneous(table_);
  auto const& text = resigns ? texts::bot_gave_up : texts::bot_gave_up_turn;
  Json const fields{{"count", kMaxRefusals + 1}};
  output_.problem({Exit::Other, "no_legal_move", fill(text.en, fields), fill(text.ja, fields)});
  if (resigns) connection_.request({{"type", "resign"}});
}

void BotSeat::game_over() {
  if (told_result_ == table_.round) return;
  told_result_ = table_.round;
  print_result();
  auto const seat = "s" + std::to_string(seating_.seat().value_or(0));
  tell({{"result", connection_.document().value("result", Json::object())}, {"seat", seat}}, false);
  if (over_) return;
  if (options_.rematch) return connection_.request({{"type", "rematch"}});
  over_ = true;
  connection_.leave([this] { child_.finish(std::chrono::seconds(2), [this] { done_(nullptr); }); });
}

void BotSeat::print_result() const {
  auto const me = seating_.seat();
  if (output_.json()) {
    Json line{{"room", table_.code},
              {"round", table_.round},
              {"result", connection_.document().value("result", Json::object())}};
    if (me) line["seat"] = "s" + std::to_string(*me);
    return output_.data(line.dump(-1, ' ', false, Json::error_handler_t::replace));
  }
  auto const verdict = output_.phrases().verdict(table_, me);
  output_.line(table_.code + " s" + std::to_string(me.value_or(0)) + ": " +
               (verdict.empty() ? "the game is over" : verdict));
}

void BotSeat::fail(Failure const& failure) {
  if (std::exchange(over_, true)) return;
  loop_.post([this, failure] { done_(&failure); });
}

}  // namespace engawa::cli
