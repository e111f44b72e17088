#include "clients/cli/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "clients/cli/text.hpp"

#define NCURSES_NOMACROS 1
#include <ncurses.h>

namespace engawa::cli {
namespace {

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

  void prepare(bool wanted) {
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(25);
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
  impl_->screen = newterm(nullptr, stdout, stdin);
  if (impl_->screen != nullptr) impl_->prepare(color);
}

Terminal::~Terminal() {
  if (!usable()) return;
  endwin();
  delscreen(impl_->screen);
}

bool Terminal::usable() const { return impl_->screen != nullptr; }
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
  auto const shown = clip(text, room);
  short const pair = impl_->color ? static_cast<short>(style.ink) : short{0};
  wattr_set(stdscr, impl_->attributes(style), pair, nullptr);
  mvwaddnstr(stdscr, row, column, shown.c_str(), static_cast<int>(shown.size()));
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
    if (kind == OK) return ordinary(static_cast<char32_t>(code));
    if (auto const key = special(static_cast<int>(code))) return key;
  }
}

}  // namespace engawa::cli
