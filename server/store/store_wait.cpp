#include "server/store/store_wait.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <string>
#include <thread>

namespace engawa::server {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds kFirstAgain = 100ms, kSlowestAgain = 1000ms;

std::string in_seconds(std::chrono::steady_clock::duration time) {
  return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(time).count()) + " s";
}

}  // namespace

Result<std::unique_ptr<Store>> wait_for_store(OpenStore const& open, std::chrono::milliseconds within) {
  auto const began = std::chrono::steady_clock::now();
  std::string said;
  for (auto pause = kFirstAgain;; pause = std::min(2 * pause, kSlowestAgain)) {
    auto store = open();
    if (store && !said.empty())
      spdlog::info("the database is there after {}", in_seconds(std::chrono::steady_clock::now() - began));
    if (store || store.error().code != "busy") return store;
    auto const& why = store.error().message;
    auto const left =
        within - std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - began);
    if (left <= 0ms)
      return refuse("busy",
                    why + (within > 0ms ? "; it was waited for " + in_seconds(within) + " (--store-wait-s)" : ""));
    if (why != said) spdlog::warn("waiting for the database, for {} more: {}", in_seconds(left + 999ms), why);
    said = why;
    std::this_thread::sleep_for(std::min(pause, left));
  }
}

}  // namespace engawa::server
