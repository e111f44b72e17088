#include "server/store/sqlite/backup_schedule.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "server/ops/priority.hpp"
#include "server/ops/wall_clock.hpp"
#include "server/store/sqlite/backup.hpp"

namespace engawa::server {
namespace {

namespace fs = std::filesystem;

constexpr char const* kForm = "engawa-%Y%m%dT%H%M%SZ.db";
constexpr std::chrono::seconds kAgain{60};  // after a failure, or sooner if copies are made more often

std::int64_t now_s() { return wall_clock() / 1000; }

std::string name_at(std::int64_t unix_s) {
  std::time_t const time = unix_s;
  std::tm parts{};
  std::array<char, 32> text{};
  ::gmtime_r(&time, &parts);
  return {text.data(), std::strftime(text.data(), text.size(), kForm, &parts)};
}

// 0: not the name of such a copy.
std::int64_t time_of(std::string const& name) {
  std::tm parts{};
  char const* const end = ::strptime(name.c_str(), kForm, &parts);
  if (!end || *end != '\0') return 0;
  auto const time = static_cast<std::int64_t>(::timegm(&parts));
  return name_at(time) == name ? time : 0;
}

// The copies in the folder, oldest first.
std::vector<std::pair<std::int64_t, fs::path>> copies_in(std::string const& folder) {
  std::vector<std::pair<std::int64_t, fs::path>> copies;
  std::error_code error;
  for (fs::directory_iterator file(folder, error), none; !error && file != none; file.increment(error))
    if (auto const time = time_of(file->path().filename().string()); time > 0 && file->is_regular_file(error))
      copies.emplace_back(time, file->path());
  std::sort(copies.begin(), copies.end());
  return copies;
}

}  // namespace

BackupSchedule::BackupSchedule(Plan plan) : plan_(std::move(plan)) {
  if (auto const copies = copies_in(plan_.folder); !copies.empty()) newest_s_ = copies.back().first;
  thread_ = std::jthread([this](std::stop_token const& stop) { run(stop); });
}

Result<std::unique_ptr<BackupSchedule>> BackupSchedule::start(Plan plan) {
  std::error_code error;
  fs::create_directories(plan.folder, error);
  if (error || !fs::is_directory(plan.folder, error))
    return refuse("internal", "the folder for copies of the database, " + plan.folder +
                                  ", cannot be created: choose another with --backup-dir");
  fs::permissions(plan.folder, fs::perms::owner_all, error);  // copies have chat, nicks and seeds
  return std::unique_ptr<BackupSchedule>(new BackupSchedule(std::move(plan)));
}

// A wall clock that jumps makes the next copy early or late, by at most `every`.
void BackupSchedule::run(std::stop_token const& stop) {
  background_priority();
  std::chrono::seconds wait = std::clamp<std::chrono::seconds>(std::chrono::seconds(newest_s_ - now_s()) + plan_.every,
                                                               std::chrono::seconds(0), plan_.every);
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, stop, wait, [] { return false; }) && !stop.stop_requested()) {
    auto const failures = failures_.load();
    make();
    wait = failures_ == failures ? plan_.every : std::min(plan_.every, kAgain);
  }
}

void BackupSchedule::make() {
  auto const at = now_s();
  auto const target = (fs::path(plan_.folder) / name_at(at)).string();
  auto const copied = back_up(plan_.directory, target);
  if (!copied) {
    ++failures_;
    std::error_code none;
    fs::remove(target, none);  // a damaged copy must not push out the sound ones
    return spdlog::error("no backup: {}", copied.error().message);
  }
  ++made_;
  newest_s_ = at;
  spdlog::info("backup: {}", *copied);
  remove_old();
}

void BackupSchedule::remove_old() const {
  auto const copies = copies_in(plan_.folder);
  for (std::size_t i = 0; i + plan_.keep < copies.size(); ++i) {
    std::error_code error;
    if (!fs::remove(copies[i].second, error)) spdlog::warn("{} cannot be deleted", copies[i].second.string());
  }
}

}  // namespace engawa::server
