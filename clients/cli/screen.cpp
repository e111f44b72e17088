#include "clients/cli/screen.hpp"

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>

namespace engawa::cli {

constexpr std::size_t kLogLines = 200;
constexpr std::size_t kChatLength = 200;  // characters, as the protocol bounds them

Screen::Screen(Options const& options, Output const& output, Entry entry, Role role)
    : output_(output),
      entry_(std::move(entry)),
      role_(role),
      color_(output.color()),
      say_(options.language(), false),
      timer_(loop_),
      connection_(loop_, entry_.connection, handlers()) {
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
  auto const round = scene_.table.round;
  auto const ply = scene_.table.ply;
  scene_.table = read_table(connection_.document());
  scene_.known = true;
  scene_.guest = connection_.guest().id;
  if (seating_) {
    seating_->update(scene_.table);
    scene_.me = seating_->seat();
  }
  note_new(change);
  if (round != scene_.table.round || ply != scene_.table.ply) place_cursor();
  redraw();
}

void Screen::note_new(Change const& change) {
  for (auto& sentence : say_.events(scene_.table, change.events, scene_.me)) log(std::move(sentence));
  for (auto const& row : scene_.table.chat) {
    if (row.seq <= chat_seen_) continue;
    chat_seen_ = row.seq;
    log(row.who + ": " + row.text, true);
  }
}

void Screen::log(std::string text, bool chat) {
  scene_.log.push_back({std::move(text), chat});
  if (scene_.log.size() > kLogLines) scene_.log.erase(scene_.log.begin());
}

bool Screen::my_turn() const {
  auto const& table = scene_.table;
  return table.playing() && scene_.me && table.acts(*scene_.me) &&
         !table.seats[static_cast<std::size_t>(*scene_.me)].resigned;
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
  switch (key.kind) {
    case Key::Kind::Up:
      return move_cursor(0, -1);
    case Key::Kind::Down:
      return move_cursor(0, 1);
    case Key::Kind::Left:
      return move_cursor(-1, 0);
    case Key::Kind::Right:
      return move_cursor(1, 0);
    case Key::Kind::Tab:
      return jump_to_legal(1);
    case Key::Kind::BackTab:
      return jump_to_legal(-1);
    case Key::Kind::Enter:
      return play_here();
    case Key::Kind::Character:
      return press_letter(key.character);
    default:
      return;
  }
}

void Screen::press_letter(char32_t letter) {
  bool const seated = scene_.me.has_value();
  if (letter == U' ') play_here();
  if (letter == U'?') mode_ = Mode::Help;
  if (letter == U't') {
    mode_ = Mode::Talk;
    scene_.typing = "";
  }
  if (letter == U's' && seated && scene_.table.lobby()) ask({{"type", "start"}});
  if (letter == U'r' && seated && scene_.table.over()) ask({{"type", "rematch"}});
  if (letter == U'x' && seated && scene_.table.playing()) mode_ = Mode::ConfirmResign;
  if (letter == U'q' && (!seated || scene_.table.over()))
    leave(Exit::Ok);
  else if (letter == U'q')
    mode_ = Mode::ConfirmQuit;
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
  if (key.kind == Key::Kind::Enter && !said.empty()) ask({{"type", "say"}, {"text", said}});
}

// One step over holes, to the next cell there is.
void Screen::move_cursor(int columns, int rows) {
  auto const& board = scene_.table.rows;
  if (!scene_.cursor) return place_cursor();
  for (Cell cell = *scene_.cursor;;) {
    cell.column += columns;
    cell.row += rows;
    bool const inside = cell.row >= 0 && cell.row < static_cast<int>(board.size()) && cell.column >= 0 &&
                        cell.column < static_cast<int>(board[static_cast<std::size_t>(cell.row)].size());
    if (!inside) return;
    if (board[static_cast<std::size_t>(cell.row)][static_cast<std::size_t>(cell.column)] == 'H') continue;
    scene_.cursor = cell;
    return;
  }
}

void Screen::jump_to_legal(int direction) {
  auto const& legal = scene_.table.legal;
  if (!my_turn() || legal.empty()) return;
  auto const here = scene_.cursor ? cell_name(*scene_.cursor) : "";
  auto const at = std::find(legal.begin(), legal.end(), here);
  auto const count = static_cast<int>(legal.size());
  int const from = at == legal.end() ? (direction > 0 ? -1 : 0) : static_cast<int>(at - legal.begin());
  if (auto const cell = parse_cell(legal[static_cast<std::size_t>((from + direction + count) % count)]))
    scene_.cursor = cell;
}

// On our turn the cursor starts at a cell that can be played; it stays where the player left it otherwise.
void Screen::place_cursor() {
  if (role_ == Role::Watcher || scene_.table.rows.empty()) return;
  bool const useful = scene_.cursor && scene_.table.is_legal(cell_name(*scene_.cursor));
  if (my_turn() && !useful && !scene_.table.legal.empty()) scene_.cursor = parse_cell(scene_.table.legal[0]);
  if (scene_.cursor) return;
  auto const& board = scene_.table.rows;
  for (std::size_t row = 0; row < board.size(); ++row)
    if (auto const column = board[row].find_first_not_of('H'); column != std::string::npos && !scene_.cursor)
      scene_.cursor = Cell{static_cast<int>(column), static_cast<int>(row)};
}

void Screen::play_here() {
  if (!scene_.me || !scene_.table.playing() || !scene_.cursor) return;
  if (!my_turn()) {
    message_ = say_("It is not your turn.", "あなたの番ではありません。");
    return;
  }
  ask({{"type", "move"}, {"ply", scene_.table.ply}, {"move", {{"cell", cell_name(*scene_.cursor)}}}});
}

void Screen::ask(Json body) {
  connection_.request(std::move(body), [this](Failure const* refusal) {
    if (refusal != nullptr) message_ = say_.failure(*refusal);
    redraw();
  });
}

// Picture

void Screen::tick() {
  timer_.start(Millis(500), [this] {
    if (scene_.table.clock.running) redraw();
    tick();
  });
}

std::string Screen::standing_status(Style& style) const {
  auto const& table = scene_.table;
  if (!scene_.known) return say_("Connecting...", "接続しています…");
  if (table.lobby() && scene_.me && table.host == scene_.guest)
    return say_("You are the host: press s to start.", "あなたがホストです。s で開始。");
  if (table.lobby()) return say_("Waiting for the host to start.", "ホストの開始を待っています。");
  if (my_turn()) {
    style = {Ink::Good, true};
    auto const count = std::to_string(table.legal.size());
    auto const color = say_.color_name(table.seats[static_cast<std::size_t>(*scene_.me)].color);
    auto status =
        say_("Your turn", "あなたの番です") + (color.empty() ? "" : say_(" (", "（") + color + say_(")", "）"));
    if (!table.rows.empty()) status += say_(", possible moves: ", "　打てる場所：") + count;
    return status;
  }
  if (table.over()) {
    style = {Ink::Accent, true};
    auto const verdict = say_.verdict(table, scene_.me);
    return say_("The game is over. ", "終局です。") + verdict;
  }
  if (table.to_act.empty()) return "";
  return say_.player(table, table.to_act[0], scene_.me) + say_(" is to move.", " の番です。");
}

std::string Screen::key_line() const {
  if (!scene_.me) return say_("t talk   ? keys   q quit", "t 発言   ? キー一覧   q 終了");
  if (scene_.table.lobby()) return say_("s start   t talk   ? keys   q quit", "s 開始   t 発言   ? キー一覧   q 終了");
  if (scene_.table.over()) return say_("r rematch   t talk   ? keys   q quit", "r 再戦   t 発言   ? キー一覧   q 終了");
  return say_("arrows move   Tab next move   Enter play   t talk   ? keys   q quit",
              "矢印 移動   Tab 次の候補   Enter 打つ   t 発言   ? キー一覧   q 終了");
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
  scene_.help.clear();
  if (mode_ == Mode::Help)
    scene_.help = {say_("Keys", "キー一覧"),
                   "",
                   say_("arrows       move the cursor", "矢印         カーソル移動"),
                   say_("Tab          next possible move", "Tab          次の打てる場所"),
                   say_("Enter, Space play here", "Enter, Space 打つ"),
                   say_("t            talk", "t            発言"),
                   say_("s            start (host)", "s            開始（ホスト）"),
                   say_("x            resign", "x            投了"),
                   say_("r            rematch", "r            再戦"),
                   say_("q            quit", "q            終了"),
                   "",
                   say_("+ possible move  ( ) last move  [ ] cursor", "+ 打てる場所  ( ) 最後の手  [ ] カーソル"),
                   say_("G wildcard: flanks for anybody  R bomb", "G ワイルドカード  R 爆弾")};
  paint(*terminal_, scene_, say_);
}

}  // namespace engawa::cli
