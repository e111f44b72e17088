// The only way out: everything that these programs write to stdout and stderr, or draw on a terminal, goes through
// here. So no text from a server, a file or a command line can control the terminal (its title, its clipboard, its
// cursor), even if the calling code forgot to check it. Only the marks of text.hpp and ink.hpp have a meaning in a
// text, and only here they become escape sequences. One thread.
#pragma once
#include <exception>
#include <streambuf>
#include <string>
#include <string_view>

#include "clients/console/text.hpp"

namespace engawa::cli {

// For people: the text without control characters, with its marks carried out, inks only with `color`. A line feed
// becomes a space.
std::string shown(std::string_view text, bool color = false);

// For programs: a JSON line with the same meaning in which nothing can control a terminal either (\u009b).
std::string as_data(std::string_view json);

// Thrown when the output cannot be written, so that there is no point in continuing. Ends the program: run_program()
// reports it.
struct OutputLost : std::exception {
  explicit OutputLost(int number) : error(number) {}
  char const* what() const noexcept override { return "the output cannot be written"; }
  int error;  // the errno
};

// Writes all of it to stdout at once, or throws OutputLost. Only for the result of shown() or as_data(), or our own
// texts.
void print(std::string_view bytes);
// To stderr. A failure is ignored, because it cannot be reported anywhere.
void print_error(std::string_view bytes) noexcept;

// For a program that writes JSON lines to a stream: each goes through as_data() and print() when the stream is flushed.
class DataBuffer final : public std::streambuf {
 private:
  int overflow(int byte) override;
  int sync() override;
  std::string line_;
};

}  // namespace engawa::cli
