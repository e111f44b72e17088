#include "tests/bench/room_load_stats.hpp"

#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>

namespace engawa::bench {
namespace {

// The first number of schedstat is nanoseconds on a CPU: finer than the ticks of /proc/PID/stat.
double cpu_seconds(std::filesystem::path const& process) {
  double total = 0;
  std::error_code gone;
  for (auto const& thread : std::filesystem::directory_iterator(process / "task", gone)) {
    double nanoseconds = 0;
    std::ifstream(thread.path() / "schedstat") >> nanoseconds;
    total += nanoseconds / 1e9;
  }
  return total;
}

long resident_kib(std::filesystem::path const& process) {
  std::ifstream status(process / "status");
  for (std::string word; status >> word;) {
    if (word != "VmRSS:") continue;
    long kib = 0;
    status >> kib;
    return kib;
  }
  return 0;
}

}  // namespace

Usage usage_of(int pid) {
  Usage usage;
  timespec own{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
  usage.own_cpu_s = static_cast<double>(own.tv_sec) + static_cast<double>(own.tv_nsec) / 1e9;
  if (pid == 0) return usage;
  auto const process = std::filesystem::path("/proc") / std::to_string(pid);
  usage.cpu_s = cpu_seconds(process);
  usage.rss_kib = resident_kib(process);
  return usage;
}

}  // namespace engawa::bench
