#include "clients/console/door.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "clients/console/ink.hpp"

namespace engawa::cli {
namespace {

// Writes all of it; returns errno, or 0.
int write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    auto const written = ::write(file, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {  // another program on the same terminal made it non-blocking
      pollfd wait{file, POLLOUT, 0};
      ::poll(&wait, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

void append_escape(std::string& out, char32_t point) {
  static constexpr char digits[] = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += digits[(point >> shift) & 15];
}

}  // namespace

std::string shown(std::string_view text, bool color) {
  std::string out;
  int isolates = 0;
  bool painted = false;
  for (char32_t const c : decode(text)) {
    if (auto const ink = ink_of_mark(c)) {
      painted = ink != Ink::Plain;
      if (color) out += painted ? escape_of(*ink) : std::string(kPlainEscape);
    } else if (c == kIsolate) {
      ++isolates;
      append(out, 0x2068);
    } else if (c == kIsolateEnd) {
      if (isolates == 0) continue;
      --isolates;
      append(out, 0x2069);
    } else {
      append(out, steers(c) ? U' ' : c);
    }
  }
  for (; isolates > 0; --isolates) append(out, 0x2069);
  if (painted && color) out += kPlainEscape;
  return out;
}

std::string as_data(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (char32_t const c : decode(json)) {
    if (c == U'\n' || c == U'\r' || c == U'\t')
      out += ' ';
    else if (steers(c) && c < 0x10000)
      append_escape(out, c);
    else
      append(out, c);
  }
  return out;
}

void print(std::string_view bytes) {
  if (int const error = write_all(STDOUT_FILENO, bytes); error != 0) throw OutputLost(error);
}

void print_error(std::string_view bytes) noexcept { write_all(STDERR_FILENO, bytes); }

int DataBuffer::overflow(int byte) {
  if (byte != traits_type::eof()) line_ += static_cast<char>(byte);
  return 0;
}

int DataBuffer::sync() {
  auto const all = std::exchange(line_, {});
  for (std::string_view rest = all; !rest.empty();) {
    auto const line = rest.substr(0, rest.find('\n'));
    print(as_data(line) + "\n");
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  }
  return 0;
}

}  // namespace engawa::cli
