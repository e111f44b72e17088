#include "server/store/sqlite/log_tail.hpp"

#include <bit>
#include <fstream>
#include <string_view>
#include <vector>

#include "base/expect.hpp"

namespace engawa::server {
namespace {

constexpr std::size_t kHead = 32;         // before all frames: magic, version, page size, count, two salts, checksum
constexpr std::size_t kHeadOfFrame = 24;  // before each page: its number, size of the database, two salts, checksum
constexpr std::size_t kSummed = 8;        // bytes of a frame's head that its checksum covers
constexpr std::uint32_t kMagic = 0x377f0682;  // plus one, if checksums are of big-endian words
constexpr std::uint32_t kUsualPage = 4096;

using Bytes = std::vector<unsigned char>;

std::uint32_t big_endian(unsigned char const* bytes) {
  return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 | std::uint32_t{bytes[2]} << 8 | bytes[3];
}

std::uint32_t little_endian(unsigned char const* bytes) {
  return std::uint32_t{bytes[3]} << 24 | std::uint32_t{bytes[2]} << 16 | std::uint32_t{bytes[1]} << 8 | bytes[0];
}

struct Sum {
  std::uint32_t one = 0, two = 0;
  bool operator==(Sum const&) const = default;
};

Sum stored_sum(unsigned char const* bytes) { return {big_endian(bytes), big_endian(bytes + 4)}; }

template <auto kWord>
Sum add_words(Sum sum, unsigned char const* bytes, std::size_t size) {
  for (auto const* const end = bytes + size; bytes != end; bytes += 8) {
    sum.one += kWord(bytes) + sum.two;
    sum.two += kWord(bytes + 4) + sum.one;
  }
  return sum;
}

// REQUIRES: `size` is a multiple of 8.
Sum add_words(Sum sum, unsigned char const* bytes, std::size_t size, bool big) {
  EXPECT(size % 8 == 0, size);
  return big ? add_words<big_endian>(sum, bytes, size) : add_words<little_endian>(sum, bytes, size);
}

// The head of the log, and then its state after each frame.
struct Log {
  bool sound = false, big = false;
  std::uint32_t page = kUsualPage;
  std::string salts;
  Sum sum;
};

std::string_view text(unsigned char const* bytes, std::size_t size) {
  return {reinterpret_cast<char const*>(bytes), size};
}

// Of a damaged frame only the checksum is trusted, because the next frame continues from it.
Log read_head(unsigned char const* bytes) {
  Log log;
  auto const magic = big_endian(bytes), page = big_endian(bytes + 8);
  log.sum = stored_sum(bytes + 24);
  log.sound = (magic & ~1U) == kMagic && std::has_single_bit(page) && page >= 512 && page <= 65536 &&
              add_words({}, bytes, 24, (magic & 1) != 0) == log.sum;
  if (!log.sound) return log;
  log.big = (magic & 1) != 0;
  log.page = page;
  log.salts = text(bytes + 16, 8);
  return log;
}

// The checksum of a frame continues from the stored checksum of the previous frame. So frames after a damaged one can
// still be checked. Frames from an earlier round of the log have other salts.
bool fits(Log& log, unsigned char const* frame) {
  auto const salts = text(frame + 8, 8);
  if (log.salts.empty()) log.salts = salts;
  auto const made = add_words(add_words(log.sum, frame, kSummed, log.big), frame + kHeadOfFrame, log.page, log.big);
  log.sum = stored_sum(frame + 16);
  return salts == log.salts && made == log.sum;
}

bool ends_commit(unsigned char const* frame) { return big_endian(frame + 4) != 0; }

}  // namespace

LogTail read_log_tail(std::string const& log) {
  std::ifstream file(log, std::ios::binary);
  auto const read = [&](Bytes& bytes) {
    return !!file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  };
  Bytes head(kHead);
  if (!read(head)) return {};
  auto state = read_head(head.data());
  LogTail tail;
  bool whole = state.sound;
  Bytes frame(kHeadOfFrame + state.page);
  for (std::uint64_t at = kHead; read(frame); at += frame.size()) {
    bool const sound = fits(state, frame.data());
    if (whole && !sound) tail.damaged_at = at;
    whole = whole && sound;
    if (!whole && sound && ends_commit(frame.data())) ++tail.lost;
  }
  return tail;
}

std::string loss_of(LogTail const& tail, std::string const& log, bool flushed) {
  if (tail.lost == 0) return {};
  auto const lost = std::to_string(tail.lost) + (tail.lost == 1 ? " commit" : " commits");
  return "the write-ahead log " + log + " is damaged at byte " + std::to_string(tail.damaged_at) + ", and " + lost +
         " behind it cannot be used: " + (may_be_power_cut(tail, flushed) ? "if the power was not cut, " : "") +
         "the disk or the memory fails, and a copy of the database should be restored";
}

}  // namespace engawa::server
