#include "clients/cli/net/guest_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/json_read.hpp"
#include "clients/cli/text/fields.hpp"

namespace engawa::cli {
namespace {

namespace fs = std::filesystem;

Failure trouble(std::string const& path, std::string const& what) {
  return {Exit::Other, "guest_file", "the guest file " + path + " " + what};
}

Outcome<Json> read_all(std::string const& path) {
  std::error_code error;
  if (path.empty() || !fs::exists(path, error)) return success<Json>(Json::object());
  std::ifstream in(path, std::ios::binary);
  std::string const text{std::istreambuf_iterator<char>(in), {}};
  if (!in.is_open() || in.bad()) return trouble(path, "cannot be read");
  auto json = parse_json(text);
  if (!json || !json->is_object()) return trouble(path, "is damaged; move it away to come in as a new guest");
  return success<Json>(std::move(*json));
}

bool write_private(std::string const& path, std::string const& text) {
  int const file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return false;
  bool const good =
      ::fchmod(file, 0600) == 0 && ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  return (::close(file) == 0) && good;
}

}  // namespace

std::string GuestFile::default_path() {
  auto const from = [](char const* name, char const* below) {
    char const* const folder = std::getenv(name);
    return folder != nullptr && folder[0] == '/' ? std::string(folder) + below : std::string();
  };
  auto path = from("XDG_STATE_HOME", "/engawa/guests.json");
  return path.empty() ? from("HOME", "/.local/state/engawa/guests.json") : path;
}

Outcome<Guest> GuestFile::load(std::string const& server) const {
  auto const all = read_all(path_);
  if (!all) return all.error();
  auto const mine = all->find(key(server));
  if (mine == all->end() || !mine->is_object()) return Guest{};
  return Guest{text_at(*mine, "id"), text_at(*mine, "token"), text_at(*mine, "nick")};
}

Outcome<bool> GuestFile::save(std::string const& server, Guest const& guest) const {
  if (path_.empty()) return false;
  auto all = read_all(path_);
  if (!all) return all.error();
  (*all)[key(server)] = Json{{"id", guest.id}, {"token", guest.token}, {"nick", guest.nick}};
  std::error_code error;
  if (auto const folder = fs::path(path_).parent_path(); !folder.empty()) fs::create_directories(folder, error);
  auto const fresh = path_ + "." + std::to_string(::getpid());
  if (!write_private(fresh, all->dump(1) + "\n") || ::rename(fresh.c_str(), path_.c_str()) != 0) {
    auto const why = std::string(std::strerror(errno));
    ::unlink(fresh.c_str());
    return trouble(path_, "cannot be written: " + why);
  }
  return true;
}

}  // namespace engawa::cli
