#include "clients/cli/room/plain_play.hpp"

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>

#include "clients/cli/board/cursor.hpp"
#include "clients/cli/net/http.hpp"
#include "clients/cli/room/roster.hpp"

namespace engawa::cli {

PlainPlay::PlainPlay(Options const& options, Output const& output, Entry entry)
    : options_(options),
      output_(output),
      entry_(std::move(entry)),
      lines_(loop_, 0),
      connection_(loop_, entry_.connection, handlers()),
      past_(connection_, output.phrases()),
      seating_(connection_, {.seat = options.seat, .start_alone = entry_.quick},
               [this](Failure const& failure) { end(failure); }),
      printer_(output, connection_) {}

int PlainPlay::run() {
  loop_.on_signals({SIGINT, SIGTERM},
                   [this](int number) { leave(number == SIGINT ? Exit::Interrupted : Exit::Other); });
  connection_.open();
  read_next();
  return loop_.run();
}

Connection::Handlers PlainPlay::handlers() {
  return {
      .on_guest =
          [this](Guest const& guest) {
            if (auto const trouble = entry_.remember(guest)) output_.note(*trouble);
          },
      .on_change = [this](Change const& change) { changed(change); },
      .on_link = [this](bool online, std::string const& why) { output_.link(online, why); },
      .on_notice = [this](Json const& notice) { output_.notice(notice); },
      .on_end = [this](Failure const& failure) { end(failure); },
  };
}

void PlainPlay::end(Failure const& failure) {
  if (failure.exit != Exit::Ok) return loop_.stop(output_.fail(failure));
  output_.note(failure.message);
  loop_.stop(0);
}

void PlainPlay::changed(Change const& change) {
  if (change.other_history) announced_.clear();  // they were about another board
  table_ = read_table(connection_.document());
  seating_.update(table_);
  printer_.print(table_, change, seating_.seat());
  auto const told = [this](std::vector<PastLine> const& lines) {
    printer_.past(lines);
    looking_back_ = false;
    go_on();
  };
  if (!output_.json() && past_.follow(change, seating_.seat(), told)) looking_back_ = true;
  if (!looking_back_) go_on();
}

void PlainPlay::go_on() {
  ready_ = true;
  if (table_.over()) return result_is_known();
  announce();
  pump();
}

void PlainPlay::announce() {
  auto const& say = output_.phrases();
  bool const lobby_host = table_.lobby() && seating_.seat() && table_.host == connection_.guest().id;
  if (!my_turn() && !lobby_host) return;
  auto const turn = lobby_host ? "lobby" : turn_of(look());
  auto const now = std::to_string(table_.round) + " " + turn;
  if (std::exchange(announced_, now) == now || output_.json()) return;
  if (lobby_host) {
    if (!entry_.quick) output_.line(say(texts::host_types_start));
    return output_.prompt();
  }
  printer_.board(table_, seating_.seat());
  Json fields{{"possible", possible(look())}};
  if (table_.clock.running == seating_.seat()) {
    auto const face = table_.clock.face_of(*seating_.seat(), connection_.server_now()).value_or(ClockFace{});
    fields[face.periods > 0 ? "period_seconds" : "seconds"] = (face.ms + 999) / 1000;
    if (face.periods > 0) fields["periods"] = face.periods;
  }
  output_.line(say(texts::your_turn, fields));
  output_.prompt();
}

void PlainPlay::result_is_known() {
  auto const over = std::to_string(table_.round) + " over";
  bool const first = std::exchange(announced_, over) != over;
  if (first && !output_.json()) {
    printer_.board(table_, seating_.seat());
    printer_.result(table_, seating_.seat());
  }
  if (!output_.interactive() || options_.once) return leave(Exit::Ok);
  if (first) output_.line(output_.phrases()(texts::rematch_or_quit));
  if (first) output_.prompt();
  pump();
}

void PlainPlay::read_next() {
  lines_.next([this](std::optional<std::string> line) { take(std::move(line)); });
}

void PlainPlay::take(std::optional<std::string> line) {
  if (!line) {
    ended_ = true;
    return input_ended();
  }
  line_ = std::string(trim(*line));
  pump();
}

// A script's command is not lost because it came early.
bool PlainPlay::must_wait(std::string const& command) const {
  if (busy_ || !ready_) return true;
  if (output_.interactive() || command == "quit" || command == "help" || command == "board" || command == "legal")
    return false;
  if (!seating_.seat()) return true;
  bool const a_move = command.starts_with('{') || read_move(look(), trim(*line_)).known;
  if (a_move || command == "hint") return !my_turn();
  if (command == "resign") return table_.lobby();
  return false;
}

void PlainPlay::pump() {
  if (ended_) return input_ended();
  if (leaving_ || !line_) return;
  auto const parts = words(*line_);
  if (!parts.empty() && must_wait(half_width(parts[0]))) return;
  auto const line = *std::exchange(line_, std::nullopt);
  if (parts.empty())
    output_.prompt();
  else
    obey(line);
  if (!leaving_) read_next();
}

void PlainPlay::obey(std::string const& line) {
  auto const verb = half_width(words(line)[0]);
  if (std::exchange(resigning_, false)) {
    if (verb == "y" || verb == "Y" || verb == "yes" || verb == "はい") return ask({{"type", "resign"}});
    if (verb == "n" || verb == "N" || verb == "no" || verb == "いいえ") return output_.prompt();
  }
  if (verb == "resign" && output_.interactive() && table_.playing()) return confirm_resigning();
  if (verb == "quit" || verb == "exit") return leave(Exit::Ok);
  if (verb == "help" || verb == "?") return help();
  if (verb == "board")
    printer_.board(table_, seating_.seat());
  else if (verb == "legal")
    print_legal();
  else if (verb == "bots")
    print_bots();
  else if (verb == "say")
    return ask({{"type", "say"}, {"text", std::string(after_word(line))}});
  else if (verb == "start" || verb == "resign" || verb == "rematch" || verb == "hint")
    return ask({{"type", verb}});
  else if (auto const command = read_table_command(table_, self(), line, output_.phrases()); command.known)
    return carry_out(command);
  else
    return play_move(line);
  output_.prompt();
}

void PlainPlay::carry_out(TableCommand const& command) {
  if (command.body.empty()) return complain(command.why);
  if (command.target.empty()) return ask(parse_json(command.body).value());
  post(command);
  output_.prompt();
}

void PlainPlay::post(TableCommand const& command) const {
  HttpCall const call{command.target, command.body, connection_.guest().token};
  auto const answer = http_call(entry_.connection.address, call, answer_limit(options_));
  if (!answer) return output_.problem(answer.error());
  if (output_.json()) return output_.data(answer->dump(-1, ' ', false, Json::error_handler_t::replace));
  output_.line(output_.phrases()(texts::reported));
}

// For a person at a terminal, where pasted lines look typed: a confirmation must be deliberate, so a line that is
// already there is no answer.
void PlainPlay::confirm_resigning() {
  auto const& say = output_.phrases();
  if (lines_.more()) return complain(say(texts::resign_alone));
  resigning_ = true;
  output_.line(say(texts::really_resign));
  output_.prompt();
}

void PlainPlay::complain(std::string const& why) {
  output_.problem({Exit::Usage, "usage", why});
  output_.prompt();
}

void PlainPlay::print_legal() const {
  auto const& say = output_.phrases();
  output_.line(my_turn() ? possible(look()) : say(texts::not_your_turn));
}

void PlainPlay::print_bots() const {
  auto const bots =
      fetch_bots(entry_.connection.address, table_.game, output_.phrases().lang(), answer_limit(options_));
  if (!bots) return output_.problem(bots.error());
  for (auto const& line : bot_lines(*bots, false, output_.columns(), output_.phrases())) output_.line(line);
}

void PlainPlay::play_move(std::string const& text) {
  auto const& say = output_.phrases();
  auto action = text.starts_with('{') ? Action{.known = true, .move = text, .why = {}} : read_move(look(), trim(text));
  if (auto move = parse_json(action.move); move && move->is_object())
    return ask({{"type", "move"}, {"ply", std::max<std::int64_t>(0, table_.ply)}, {"move", std::move(*move)}});
  if (action.why.empty()) action.why = say(texts::no_command);
  complain(action.why);
}

void PlainPlay::ask(Json body) {
  busy_ = true;
  bool const a_move = body["type"] == "move";
  connection_.request(std::move(body), [this, a_move](Failure const* refusal, Json const& answer) {
    busy_ = false;
    answered(refusal, answer, a_move);
    output_.prompt();
    pump();
  });
}

void PlainPlay::answered(Failure const* refusal, Json const& answer, bool a_move) {
  if (refusal != nullptr) {
    output_.problem(*refusal);
    if (a_move && !table_.over()) announced_.clear();
    if (!table_.over()) announce();
  } else if (auto const hint = answer.find("hint"); hint != answer.end()) {
    if (output_.json()) return output_.data(Json{{"hint", *hint}}.dump(-1, ' ', false, Json::error_handler_t::replace));
    for (auto const& line : hint_lines(look(), *hint)) output_.line(line);
  }
}

void PlainPlay::help() const {
  auto const& say = output_.phrases();
  auto const table_help = table_command_help(say);
  for (auto const& lines : {say.all(board_of(table_.game).commands), say.all(texts::plain_help), table_help,
                            say.all(texts::plain_help_end)})
    for (auto const& line : lines) output_.line(line);
  output_.prompt();
}

// No more input can come. We follow the game unless it waits for us.
void PlainPlay::input_ended() {
  if (leaving_ || busy_) return;
  if (output_.interactive()) return leave(Exit::Ok);
  bool const host_needed = table_.lobby() && !entry_.quick && table_.host == connection_.guest().id;
  if (!ready_ || (!my_turn() && !host_needed)) return;
  output_.note(output_.phrases()(texts::input_ended));
  leave(Exit::Other);
}

void PlainPlay::leave(Exit code) {
  if (std::exchange(leaving_, true)) return loop_.stop(static_cast<int>(code));  // a second Ctrl-C does not wait
  connection_.leave([this, code] { loop_.stop(static_cast<int>(code)); });
}

}  // namespace engawa::cli
