// Settings from bytes: a configuration file; after a byte 0, lines NAME=VALUE of the environment (only ENGAWA_... counts).
//
// Laws: nothing crashes; every refusal names the file or the variable; accepted settings are printed as a file that is
// accepted and printed the same.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <vector>

#include "base/language.hpp"
#include "server/ops/config.hpp"
#include "tests/fuzz/check.hpp"

namespace {

using namespace engawa;
using namespace engawa::fuzz;
using namespace engawa::server;

// A file in memory, and the path that it has while it is open.
class File {
 public:
  explicit File(std::string_view text) : descriptor_(memfd_create("config", 0)) {
    check(write(descriptor_, text.data(), text.size()) == static_cast<ssize_t>(text.size()), "the file is written");
    path_ = "/proc/self/fd/" + std::to_string(descriptor_);
  }
  ~File() { close(descriptor_); }
  File(File const&) = delete;
  File& operator=(File const&) = delete;

  std::string path() const { return path_; }

 private:
  int descriptor_;
  std::string path_;
};

Result<CommandLine> read_with(File const& file) {
  auto path = file.path();
  std::string program = "engawad", flag = "--config";
  char* words[] = {program.data(), flag.data(), path.data(), nullptr};
  return read_command_line(3, words);
}

class Environment {
 public:
  explicit Environment(std::string_view lines) {
    while (!lines.empty()) {
      std::string const line(lines.substr(0, lines.find('\n')));
      lines.remove_prefix(std::min(lines.size(), line.size() + 1));
      auto const mark = line.find('=');
      if (!line.starts_with("ENGAWA_") || mark == line.npos) continue;
      names_.push_back(line.substr(0, mark));
      setenv(names_.back().c_str(), line.c_str() + mark + 1, 1);
    }
  }
  ~Environment() {
    for (auto const& name : names_) unsetenv(name.c_str());
  }
  Environment(Environment const&) = delete;
  Environment& operator=(Environment const&) = delete;

 private:
  std::vector<std::string> names_;
};

void check_refusal(Refusal const& refusal, File const& file) {
  check(refusal.code == "bad_message", "bad settings are a bad message", refusal.code);
  bool const of_two = refusal.message.starts_with("cluster.") || refusal.message.starts_with("the nodes of a cluster");
  check(of_two || refusal.message.starts_with(file.path()) || refusal.message.starts_with("ENGAWA_"),
        "a refusal says where the setting is, or which two do not fit", refusal.message);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string_view const bytes(reinterpret_cast<char const*>(data), size);
  auto const cut = std::min(bytes.find('\0'), bytes.size());
  File const file(bytes.substr(0, cut));
  std::string printed;
  {
    Environment const environment(bytes.substr(std::min(cut + 1, bytes.size())));
    auto const line = read_with(file);
    if (!line) return check_refusal(line.error(), file), 0;
    check(!line->exit, "a file alone ends no program");
    printed = print_config(line->config, Lang::Ja);
    if (!line->config.cluster_secret.empty()) return 0;  // it is not printed
  }
  auto const again = read_with(File(printed));
  check(again.has_value(), "printed settings are settings", printed);
  check(print_config(again->config, Lang::Ja) == printed, "printed settings are the same settings", printed);
  return 0;
}
