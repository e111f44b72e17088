#include "server/ops/fail_point.hpp"

#ifdef ENGAWA_FAIL_POINTS

#include <sys/stat.h>

#include <atomic>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace engawa::server::fail_point {
namespace {

enum class Action { kill, raise, sleep, hold, on };

struct Point {
  Action action = Action::on;
  int sleep_ms = 0;
  std::uint64_t first = 1, last = UINT64_MAX;
  std::uint64_t passes = 0;
};
using Points = std::map<std::string, Point, std::less<>>;

std::mutex mutex;
Points points;
std::string file;  // the source of the list, or empty
struct stat file_seen{};
std::atomic<bool> any{false};  // so that points cost nothing while none is active

std::uint64_t number(std::string_view text) {
  std::uint64_t value = 0;
  auto const* const end = text.data() + text.size();
  if (auto const parsed = std::from_chars(text.data(), end, value); parsed.ec != std::errc{} || parsed.ptr != end)
    throw std::invalid_argument("\"" + std::string(text) + "\" is not a number in ENGAWA_FAIL_POINTS");
  return value;
}

// Cuts `text` at the first `mark` and returns the part after it; empty if there is none.
std::string_view cut(std::string_view& text, char mark) {
  auto const at = text.find(mark);
  if (at == text.npos) return {};
  auto const rest = text.substr(at + 1);
  text = text.substr(0, at);
  return rest;
}

// REQUIRES: the mutex is held, if the list comes from a file.
Point read_point(std::string_view text) {
  Point point;
  if (auto range = cut(text, '@'); !range.empty()) {
    bool const open = range.find('-') != range.npos;
    auto const last = cut(range, '-');
    point.first = number(range);
    point.last = !open ? point.first : last.empty() ? UINT64_MAX : number(last);
  }
  auto const argument = cut(text, ':');
  if (text == "kill")
    point.action = Action::kill;
  else if (text == "throw")
    point.action = Action::raise;
  else if (text == "sleep")
    point.action = Action::sleep, point.sleep_ms = static_cast<int>(number(argument));
  else if (text == "hold" && !file.empty())
    point.action = Action::hold;
  else if (text != "on")
    throw std::invalid_argument(
        "\"" + std::string(text) +
        "\" is no action of ENGAWA_FAIL_POINTS: there are kill, throw, sleep:MS, on and, in a file, hold");
  return point;
}

Points read_list(std::string_view list) {
  Points read;
  while (!list.empty()) {
    auto name = list.substr(0, list.find_first_of(",\n"));
    list.remove_prefix(std::min(list.size(), name.size() + 1));
    if (name.empty()) continue;
    auto const what = cut(name, '=');
    read[std::string(name)] = read_point(what);
  }
  return read;
}

// REQUIRES: the mutex is held.
void take(Points read) {
  points = std::move(read);
  any = !points.empty() || !file.empty();
}

// REQUIRES: the mutex is held.
void read_file_again() {
  struct stat now{};
  if (::stat(file.c_str(), &now) != 0) return take({});
  // Two changes may fall into one tick of the file system's clock; a file that replaces another has a new inode.
  if (now.st_mtim.tv_sec == file_seen.st_mtim.tv_sec && now.st_mtim.tv_nsec == file_seen.st_mtim.tv_nsec &&
      now.st_ino == file_seen.st_ino && now.st_size == file_seen.st_size)
    return;
  file_seen = now;
  std::ifstream in(file);
  take(read_list(std::string(std::istreambuf_iterator<char>(in), {})));
}

// The action of the point, if it applies now.
bool pass(std::string_view name, Point& found) {
  if (!any.load(std::memory_order_relaxed)) return false;
  std::lock_guard const lock(mutex);
  if (!file.empty()) read_file_again();
  auto const point = points.find(name);
  if (point == points.end()) return false;
  auto const count = ++point->second.passes;
  found = point->second;
  return count >= found.first && count <= found.last;
}

bool held(std::string_view name) {
  std::lock_guard const lock(mutex);
  read_file_again();
  auto const point = points.find(name);
  return point != points.end() && point->second.action == Action::hold;
}

}  // namespace

bool asked_to_throw(std::string_view name) {
  Point point;
  if (!pass(name, point)) return false;
  if (point.action == Action::kill) (void)std::raise(SIGKILL);
  if (point.action == Action::sleep) std::this_thread::sleep_for(std::chrono::milliseconds(point.sleep_ms));
  if (point.action == Action::hold)
    while (held(name)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return point.action == Action::raise;
}

bool on(std::string_view name) {
  Point point;
  return pass(name, point) && point.action == Action::on;
}

void set(std::string_view list) {
  std::lock_guard const lock(mutex);
  file.clear();
  auto read = read_list(list);
  take(std::move(read));
}

std::string read_environment() {
  auto const* const value = std::getenv("ENGAWA_FAIL_POINTS");
  if (!value || !*value) return {};
  if (*value != '/') {
    set(value);
    return value;
  }
  std::lock_guard const lock(mutex);
  file = value;
  any = true;
  read_file_again();
  return value;
}

}  // namespace engawa::server::fail_point

#endif
