// A folder for a database, which is removed with this object.
#pragma once
#include <cstdlib>
#include <filesystem>
#include <string>

namespace engawa::server {

class Folder {
 public:
  Folder() {
    char name[] = "/tmp/engawa-store-XXXXXX";
    path_ = mkdtemp(name);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(Folder const&) = delete;
  Folder& operator=(Folder const&) = delete;
  std::string const& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace engawa::server
