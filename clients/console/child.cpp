#include "clients/console/child.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <utility>

namespace engawa::cli {

constexpr Millis kPause{20};  // interval between checks for its exit

Child::Child(Loop& loop, std::string const& command, std::function<void(std::optional<std::string>)> on_line)
    : loop_(loop), on_line_(std::move(on_line)), timer_(loop) {
  ::signal(SIGPIPE, SIG_IGN);  // writing to a child that has exited must fail with EPIPE
  int in[2];
  int out[2];
  if (::pipe2(in, O_CLOEXEC) != 0) return;
  if (::pipe2(out, O_CLOEXEC) != 0) {
    ::close(in[0]);
    ::close(in[1]);
    return;
  }
  to_ = in[1];
  from_ = out[0];
  ::fcntl(to_, F_SETFL, O_NONBLOCK);  // a child that does not read must not block us
  spawn(command, in[0], out[1]);
  ::close(in[0]);
  ::close(out[1]);
  lines_ = std::make_unique<Lines>(loop_, from_);
  read_next();
}

Child::~Child() {
  end();
  if (to_ >= 0) ::close(to_);
  if (from_ >= 0) ::close(from_);
}

// In its own process group, so that everything the shell starts ends with it.
void Child::spawn(std::string const& command, int input, int output) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, input, 0);
  posix_spawn_file_actions_adddup2(&files, output, 1);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t standard;
  sigemptyset(&standard);
  sigaddset(&standard, SIGPIPE);
  sigaddset(&standard, SIGINT);
  posix_spawnattr_setsigdefault(&attributes, &standard);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  char const* const words[] = {"sh", "-c", command.c_str(), nullptr};
  if (posix_spawn(&pid_, "/bin/sh", &files, &attributes, const_cast<char* const*>(words), environ) != 0) pid_ = -1;
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
}

void Child::read_next() {
  lines_->next([this](std::optional<std::string> line) {
    bool const more = line.has_value();
    if (more) read_next();
    on_line_(std::move(line));
  });
}

bool Child::tell(std::string_view line) {
  auto const text = std::string(line) + "\n";
  return to_ >= 0 && ::write(to_, text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

void Child::finish(Millis limit, Handler gone) {
  if (to_ >= 0) ::close(std::exchange(to_, -1));
  look_for_exit(limit, std::move(gone));
}

void Child::look_for_exit(Millis left, Handler gone) {
  int status = 0;
  if (pid_ > 0 && ::waitpid(pid_, &status, WNOHANG) == pid_) pid_ = -1;
  if (pid_ > 0 && left <= Millis::zero()) end();
  if (pid_ <= 0) return loop_.post(std::move(gone));
  timer_.start(kPause, [this, left, gone = std::move(gone)] { look_for_exit(left - kPause, gone); });
}

void Child::end() {
  if (pid_ <= 0) return;
  ::kill(-pid_, SIGKILL);
  int status = 0;
  ::waitpid(std::exchange(pid_, -1), &status, 0);
}

}  // namespace engawa::cli
