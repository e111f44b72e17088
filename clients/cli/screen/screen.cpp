#include "clients/cli/screen/screen.hpp"

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>

#include "clients/cli/room/command.hpp"

namespace engawa::cli {

constexpr std::size_t kLogLines = 200;

Screen::Screen(Options const& options, Output const& output, Entry entry, Role role)
    : output_(output),
      entry_(std::move(entry)),
      role_(role),
      color_(output.color()),
      say_(options.language(), false, true),
      timer_(loop_),
      gap_(loop_),
      connection_(loop_, entry_.connection, handlers()),
      past_(connection_, say_) {
  scene_.table.code = entry_.connection.room;
  scene_.invite = entry_.connection.address.url() + "/r/" + entry_.connection.room;
  if (role == Role::Player)
    seating_.emplace(connection_, Seating::Wish{.seat = options.seat, .start_alone = entry_.quick},
                     [this](Failure const& failure) { end(failure); });
}

int Screen::run() {
  // Before ncurses, which leaves signals alone that already have a handler.
  loop_.on_signals({SIGINT, SIGTERM, SIGWINCH, SIGTSTP}, [this](int number) {
    if (number == SIGINT) return leave(Exit::Interrupted);
    if (number == SIGTERM) return leave(Exit::Other);
    if (number == SIGTSTP) terminal_->suspend();
    terminal_->adopt_size();
    redraw();
  });
  terminal_ = std::make_unique<Terminal>(color_);
  if (!terminal_->usable()) {
    return output_.fail({Exit::Other, "terminal", say_(texts::unknown_terminal, {{"term", terminal_->wanted()}})});
  }
  if (terminal_->known_as() != terminal_->wanted())
    log(say_(texts::terminal_taken_for, {{"term", terminal_->wanted()}, {"known", terminal_->known_as()}}));
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
          [this, tell](Json const& notice) {
            if (auto words = say_.notice(notice); !words.empty()) tell(std::move(words));
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
    place({isolated(row.who) + ": " + isolated(row.text), true, row.seq});
  }
}

// The logged events may belong to another history. The room's log replaces them, with a line that says so.
void Screen::begin_log_again() {
  scene_.log.clear();
  chat_seen_ = 0;
  log(say_(texts::other_history));
}

void Screen::log(std::string text, bool chat) { place({std::move(text), chat, connection_.seq()}); }

// Ordered by step: the requested events arrive later than the pushed ones.
void Screen::place(LogLine line) {
  auto const earlier = [](std::int64_t seq, LogLine const& other) { return seq < other.seq; };
  scene_.log.insert(std::upper_bound(scene_.log.begin(), scene_.log.end(), line.seq, earlier), std::move(line));
  if (scene_.log.size() > kLogLines) scene_.log.erase(scene_.log.begin());
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

std::vector<std::string> Screen::key_lines() const {
  std::vector<std::string> lines;
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
  paint(*terminal_, scene_, say_);
}

}  // namespace engawa::cli
