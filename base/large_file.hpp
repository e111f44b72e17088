// A large file made while others use the disk. Any thread.
#pragma once
#include <filesystem>
#include <span>
#include <stop_token>
#include <string_view>

namespace engawa {

// Makes the file of these parts, or replaces it at once: under another name first, so that nobody ever reads half of one. False when that
// fails, or `stop` asks to end; then the file is as it was. Takes as long as the disk does.
//
// A MiB at a time, each on the disk before the next: a file system that writes the data of new files before its journal (ext4) lets
// everybody who syncs a file wait for all of ours that is not written yet, and a store that is to outlive a loss of power syncs for every
// move.
bool write_large_file(std::filesystem::path const& path, std::span<std::string_view const> parts,
                      std::stop_token const& stop);

}  // namespace engawa
