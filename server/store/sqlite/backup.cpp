#include "server/store/sqlite/backup.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "base/progress.hpp"
#include "server/ops/fail_point.hpp"
#include "server/store/row_sum.hpp"
#include "server/store/sqlite/flush.hpp"
#include "server/store/sqlite/schema.hpp"

namespace engawa::server {
namespace {

constexpr int kBackupBusyMs = 10000;

// Some of the packed inputs may still be in the journal, too.
constexpr char const* kCountInputs =
    "SELECT (SELECT COALESCE(SUM(packed), 0) FROM rooms) + (SELECT COUNT(*) FROM journal LEFT JOIN rooms ON rooms.id = "
    "room WHERE seq > COALESCE(packed, 0))";

// VACUUM INTO reads the whole database in one transaction: the copy is consistent, and the server continues to write.
void copy(std::string const& source, std::string const& target) {
  SQLite::Database database(source, SQLite::OPEN_READWRITE, kBackupBusyMs);
  require_known_version(database);
  auto const number = [&database](char const* pragma) { return database.execAndGet(pragma).getInt64(); };
  auto const bytes = (number("PRAGMA page_count") - number("PRAGMA freelist_count")) * number("PRAGMA page_size");
  Progress const progress("copying", [&target, bytes] {
    std::error_code none_yet;
    auto const there = std::filesystem::file_size(target, none_yet);
    return none_yet || bytes <= 0 ? -1 : static_cast<double>(there) / static_cast<double>(bytes);
  });
  SQLite::Statement vacuum(database, "VACUUM INTO ?");
  vacuum.bind(1, target);
  vacuum.exec();
}

struct Copied {
  std::string what;
  std::vector<DamagedRow> damaged;
  std::string index_fault;
};

Copied checked(std::string const& file) {
  Progress const progress("checking the copy");
  fail_point::hit<std::runtime_error>("store.backup");
  SQLite::Database database(file, SQLite::OPEN_READWRITE);
  add_row_sum(database);
  // VACUUM INTO copies an index unchanged, even if it is damaged.
  auto const index_fault = fault_of_tables(database);
  if (!index_fault.empty()) database.exec("REINDEX");
  if (auto const fault = fault_of_tables(database); !fault.empty())
    throw std::runtime_error("the copy is damaged: " + fault);
  auto const rooms = database.execAndGet("SELECT COUNT(*) FROM rooms").getString();
  auto const inputs = database.execAndGet(kCountInputs).getString();
  return {rooms + " rooms with " + inputs + " inputs", damaged_rows(database), index_fault};
}

}  // namespace

Result<std::string> back_up(std::string const& directory, std::string const& target) {
  namespace fs = std::filesystem;
  auto const source = directory + "/engawa.db";
  std::error_code error;
  if (!fs::exists(source, error))
    return refuse("not_found", "there is no database " + source + ": name its folder with --data");
  if (fs::exists(fs::symlink_status(target, error)))
    return refuse("bad_message", target + " exists already: name a new file; nothing was changed");
  auto const folder = fs::absolute(target, error).parent_path().string();
  auto const part = target + ".part-" + std::to_string(::getpid());
  try {
    copy(source, part);
    auto const [what, damaged, index_fault] = checked(part);
    flush_to_disk(part);
    // A link, not a rename: it never replaces a file that was created in the meantime.
    if (::link(part.c_str(), target.c_str()) != 0) throw std::runtime_error(std::strerror(errno));
    fs::remove(part, error);
    flush_to_disk(folder);
    auto copied = "copied " + source + " to " + target + ": " + what;
    if (damaged.empty() && index_fault.empty()) return copied;
    if (damaged.empty())
      return refuse("internal", copied + "; the copy is sound, but " + source + " has a damaged index (" + index_fault +
                                    "): stop the server and put the copy in its place");
    return refuse("internal",
                  copied + "; but " + source + " is damaged, and so is the copy: " + damaged.front().what +
                      " does not fit its checksum" +
                      (damaged.size() > 1 ? ", nor do " + std::to_string(damaged.size() - 1) + " others" : ""));
  } catch (std::exception const& failure) {
    fs::remove(part, error);
    return refuse("internal", "cannot copy " + source + " to " + target + " (" + failure.what() +
                                  "): the database is as it was, and there is no copy");
  }
}

}  // namespace engawa::server
