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
      .on_draining = [this, tell](int) { tell(say_.draining()); },
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
  if (role_ == Role::Player && !scene_.table.view().is_null()) board().settle(look(), scene_.aim);
  redraw();
}

void Screen::note_new(Change const& change) {
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
  auto const action = board().press(look(), scene_.aim, key);
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
  message_ = asked.known ? asked.why : say_("? lists the commands", "コマンドは ? で一覧");
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
    message_ = say_("It is not your turn.", "あなたの番ではありません。");
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
  for (auto& sentence : board().hint(look(), *hint)) log(std::move(sentence), true);
  if (hint->contains("move")) board().aim_at(look(), scene_.aim, *hint);
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
  if (!scene_.known) return say_("Connecting...", "接続しています…");
  if (table.lobby() && scene_.me && table.host == scene_.guest)
    return say_("You are the host: press s to start.", "あなたがホストです。s で開始。");
  if (table.lobby()) return say_("Waiting for the host to start.", "ホストの開始を待っています。");
  if (moving_ > 0 && !connection_.online())
    return say_("Your move waits for the connection.", "着手は再接続しだい送られます。");
  if (table.my_turn(scene_.me)) {
    style = {Ink::Good, true};
    return board().status(look(), scene_.aim);
  }
  if (table.over()) {
    style = {Ink::Accent, true};
    auto const verdict = say_.verdict(table, scene_.me);
    return say_("The game is over. ", "終局です。") + verdict + (verdict.empty() ? say_.reason(table) : "");
  }
  if (table.to_act.empty() || is_simultaneous(table)) return "";
  return say_.player(table, table.to_act[0], scene_.me) + say_(" is to move.", "の番です。");
}

std::string Screen::key_line() const {
  if (!scene_.me) return say_("t talk   ? keys   q quit", "t 発言   ? キー一覧   q 終了");
  if (scene_.table.lobby()) return say_("s start   t talk   ? keys   q quit", "s 開始   t 発言   ? キー一覧   q 終了");
  if (scene_.table.over()) return say_("r rematch   t talk   ? keys   q quit", "r 再戦   t 発言   ? キー一覧   q 終了");
  auto const& words = board().key_line;
  return say_(words.en, words.ja);
}

std::vector<std::string> Screen::help_lines() const {
  std::vector<std::string> lines{say_("Keys", "キー一覧"), ""};
  for (auto const& line : board().keys) lines.push_back(say_(line.en, line.ja));
  lines.insert(lines.end(),
               {"", say_("h            hint", "h            ヒント"), say_("t            talk", "t            発言"),
                say_("s            start (host)", "s            開始（ホスト）"),
                say_("x            resign", "x            投了"), say_("r            rematch", "r            再戦"),
                say_("q            quit", "q            終了"), "",
                say_("After t, with a slash, such as /stand:", "t のあとにスラッシュ付きで（例 /stand）：")});
  for (auto& line : table_command_help(say_)) lines.push_back(std::move(line));
  return lines;
}

void Screen::redraw() {
  scene_.online = connection_.online();
  scene_.server_now = connection_.server_now();
  scene_.status_style = {Ink::Plain, true};
  scene_.status = standing_status(scene_.status_style);
  if (mode_ == Mode::ConfirmQuit)
    scene_.status = say_("Leave the table? A bot takes your seat after a while. (y/n)",
                         "退出しますか？しばらくするとボットが交代します。(y/n)");
  if (mode_ == Mode::ConfirmResign)
    scene_.status = say_("Resign this game? A bot plays on. (y/n)", "投了しますか？ボットが続けます。(y/n)");
  if (mode_ == Mode::ConfirmQuit || mode_ == Mode::ConfirmResign || !message_.empty())
    scene_.status_style = {Ink::Alarm, true};
  if (!message_.empty()) scene_.status = message_;
  scene_.keys = key_line();
  scene_.help = mode_ == Mode::Help ? shown_ : std::vector<std::string>{};
  paint(*terminal_, scene_, say_);
}

}  // namespace engawa::cli
