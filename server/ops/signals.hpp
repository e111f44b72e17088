// The signals that the system and people send to a running server.
//
// SIGTERM, SIGINT, SIGQUIT, SIGPWR (a power failure) and SIGXCPU (the processor time limit is reached) stop it, after
// everything acknowledged is stored. SIGHUP, and signals that programs send by mistake (SIGUSR1, SIGUSR2, SIGALRM,
// SIGVTALRM, SIGPROF, SIGPOLL), do not stop it. Nor do a closed pipe (SIGPIPE) and a file at the system's size limit
// (SIGXFSZ): the write fails, and its caller handles that.
#pragma once
#include <signal.h>

namespace engawa::server {

class Signals {
 public:
  // From now on these signals are blocked, and wait for wait(), in this thread and the threads that it starts.
  // REQUIRES: no other thread is running.
  Signals();
  ~Signals();
  Signals(Signals const&) = delete;
  Signals& operator=(Signals const&) = delete;

  // Waits for a signal and returns it; 0 if the descriptor `other` becomes readable first.
  int wait(int other = -1);
  static bool is_stop(int signal);
  // The next stop signal ends the process at once. REQUIRES: called by the thread that created this.
  void let_through();

 private:
  sigset_t all_, stops_;
  int descriptor_ = -1;
};

}  // namespace engawa::server
