// Keys on the full screen: their meaning in each mode, and which of them were pasted.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "clients/cli/net/http.hpp"
#include "clients/cli/room/roster.hpp"
#include "clients/cli/screen/lines.hpp"
#include "clients/cli/screen/screen.hpp"

namespace engawa::cli {

constexpr std::size_t kWaitingKeys = 32;
constexpr std::size_t kChatLength = 200;  // characters, the protocol's limit
constexpr std::size_t kTyped = 2;         // keys at once; more come from a clipboard, or from a queue
constexpr Millis kPasteGap{60};           // longest gap between parts of one paste

void Screen::read_keys() {
  std::vector<Key> keys;
  while (auto const key = terminal_->read_key()) keys.push_back(*key);
  silent_reads_ = keys.empty() ? silent_reads_ + 1 : 0;
  if (silent_reads_ > 100) return leave(Exit::Other);
  take(std::move(keys));
  redraw();
  keyboard_->wait([this] { read_keys(); });
}

// Keys that arrived together.
void Screen::take(std::vector<Key> keys) {
  if (keys.empty()) return;
  burst_ = keys.size();
  asked_just_now_ = false;
  if (std::exchange(enter_waits_, false)) keys.insert(keys.begin(), Key{Key::Kind::Enter});
  std::size_t const begun = mode_ == Mode::Board && keys.front().is(U't') && !paste_goes_on_ ? 1 : 0;
  bool const talking = mode_ == Mode::Talk || begun > 0;
  auto const rest = std::span(keys).subspan(begun);
  // A terminal that marks one paste marks all, so all other keys are typed, however fast.
  marks_pastes_ |= std::any_of(keys.begin(), keys.end(), [](Key const& key) { return key.pasted; });
  bool const pasted = !marks_pastes_ && (paste_goes_on_ || looks_pasted(rest, talking));
  for (auto& key : rest) key.pasted = key.pasted || pasted;
  // An Enter at the end may be in the middle of a longer paste.
  bool const ends = keys.back().kind == Key::Kind::Enter && !keys.back().pasted;
  enter_waits_ = talking && ends && keys.size() > kTyped && !marks_pastes_;
  if (enter_waits_) keys.pop_back();
  for (auto const& key : keys) press(key);
  paste_goes_on_ = pasted || enter_waits_;
  if (paste_goes_on_) gap_.start(kPasteGap, [this] { paste_ended(); });
}

void Screen::paste_ended() {
  paste_goes_on_ = false;
  if (std::exchange(enter_waits_, false)) press({Key::Kind::Enter});
  redraw();
}

void Screen::press(Key const& key) {
  message_.clear();
  if (key.pasted) return paste(key);
  if (mode_ == Mode::Talk) return press_while_talking(key);
  if (mode_ == Mode::ConfirmQuit || mode_ == Mode::ConfirmResign) return press_while_asked(key);
  if (mode_ == Mode::Help) return press_in_help(key);
  press_on_board(key);
}

void Screen::press_on_board(Key const& key) {
  if (key.kind == Key::Kind::Character && press_letter(key.plain())) return;
  if (!scene_.me || scene_.table.view().is_null()) return;
  if (board().keys_wait && moving_ > 0) {
    if (waiting_.size() < kWaitingKeys) waiting_.push_back(key);
    return;
  }
  auto const action = cli::press(look(), scene_.aim, key);
  if (!action.why.empty()) message_ = action.why;
  if (!action.move.empty()) play(action.move);
}

// Keys with the same meaning in every game. True if the key is used up.
bool Screen::press_letter(char32_t letter) {
  bool const seated = scene_.me.has_value();
  if (letter == U'?') open_help(texts::keys_head, key_lines(scene_, say_));
  if (letter == U't') {
    mode_ = Mode::Talk;
    scene_.typing = "";
  }
  if (letter == U's' && seated && scene_.table.lobby()) ask({{"type", "start"}});
  if (letter == U'r' && seated && scene_.table.over()) ask({{"type", "rematch"}});
  if (letter == U'x' && seated && scene_.table.playing()) ask_whether(Mode::ConfirmResign);
  if (letter == U'h' && seated && scene_.table.playing()) ask({{"type", "hint"}});
  if (letter == U'q' && (!seated || scene_.table.over()))
    leave(Exit::Ok);
  else if (letter == U'q')
    ask_whether(Mode::ConfirmQuit);
  return std::u32string_view(U"?tsrxhq").find(letter) != std::u32string_view::npos;
}

void Screen::ask_whether(Mode mode) {
  mode_ = mode;
  asked_just_now_ = true;
}

// A question cannot be answered before it was seen, so a letter that arrived together with the key that asked is not an
// answer. (Leaving the room may be typed ahead, since the player can come back.) And an answer arrives alone.
void Screen::press_while_asked(Key const& key) {
  bool const ahead = mode_ == Mode::ConfirmQuit && burst_ <= kTyped;
  if (!ahead && (asked_just_now_ || burst_ > 1)) return;
  bool const yes = key.is(U'y') || key.is(U'Y');
  auto const asked = std::exchange(mode_, Mode::Board);
  if (!yes) return;
  if (asked == Mode::ConfirmResign) return ask({{"type", "resign"}});
  leave(Exit::Ok);
}

// Pasted text goes into the chat line, and is otherwise dropped.
void Screen::paste(Key const& key) {
  if (mode_ != Mode::Talk) {
    message_ = say_(texts::paste_is_text);
    return;
  }
  bool const letter = key.kind == Key::Kind::Character && key.character >= 0x20;
  bool const gap = key.kind == Key::Kind::Enter || key.kind == Key::Kind::Tab;
  if (letter) press_while_talking({Key::Kind::Character, key.character});
  if (gap && !scene_.typing->empty() && !scene_.typing->ends_with(' '))
    press_while_talking({Key::Kind::Character, U' '});
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
  for (std::string_view const slash : {"/", "／"})
    if (said.starts_with(slash)) return command(said.substr(slash.size()));
  ask({{"type", "say"}, {"text", said}});
}

void Screen::command(std::string const& line) {
  if (trim(line) == "bots") return show_bots();
  auto const asked = read_table_command(scene_.table, {scene_.me, scene_.guest}, line, say_);
  if (!asked.target.empty()) return post(asked);
  if (!asked.body.empty()) return ask(parse_json(asked.body).value());
  message_ = asked.known ? asked.why : say_(texts::commands_are_listed);
}

void Screen::post(TableCommand const& asked) {
  auto const& connection = entry_.connection;
  HttpCall const call{asked.target, asked.body, connection_.guest().token};
  auto const answer = http_call(connection.address, call, connection.answer_limit);
  if (answer)
    log(say_(texts::reported), true);
  else
    message_ = say_.failure(answer.error());
}

void Screen::show_bots() {
  auto const& connection = entry_.connection;
  auto const bots = fetch_bots(connection.address, scene_.table.game, say_.lang(), connection.answer_limit);
  if (!bots) {
    message_ = say_.failure(bots.error());
    return;
  }
  auto const room = room_for_page({terminal_->rows(), terminal_->columns()});
  open_help(texts::bots_title, bot_lines(*bots, false, room.columns, say_));
}

void Screen::open_help(games::Text const& head, std::vector<std::string> lines) {
  scene_.help = {say_(head), std::move(lines), 0};
  mode_ = Mode::Help;
}

// Goes from page to page; any other key closes the window, and so does the next-page key on the last page.
void Screen::press_in_help(Key const& key) {
  auto const pages = pages_of(scene_.help.lines, room_for_page({terminal_->rows(), terminal_->columns()})).size();
  auto& page = scene_.help.page;
  bool const on = key.is(U' ') || key.kind == Key::Kind::Right || key.kind == Key::Kind::Down;
  bool const back = key.kind == Key::Kind::Left || key.kind == Key::Kind::Up;
  page = std::min(page, pages - 1);  // the window may have grown since
  if (on && page + 1 < pages)
    ++page;
  else if (back && page > 0)
    --page;
  else {
    scene_.help = {};
    mode_ = Mode::Board;
  }
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
    if (width(message_) >= terminal_->columns()) log(message_);  // the status would be cut
    waiting_.clear();                                            // they were meant for another position
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

}  // namespace engawa::cli
