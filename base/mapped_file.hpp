// A read-only memory-mapped file. Its pages belong to the system, are shared by all processes that map the file, and
// are loaded when they are read. Any thread. Files that are mapped must be replaced by renaming, never in place, so
// that existing mappings stay valid.
#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

namespace engawa {

class MappedFile {
 public:
  // nullopt if it cannot be read or is empty.
  static std::optional<MappedFile> open(std::filesystem::path const& path);

  // Valid as long as this object or a copy of it exists.
  std::string_view bytes() const { return bytes_; }

  // Unloads the pages, which counted as memory of this process since they were read; they are loaded again when needed.
  void unload() const;

 private:
  std::shared_ptr<void const> region_;
  std::string_view bytes_;
};

}  // namespace engawa
