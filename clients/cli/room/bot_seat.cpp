#include "clients/cli/room/bot_seat.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "clients/cli/board/board.hpp"

namespace engawa::cli {

BotSeat::BotSeat(Loop& loop, Options const& options, Output const& output, Entry entry, std::optional<int> seat,
                 std::function<void(Failure const*)> done)
    : loop_(loop),
      options_(options),
      output_(output),
      entry_(std::move(entry)),
      done_(std::move(done)),
      connection_(loop, entry_.connection, handlers()),
      seating_(connection_, {.seat = seat, .start_full = options.start},
               [this](Failure const& failure) { fail(failure); }),
      child_(loop, options.exec, [this](std::optional<std::string> line) { heard(std::move(line)); }) {}

Connection::Handlers BotSeat::handlers() {
  return {
      .on_guest =
          [this](Guest const& guest) {
            if (auto const trouble = entry_.remember(guest)) output_.note(*trouble);
          },
      .on_change = [this](Change const& change) { changed(change); },
      .on_link = [this](bool online, std::string const& why) { output_.link(online, why); },
      .on_notice = [this](std::string_view kind) { output_.notice(kind); },
      .on_end =
          [this](Failure const& failure) {
            if (failure.exit != Exit::Ok) return fail(failure);
            fail({Exit::Other, failure.code, "the server closed the room before the game was over"});
          },
  };
}

void BotSeat::changed(Change const& change) {
  if (change.other_history) asked_round_ = told_result_ = -1;  // that was about a game that is not there any more
  table_ = read_table(connection_.document());
  if (table_.game != options_.game)
    return fail({Exit::Usage, "usage", "this room plays " + table_.game + ", not " + options_.game});
  seating_.update(table_);
  if (over_) return;
  if (table_.over()) return game_over();
  if (my_turn()) ask_for_move();
}

bool BotSeat::my_turn() const {
  auto const me = seating_.seat();
  return table_.playing() && me && table_.acts(*me);
}

// Whether the turn that the program was asked about last still stands. What others do meanwhile ends no turn in
// simultaneous play.
bool BotSeat::stands() const {
  return my_turn() && asked_round_ == table_.round && (is_simultaneous(table_) || asked_ply_ == table_.ply);
}

// One question at a time in simultaneous play: the next when the move is made. Otherwise one for each turn.
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
    return output_.note("the bot program spoke without being asked; ignored: " + harmless(clip(*line, 80)));
  --owed_;
  if (owed_ > 0 || !stands()) return my_turn() ? ask_for_move() : void();  // too late: that turn is gone
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
  output_.detail("refused: " + failure.code + ": " + failure.message);
  if (++refusals_ > kMaxRefusals) return give_up_turn();
  // Something happened to the seat before the move came: the program has to see it.
  if (failure.code == "stale" && is_simultaneous(table_)) return ask_for_move();
  tell({{"error", {{"code", failure.code}, {"message", failure.message}}}}, true);
}

void BotSeat::give_up_turn() {
  output_.note("the bot program gave no legal move in " + std::to_string(kMaxRefusals + 1) + " answers");
  if (!table_.clock.limited() || is_simultaneous(table_)) connection_.request({{"type", "resign"}});
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
