#include "clients/cli/screen.hpp"

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>

#include "clients/cli/command.hpp"
#include "clients/cli/roster.hpp"

namespace engawa::cli {

constexpr std::size_t kLogLines = 200;
constexpr std::size_t kWaitingKeys = 32;
constexpr std::size_t kChatLength = 200;  // characters, as the protocol bounds them

Screen::Screen(Options const& options, Output const& output, Entry entry, Role role)
    : output_(output),
      entry_(std::move(entry)),
      role_(role),
      color_(output.color()),
      say_(options.language(), false),
      timer_(loop_),
      connection_(loop_, entry_.connection, handlers()),
      past_(connection_, say_) {
  scene_.table.code = entry_.connection.room;
  scene_.invite = entry_.connection.address.origin() + "/r/" + entry_.connection.room;
  if (role == Role::Player)
    seating_.emplace(connection_, Seating::Wish{.seat = options.seat, .start_alone = entry_.quick},
                     [this](Failure const& failure) { end(failure); });
}

int Screen::run() {
  // Before ncurses, which keeps its hands off signals that have a handler.
  loop_.on_signals({SIGINT, SIGTERM, SIGWINCH}, [this](int number) {
    if (number == SIGINT) return leave(Exit::Interrupted);
    if (number == SIGTERM) return leave(Exit::Other);
    terminal_->adopt_size();
    redraw();
  });
  terminal_ = std::make_unique<Terminal>(color_);
  if (!terminal_->usable()) {
    output_.note("this terminal has no addressable cells; try --plain");
    return static_cast<int>(Exit::Other);
  }
  keyboard_ = std::make_unique<Readable>(loop_, 0);
  keyboard_->wait([this] { read_keys(); });
  connection_.open();
  tick();
  int const code = loop_.run();
  terminal_.reset();
  return failure_ ? output_.fail(*failure_) : code;
}

Connection::Handlers Screen::handlers() {
  auto const tell = [this](std::string text) {
    log(std::move(text));
    redraw();
  };
  return {
      .on_guest =
          [this](Guest const& guest) {
            if (auto trouble = entry_.remember(guest)) log(std::move(*trouble));
          },
      .on_change = [this](Change const& change) { changed(change); },
      .on_link = [this, tell](bool online, std::string const& why) { tell(say_.link(online, why)); },
      .on_notice =
          [this, tell](std::string_view kind) {
            if (auto words = say_.notice(kind); !words.empty()) tell(std::move(words));
          },
      .on_end = [this](Failure const& failure) { end(failure); },
  };
}

void Screen::end(Failure const& failure) {
  if (failure.exit != Exit::Ok) failure_ = failure;
  loop_.stop(0);
}

void Screen::leave(Exit code) {
  if (std::exchange(leaving_, true)) return loop_.stop(static_cast<int>(code));
  connection_.leave([this, code] { loop_.stop(static_cast<int>(code)); });
}

void Screen::changed(Change const& change) {
  scene_.table = read_table(connection_.document());
  scene_.known = true;
  scene_.guest = connection_.guest().id;
  scene_.server_now = connection_.server_now();
  if (seating_) {
    seating_->update(scene_.table);
    scene_.me = seating_->seat();
  }
  note_new(change);
  if (role_ == Role::Player && !scene_.table.view().is_null()) settle(look(), scene_.aim);
  redraw();
}

void Screen::note_new(Change const& change) {
  if (change.other_history) begin_log_again();
  past_.follow(change, scene_.me, [this](std::vector<PastLine> const& lines) {
    for (auto const& line : lines) place({line.text, false, line.seq});
    redraw();
  });
  bool const was_over = std::exchange(over_, scene_.table.over());
  for (auto& sentence : say_.events(scene_.table, change.events, scene_.me)) log(std::move(sentence));
  if (auto words = say_.record(scene_.table); over_ && !was_over && !words.empty()) log(std::move(words));
  for (auto const& row : scene_.table.chat) {
    if (row.seq <= chat_seen_) continue;
    chat_seen_ = row.seq;
    place({row.who + ": " + row.text, true, row.seq});
  }
}

// What was logged may never have happened: the room's own log takes its place, with the line that says so.
void Screen::begin_log_again() {
  scene_.log.clear();
  chat_seen_ = 0;
  log(say_(texts::other_history));
}

void Screen::log(std::string text, bool chat) { place({std::move(text), chat, connection_.seq()}); }

// In the order of steps: what is asked for comes later than what came by itself.
void Screen::place(LogLine line) {
  auto const earlier = [](std::int64_t seq, LogLine const& other) { return seq < other.seq; };
  scene_.log.insert(std::upper_bound(scene_.log.begin(), scene_.log.end(), line.seq, earlier), std::move(line));
  if (scene_.log.size() > kLogLines) scene_.log.erase(scene_.log.begin());
}

// Keys

void Screen::read_keys() {
  bool any = false;
  while (auto const key = terminal_->read_key()) {
    any = true;
    press(*key);
  }
  silent_reads_ = any ? 0 : silent_reads_ + 1;
  if (silent_reads_ > 100) return leave(Exit::Other);
  redraw();
  keyboard_->wait([this] { read_keys(); });
}

void Screen::press(Key const& key) {
  message_.clear();
  if (mode_ == Mode::Talk) return press_while_talking(key);
  if (mode_ == Mode::ConfirmQuit || mode_ == Mode::ConfirmResign) return press_while_asked(key);
  if (mode_ == Mode::Help) {
    mode_ = Mode::Board;
    return;
  }
  press_on_board(key);
}

void Screen::press_on_board(Key const& key) {
  if (key.kind == Key::Kind::Character && press_letter(key.character)) return;
  if (!scene_.me || scene_.table.view().is_null()) return;
  if (board().keys_wait && moving_ > 0) {
    if (waiting_.size() < kWaitingKeys) waiting_.push_back(key);
    return;
  }
  auto const action = cli::press(look(), scene_.aim, key);
  if (!action.why.empty()) message_ = action.why;
  if (!action.move.empty()) play(action.move);
}

// What means the same in every game. True when the key is used up.
bool Screen::press_letter(char32_t letter) {
  bool const seated = scene_.me.has_value();
  if (letter == U'?') {
    shown_ = help_lines();
    mode_ = Mode::Help;
  }
  if (letter == U't') {
    mode_ = Mode::Talk;
    scene_.typing = "";
  }
  if (letter == U's' && seated && scene_.table.lobby()) ask({{"type", "start"}});
  if (letter == U'r' && seated && scene_.table.over()) ask({{"type", "rematch"}});
  if (letter == U'x' && seated && scene_.table.playing()) mode_ = Mode::ConfirmResign;
  if (letter == U'h' && seated && scene_.table.playing()) ask({{"type", "hint"}});
  if (letter == U'q' && (!seated || scene_.table.over()))
    leave(Exit::Ok);
  else if (letter == U'q')
    mode_ = Mode::ConfirmQuit;
  return std::u32string_view(U"?tsrxhq").find(letter) != std::u32string_view::npos;
}

void Screen::press_while_asked(Key const& key) {
  bool const yes = key.kind == Key::Kind::Character && (key.character == U'y' || key.character == U'Y');
  auto const asked = std::exchange(mode_, Mode::Board);
  if (!yes) return;
  if (asked == Mode::ConfirmResign) return ask({{"type", "resign"}});
  leave(Exit::Ok);
}

void Screen::press_while_talking(Key const& key) {
  auto& text = *scene_.typing;
  if (key.kind == Key::Kind::Character && key.character >= 0x20) {
    if (decode(text).size() < kChatLength) append(text, key.character);
    return;
  }
  if (key.kind == Key::Kind::Backspace) {
    auto points = decode(text);
    if (!points.empty()) points.pop_back();
    text.clear();
    for (char32_t const point : points) append(text, point);
    return;
  }
  if (key.kind != Key::Kind::Enter && key.kind != Key::Kind::Escape) return;
  auto const said = std::string(trim(text));
  scene_.typing.reset();
  mode_ = Mode::Board;
  if (key.kind != Key::Kind::Enter || said.empty()) return;
  if (said.front() == '/') return command(said.substr(1));
  ask({{"type", "say"}, {"text", said}});
}

void Screen::command(std::string const& line) {
  if (trim(line) == "bots") return show_bots();
  auto const asked = read_table_command(scene_.table, scene_.me, line, say_);
  if (!asked.body.empty()) return ask(parse_json(asked.body).value());
  message_ = asked.known ? asked.why : say_(texts::commands_are_listed);
}

// Over the board, until the next key.
void Screen::show_bots() {
  auto const& connection = entry_.connection;
  auto const bots = fetch_bots(connection.address, scene_.table.game, say_.lang(), connection.answer_limit);
  if (!bots) {
    message_ = say_.failure(bots.error());
    return;
  }
  shown_ = bot_lines(*bots, false, terminal_->columns() - 4, say_);
  mode_ = Mode::Help;
}

void Screen::play(std::string const& move) {
  if (!scene_.table.playing()) return;
  if (!scene_.table.my_turn(scene_.me)) {
    message_ = say_(texts::not_your_turn);
    return;
  }
  ++moving_;
  ask({{"type", "move"}, {"ply", scene_.table.ply}, {"move", parse_json(move).value()}});
}

void Screen::ask(Json body) {
  bool const a_move = body["type"] == "move";
  connection_.request(std::move(body), [this, a_move](Failure const* refusal, Json const& answer) {
    moving_ -= a_move ? 1 : 0;
    answered(refusal, answer);
    press_again();
    redraw();
  });
}

void Screen::answered(Failure const* refusal, Json const& answer) {
  if (refusal != nullptr) {
    message_ = say_.failure(*refusal);
    waiting_.clear();  // they were meant for another position
    return;
  }
  auto const hint = answer.find("hint");
  if (hint == answer.end() || !hint->is_object()) return;
  for (auto& sentence : hint_lines(look(), *hint)) log(std::move(sentence), true);
  if (hint->contains("move")) aim_at(look(), scene_.aim, *hint);
}

void Screen::press_again() {
  while (moving_ == 0 && !waiting_.empty()) {
    auto const key = waiting_.front();
    waiting_.pop_front();
    press_on_board(key);
  }
}

// Picture

void Screen::tick() {
  timer_.start(Millis(500), [this] {
    if (scene_.table.clock.running || scene_.table.elapsed_at) redraw();
    tick();
  });
}

std::string Screen::standing_status(Style& style) const {
  auto const& table = scene_.table;
  if (!scene_.known) return say_(texts::connecting);
  if (table.lobby() && scene_.me && table.host == scene_.guest) return say_(texts::host_presses_s);
  if (table.lobby()) return say_(texts::wait_for_host);
  if (moving_ > 0 && !connection_.online()) return say_(texts::move_waits);
  if (table.my_turn(scene_.me)) {
    style = {Ink::Good, true};
    return status(look(), scene_.aim);
  }
  if (table.over()) {
    style = {Ink::Accent, true};
    auto const verdict = say_.verdict(table, scene_.me);
    return say_(texts::game_is_over, {{"how", verdict.empty() ? say_.reason(table) : verdict}});
  }
  if (table.to_act.empty() || is_simultaneous(table)) return "";
  return say_(texts::is_to_move, {{"who", say_.player(table, table.to_act[0], scene_.me)}});
}

std::string Screen::key_line() const {
  if (!scene_.me) return say_(texts::watcher_keys);
  if (scene_.table.lobby()) return say_(texts::lobby_keys);
  return say_(scene_.table.over() ? texts::over_keys : board().key_line);
}

std::vector<std::string> Screen::help_lines() const {
  std::vector<std::string> lines{say_(texts::keys_head), ""};
  auto const add = [&](std::vector<std::string> const& more) { lines.insert(lines.end(), more.begin(), more.end()); };
  add(say_.all(board().keys));
  lines.emplace_back();
  add(say_.all(texts::common_keys));
  add(table_command_help(say_));
  return lines;
}

void Screen::redraw() {
  scene_.online = connection_.online();
  scene_.server_now = connection_.server_now();
  scene_.status_style = {Ink::Plain, true};
  scene_.status = standing_status(scene_.status_style);
  if (mode_ == Mode::ConfirmQuit) scene_.status = say_(texts::really_quit);
  if (mode_ == Mode::ConfirmResign) scene_.status = say_(texts::really_resign);
  if (mode_ == Mode::ConfirmQuit || mode_ == Mode::ConfirmResign || !message_.empty())
    scene_.status_style = {Ink::Alarm, true};
  if (!message_.empty()) scene_.status = message_;
  scene_.keys = key_line();
  scene_.help = mode_ == Mode::Help ? shown_ : std::vector<std::string>{};
  paint(*terminal_, scene_, say_);
}

}  // namespace engawa::cli
