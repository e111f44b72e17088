// Writes a large file while others use the disk. Any thread.
#pragma once
#include <filesystem>
#include <span>
#include <stop_token>
#include <string_view>

namespace engawa {

// Writes `parts` to a file, or replaces the file atomically: it is written under another name and renamed, so that no
// reader sees a partial file. Returns false on failure, or if `stop` was requested; the old file is then unchanged.
// Blocks until the disk has finished.
//
// Writes one MiB at a time and syncs each before the next. A file system that writes the data of new files before its
// journal (ext4) makes every fsync of any file wait for all of our unwritten data, and a store with power durability
// syncs for every move.
bool write_large_file(std::filesystem::path const& path, std::span<std::string_view const> parts,
                      std::stop_token const& stop);

}  // namespace engawa
