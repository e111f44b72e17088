#include "server/records/archived_text.hpp"

namespace engawa::server {
namespace {

constexpr std::size_t kPartBytes = 1 << 18;

}  // namespace

std::string read_archived(Journal& journal, std::string const& id) {
  std::string text;
  for (int part = 0;; ++part) {
    auto const next = on_journal(journal, [id, part](Archive& archive) { return archive.record_part(id, part); });
    if (next.empty()) return text;
    text += next;
  }
}

void put_archived(Journal& journal, std::string const& id, std::int64_t ended_at, std::string const& text) {
  for (std::size_t part = 0; part * kPartBytes < text.size(); ++part)
    on_journal(journal,
               [id, ended_at, number = static_cast<int>(part), piece = text.substr(part * kPartBytes, kPartBytes)](
                   Archive& archive) { return archive.put_record_part(id, number, ended_at, piece), true; });
}

}  // namespace engawa::server
