// The only way out: all that these programs write to stdout and stderr, and draw on a terminal, goes through here, so that nothing of a
// server, a file or a command line can steer the terminal (its title, its clipboard, its cursor), whoever forgot to look at it before.
// What has a meaning of its own in a text are the marks of text.hpp and ink.hpp, and only here they become bytes. One thread.
#pragma once
#include <exception>
#include <streambuf>
#include <string>
#include <string_view>

#include "clients/console/text.hpp"

namespace engawa::cli {

// For people: harmless, with the marks in it carried out, inks only with `color`. A line feed becomes a space.
std::string shown(std::string_view text, bool color = false);

// For programs: a line of JSON that means the same, in which nothing steers a terminal either (\u009b).
std::string as_data(std::string_view json);

// The output cannot be written, so there is no point in going on. Ends the program: run_program() says so.
struct OutputLost : std::exception {
  explicit OutputLost(int number) : error(number) {}
  char const* what() const noexcept override { return "the output cannot be written"; }
  int error;  // as errno has it
};

// Writes all of it to stdout at once, or throws OutputLost. Only of shown() or as_data(), or our own words.
void print(std::string_view bytes);
// To stderr, where nobody can be told that it fails.
void print_error(std::string_view bytes) noexcept;

// For a program that writes JSON lines to a stream: each goes through as_data() and print() when it is flushed.
class DataBuffer final : public std::streambuf {
 private:
  int overflow(int byte) override;
  int sync() override;
  std::string line_;
};

}  // namespace engawa::cli
