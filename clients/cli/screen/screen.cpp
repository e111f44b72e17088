#include "clients/cli/screen/screen.hpp"

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>

#include "clients/cli/screen/lines.hpp"

namespace engawa::cli {

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
  if (change.other_history) {
    scene_.log.begin_again();
    log(say_(texts::other_history));  // the room's log follows
  }
  past_.follow(change, scene_.me, [this](std::vector<PastLine> const& lines) {
    for (auto const& line : lines) scene_.log.add({line.text, false, line.seq});
    redraw();
  });
  bool const was_over = std::exchange(over_, scene_.table.over());
  for (auto& sentence : say_.events(scene_.table, change.events, scene_.me)) log(std::move(sentence));
  if (auto words = say_.record(scene_.table); over_ && !was_over && !words.empty()) log(std::move(words));
  scene_.log.add_chat(scene_.table);
}

void Screen::log(std::string text, bool chat) { scene_.log.add({std::move(text), chat, connection_.seq()}); }

// Picture

void Screen::tick() {
  timer_.start(Millis(500), [this] {
    if (scene_.table.clock.running || scene_.table.elapsed_at) redraw();
    tick();
  });
}

void Screen::redraw() {
  scene_.online = connection_.online();
  scene_.server_now = connection_.server_now();
  auto standing = standing_status(scene_, say_, moving_ > 0 && !connection_.online());
  scene_.status = std::move(standing.text);
  scene_.status_style = standing.style;
  if (mode_ == Mode::ConfirmQuit) scene_.status = say_(texts::really_quit);
  if (mode_ == Mode::ConfirmResign) scene_.status = say_(texts::really_resign);
  if (mode_ == Mode::ConfirmQuit || mode_ == Mode::ConfirmResign || !message_.empty())
    scene_.status_style = {Ink::Alarm, true};
  if (!message_.empty()) scene_.status = message_;
  scene_.keys = key_line(scene_, say_);
  paint(*terminal_, scene_, say_);
}

}  // namespace engawa::cli
