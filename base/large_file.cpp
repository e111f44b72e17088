#include "base/large_file.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cstdio>
#include <random>
#include <string>

namespace engawa {
namespace {

constexpr std::size_t kPiece = 1 << 20;

bool write_in_pieces(std::FILE* file, std::string_view bytes, std::stop_token const& stop) {
  constexpr unsigned kAndWait = SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), kPiece))) {
    auto const piece = bytes.substr(0, kPiece);
    if (stop.stop_requested() || std::fwrite(piece.data(), 1, piece.size(), file) != piece.size()) return false;
    if (std::fflush(file) != 0) return false;
    (void)::sync_file_range(::fileno(file), 0, 0,
                            kAndWait);  // if the kernel refuses, it writes back at times of its choice
  }
  return true;
}

}  // namespace

bool write_large_file(std::filesystem::path const& path, std::span<std::string_view const> parts,
                      std::stop_token const& stop) {
  std::error_code failed;
  std::filesystem::create_directories(path.parent_path(), failed);
  auto const temporary = path.string() + "." + std::to_string(std::random_device{}()) + ".tmp";
  auto* const file = std::fopen(temporary.c_str(), "wb");
  if (file == nullptr) return false;
  bool written =
      std::all_of(parts.begin(), parts.end(), [&](auto const& part) { return write_in_pieces(file, part, stop); });
  written = std::fclose(file) == 0 && written;
  failed = std::make_error_code(std::errc::io_error);
  if (written) std::filesystem::rename(temporary, path, failed);
  if (!failed) return true;
  std::filesystem::remove(temporary, failed);
  return false;
}

}  // namespace engawa
