#include "clients/cli/screen/terminal.hpp"

#include <signal.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "clients/cli/screen/terminal_family.hpp"
#include "clients/console/door.hpp"
#include "clients/console/text.hpp"

#define NCURSES_NOMACROS 1
#include <ncurses.h>

namespace engawa::cli {
namespace {

// Bracketed paste: the terminal marks where a paste begins and ends. A terminal that does not know it sends no marks.
constexpr std::string_view kPasteOn = "\033[?2004h", kPasteOff = "\033[?2004l";
constexpr int kPasteBegins = 2000, kPasteEnds = 2001;  // beyond the codes of ncurses

void write_raw(std::string_view bytes) {
  [[maybe_unused]] auto const written = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
}

// Restores the terminal when a signal ends the program; allocates nothing.
constexpr std::array kDeadly{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGQUIT, SIGHUP};
struct {
  termios before{};
  std::array<char, 64> leave{};  // the full screen, as described in terminfo
  std::array<struct sigaction, kDeadly.size()> handlers{};
} last_wish;

void die(int number) {
  write_raw(kPasteOff);
  write_raw({last_wish.leave.data(), ::strnlen(last_wish.leave.data(), last_wish.leave.size())});
  ::tcsetattr(STDIN_FILENO, TCSANOW, &last_wish.before);
  ::signal(number, SIG_DFL);
  ::raise(number);
}

void watch_for_death() {
  for (auto const* name : {"cnorm", "sgr0", "rmcup"}) {
    char const* const text = tigetstr(name);
    auto const used = ::strnlen(last_wish.leave.data(), last_wish.leave.size());
    bool const is_none = reinterpret_cast<std::intptr_t>(text) == -1;  // terminfo's "no such string"
    bool const there = text != nullptr && !is_none && std::strchr(text, '$') == nullptr;
    if (there && used + std::strlen(text) < last_wish.leave.size()) std::strcpy(last_wish.leave.data() + used, text);
  }
  struct sigaction action{};
  action.sa_handler = die;
  for (std::size_t i = 0; i < kDeadly.size(); ++i) {
    ::sigaction(kDeadly[i], nullptr, &last_wish.handlers[i]);
    if (last_wish.handlers[i].sa_handler == SIG_DFL) ::sigaction(kDeadly[i], &action, nullptr);
  }
}

void stop_watching_for_death() {
  for (std::size_t i = 0; i < kDeadly.size(); ++i) ::sigaction(kDeadly[i], &last_wish.handlers[i], nullptr);
}

std::optional<Key> special(int code) {
  using Kind = Key::Kind;
  switch (code) {
    case KEY_UP:
      return Key{Kind::Up};
    case KEY_DOWN:
      return Key{Kind::Down};
    case KEY_LEFT:
      return Key{Kind::Left};
    case KEY_RIGHT:
      return Key{Kind::Right};
    case KEY_HOME:
      return Key{Kind::Home};
    case KEY_END:
      return Key{Kind::End};
    case KEY_ENTER:
      return Key{Kind::Enter};
    case KEY_BACKSPACE:
      return Key{Kind::Backspace};
    case KEY_BTAB:
      return Key{Kind::BackTab};
    default:
      return std::nullopt;
  }
}

Key ordinary(char32_t character) {
  using Kind = Key::Kind;
  switch (character) {
    case '\r':
    case '\n':
      return {Kind::Enter};
    case 27:
      return {Kind::Escape};
    case 8:
    case 127:
      return {Kind::Backspace};
    case '\t':
      return {Kind::Tab};
    default:
      return {Kind::Character, character};
  }
}

}  // namespace

struct Terminal::Impl {
  SCREEN* screen = nullptr;
  bool color = false;
  bool pasting = false;  // between the two marks
  std::string name, known_as;

  void prepare(bool wanted) {
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(25);
    define_key("\033[200~", kPasteBegins);
    define_key("\033[201~", kPasteEnds);
    write_raw(kPasteOn);
    watch_for_death();
    color = wanted && has_colors() && start_color() == OK;
    if (!color) return;
    use_default_colors();
    auto const& pairs = COLORS >= 256 ? kRichInks : kPoorInks;
    for (std::size_t i = 1; i < kInks; ++i)
      init_pair(static_cast<short>(i), static_cast<short>(pairs[i].fg), static_cast<short>(pairs[i].bg));
  }

  attr_t attributes(Style style) const {
    attr_t bits = A_NORMAL;
    if (style.bold) bits |= A_BOLD;
    if (style.underline) bits |= A_UNDERLINE;
    if (!color && style.ink == Ink::Title) bits |= A_REVERSE;
    if (!color && style.ink == Ink::Faint) bits |= A_DIM;
    return bits;
  }
};

Terminal::Terminal(bool color) : impl_(std::make_unique<Impl>()) {
  char const* const name = std::getenv("TERM");
  impl_->name = name == nullptr ? "" : name;
  ::tcgetattr(STDIN_FILENO, &last_wish.before);
  for (auto const& known : terminal_family(impl_->name)) {
    impl_->screen = newterm(known.c_str(), stdout, stdin);
    impl_->known_as = known;
    if (impl_->screen != nullptr) break;
  }
  if (usable()) impl_->prepare(color);
}

Terminal::~Terminal() {
  if (!usable()) return;
  stop_watching_for_death();
  write_raw(kPasteOff);
  endwin();
  delscreen(impl_->screen);
}

bool Terminal::usable() const { return impl_->screen != nullptr; }
std::string const& Terminal::wanted() const { return impl_->name; }
std::string const& Terminal::known_as() const { return impl_->known_as; }
int Terminal::rows() const { return getmaxy(stdscr); }
int Terminal::columns() const { return getmaxx(stdscr); }

void Terminal::adopt_size() {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
    resizeterm(size.ws_row, size.ws_col);
  clearok(stdscr, TRUE);
}

void Terminal::erase() { werase(stdscr); }

void Terminal::put(int row, int column, std::string_view text, Style style, int limit) {
  int const room = std::min(limit, columns() - column);
  if (row < 0 || row >= rows() || column < 0 || room <= 0) return;
  auto const drawn = shown(shorten(text, room));
  short const pair = impl_->color ? static_cast<short>(style.ink) : short{0};
  wattr_set(stdscr, impl_->attributes(style), pair, nullptr);
  mvwaddnstr(stdscr, row, column, drawn.c_str(), static_cast<int>(drawn.size()));
  wattr_set(stdscr, A_NORMAL, 0, nullptr);
}

void Terminal::show_cursor(int row, int column) {
  curs_set(1);
  wmove(stdscr, std::clamp(row, 0, rows() - 1), std::clamp(column, 0, columns() - 1));
}

void Terminal::hide_cursor() { curs_set(0); }

void Terminal::flush() { wrefresh(stdscr); }

std::optional<Key> Terminal::read_key() {
  for (;;) {
    wint_t code = 0;
    int const kind = wget_wch(stdscr, &code);
    if (kind == ERR) return std::nullopt;
    auto key = kind == OK ? std::optional(ordinary(static_cast<char32_t>(code))) : special(static_cast<int>(code));
    if (kind != OK && (code == kPasteBegins || code == kPasteEnds)) impl_->pasting = code == kPasteBegins;
    if (!key) continue;
    key->pasted = impl_->pasting;
    return key;
  }
}

void Terminal::suspend() {
  write_raw(kPasteOff);
  endwin();
  struct sigaction before{};
  struct sigaction stop{};
  stop.sa_handler = SIG_DFL;
  ::sigaction(SIGTSTP, &stop, &before);
  ::raise(SIGTSTP);  // not SIGSTOP: without a shell that could continue us, the kernel ignores SIGTSTP
  ::sigaction(SIGTSTP, &before, nullptr);
  write_raw(kPasteOn);
  adopt_size();
}

}  // namespace engawa::cli
