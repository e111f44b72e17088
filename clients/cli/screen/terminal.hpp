// The terminal as a grid of addressed cells. Only this uses ncurses. One object at a time; one thread (the loop's). The
// constructor takes the terminal over; the destructor restores it, and so does a signal that ends the program.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "clients/cli/board/key.hpp"
#include "clients/console/ink.hpp"

namespace engawa::cli {

class Terminal {
 public:
  explicit Terminal(bool color);
  ~Terminal();
  Terminal(Terminal const&) = delete;

  // False if this terminal cannot address cells; then nothing else may be called.
  bool usable() const;
  std::string const& wanted() const;    // the name that the environment gives this terminal
  std::string const& known_as() const;  // the name under which its description was found
  int rows() const;
  int columns() const;
  void adopt_size();  // after SIGWINCH

  void erase();
  // Writes UTF-8 at a cell, at most `limit` columns and never beyond the right edge; a longer text ends with "…".
  void put(int row, int column, std::string_view text, Style style = {}, int limit = 10000);
  void show_cursor(int row, int column);
  void hide_cursor();
  void flush();

  // The next key that was pressed, if any; never waits.
  std::optional<Key> read_key();

  // On SIGTSTP (which has a handler): restores the terminal, stops the program, and takes the terminal over again when
  // the program continues.
  void suspend();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace engawa::cli
