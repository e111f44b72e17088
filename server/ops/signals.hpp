// What the system and people tell a running server with signals.
//
// SIGTERM, SIGINT, SIGQUIT, SIGPWR (the power is going) and SIGXCPU (the time that the system allows is) stop it, after
// all that was promised is kept. SIGHUP, and what programs send by mistake (SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM,
// SIGPROF, SIGPOLL), end nothing. Nor do a reader that went away (SIGPIPE) and a file that is as long as the system allows
// (SIGXFSZ): a write fails then, and whoever writes deals with it.
#pragma once
#include <signal.h>

namespace engawa::server {

class Signals {
 public:
  // From now on they wait for us, in this thread and those that it starts. REQUIRES: no other thread is running.
  Signals();
  ~Signals();
  Signals(Signals const&) = delete;
  Signals& operator=(Signals const&) = delete;

  // Waits for one and returns it; 0 if the descriptor `other` can be read first.
  int wait(int other = -1);
  static bool is_stop(int signal);
  // One more that stops ends the process at once. Called by the thread that has made this.
  void let_through();

 private:
  sigset_t all_, stops_;
  int descriptor_ = -1;
};

}  // namespace engawa::server
