// A file as memory, read only: its pages are the system's, shared by all processes that map it, and come when they are read.
// Any thread. Whoever makes such files replaces them by renaming, never in place: what is mapped stays as it was.
#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

namespace engawa {

class MappedFile {
 public:
  // nullopt when it cannot be read or is empty.
  static std::optional<MappedFile> open(std::filesystem::path const& path);

  // As long as this or a copy of it lives.
  std::string_view bytes() const { return bytes_; }

 private:
  std::shared_ptr<void const> region_;
  std::string_view bytes_;
};

}  // namespace engawa
