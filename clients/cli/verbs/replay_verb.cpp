// `replay`: shows a recorded game again: on the full screen with keys, otherwise as lines.
#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "clients/cli/board/board_picture.hpp"
#include "clients/cli/room/playback.hpp"
#include "clients/cli/screen/scene.hpp"
#include "clients/cli/screen/terminal.hpp"
#include "clients/cli/verbs/record_faults.hpp"
#include "clients/cli/verbs/record_source.hpp"
#include "clients/cli/verbs/verbs.hpp"
#include "clients/console/loop.hpp"

namespace engawa::cli {
namespace {

constexpr int kScreenDelay = 700;  // ms between two moves, by default

bool reached(Options const& options, Playback const& playback) {
  return options.ply && playback.ply() >= static_cast<std::uint32_t>(*options.ply);
}

void print_board(Output const& output, Playback const& playback) {
  auto const table = playback.table();
  Look const look{table, {}, output.phrases(), playback.time()};
  for (auto const& line : board_lines(look)) output.line(line);
  output.line(output.phrases().scores(table, {}));
  for (auto const& line : output.phrases().result(table, {})) output.line(line);
}

void print_step(Output const& output, Playback const& playback) {
  if (!output.json()) {
    for (auto const& sentence : output.phrases().events(playback.table(), playback.events(), {})) output.line(sentence);
    return;
  }
  Json line{{"events", playback.events()}, {"room", playback.document()}};
  if (!playback.by().empty()) line["by"] = playback.by();
  if (!playback.move().empty()) line["move"] = parse_json(playback.move()).value();
  output.data(line.dump(-1, ' ', false, Json::error_handler_t::replace));
}

int replay_lines(Options const& options, Output const& output, Playback playback) {
  if (!output.json())
    for (auto const& line : output.phrases().lobby(playback.table(), {})) output.line(line);
  while (!reached(options, playback)) {
    auto const more = playback.next();
    if (!more) return tell_fault(output, more.error());
    print_step(output, playback);
    if (!*more) break;
    if (options.delay_ms) std::this_thread::sleep_for(Millis(*options.delay_ms));
  }
  if (!output.json()) print_board(output, playback);
  return 0;
}

// The same scene as for a spectator. Keys: space stops and continues, right makes one move, Home starts over, q quits.
class ReplayScreen {
 public:
  ReplayScreen(Options const& options, Output const& output, std::string const& text, Playback playback)
      : options_(options),
        output_(output),
        text_(text),
        say_(options.language(), false),
        playback_(std::move(playback)),
        timer_(loop_) {}

  int run() {
    loop_.on_signals({SIGINT, SIGTERM, SIGWINCH, SIGTSTP}, [this](int number) {
      if (number == SIGTSTP) terminal_->suspend();
      if (number == SIGINT || number == SIGTERM)
        return loop_.stop(static_cast<int>(number == SIGINT ? Exit::Interrupted : Exit::Other));
      terminal_->adopt_size();
      redraw();
    });
    terminal_ = std::make_unique<Terminal>(output_.color());
    if (!terminal_->usable())
      return output_.fail({Exit::Other, "terminal", say_(texts::unknown_terminal, {{"term", terminal_->wanted()}})});
    if (terminal_->known_as() != terminal_->wanted())
      scene_.log.add(
          {say_(texts::terminal_taken_for, {{"term", terminal_->wanted()}, {"known", terminal_->known_as()}})});
    keyboard_ = std::make_unique<Readable>(loop_, 0);
    keyboard_->wait([this] { read_keys(); });
    while (options_.ply && !over_ && !reached(options_, playback_)) step();
    paused_ = options_.ply.has_value();
    redraw();
    tick();
    int const code = loop_.run();
    terminal_.reset();
    return fault_ ? tell_fault(output_, *fault_) : code;
  }

 private:
  void step() {
    if (over_) return;
    auto const more = playback_.next();
    if (!more) {
      fault_ = more.error();
      return loop_.stop(0);
    }
    over_ = !*more;
    for (auto& sentence : say_.events(playback_.table(), playback_.events(), {})) scene_.log.add({std::move(sentence)});
  }

  void tick() {
    timer_.start(Millis(options_.delay_ms.value_or(kScreenDelay)), [this] {
      if (!paused_ && !over_) {
        step();
        redraw();
      }
      tick();
    });
  }

  void read_keys() {
    bool any = false;
    while (auto const key = terminal_->read_key()) {
      any = true;
      press(*key);
    }
    silent_reads_ = any ? 0 : silent_reads_ + 1;
    if (silent_reads_ > 100) return loop_.stop(static_cast<int>(Exit::Other));  // the terminal is gone
    redraw();
    keyboard_->wait([this] { read_keys(); });
  }

  void press(Key const& key) {
    if (key.pasted) return;
    if (key.is('q')) return loop_.stop(0);
    if (key.is(' ')) paused_ = !paused_;
    if (key.kind == Key::Kind::Right) step();
    if (key.kind != Key::Kind::Home) return;
    playback_ = Playback::open(text_).value();  // it was read before
    scene_.log.begin_again();
    over_ = false;
  }

  void redraw() {
    scene_.table = playback_.table();
    scene_.known = scene_.online = true;
    scene_.status = over_ ? say_(texts::game_is_over, {{"how", say_.reason(scene_.table)}})
                          : say_(texts::replay_move, {{"ply", playback_.ply()}, {"stopped", paused_}});
    scene_.status_style = {over_ ? Ink::Accent : Ink::Plain, true};
    scene_.keys = say_(texts::replay_keys);
    paint(*terminal_, scene_, say_);
  }

  Options const& options_;
  Output const& output_;
  std::string const& text_;
  Phrases say_;
  Playback playback_;
  Loop loop_;
  std::unique_ptr<Terminal> terminal_;
  std::unique_ptr<Readable> keyboard_;
  Timer timer_;
  Scene scene_;
  std::optional<record::Fault> fault_;
  int silent_reads_ = 0;
  bool paused_ = false;
  bool over_ = false;
};

}  // namespace

int replay(Options const& options, Output const& output) {
  auto const text = read_record(options);
  if (!text) return output.fail(text.error());
  auto playback = Playback::open(*text);
  if (!playback) return tell_fault(output, playback.error());
  if (wants_screen(options, output)) return ReplayScreen(options, output, *text, std::move(*playback)).run();
  return replay_lines(options, output, std::move(*playback));
}

}  // namespace engawa::cli
