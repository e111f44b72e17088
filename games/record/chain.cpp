#include "games/record/chain.hpp"

#include "base/expect.hpp"
#include "base/sha256.hpp"

namespace engawa::record {
namespace {

constexpr std::string_view kBefore = R"(,"hash":")", kAfter = R"("})";
constexpr std::size_t kDigits = 64;
constexpr std::size_t kTail = kBefore.size() + kDigits + kAfter.size();

std::string tail_of(std::string_view link) { return std::string(kBefore).append(link).append(kAfter); }

}  // namespace

std::string first_link() { return std::string(kDigits, '0'); }

void append_line(std::string& out, std::string_view body, std::string& link) {
  EXPECT(body.size() > 2 && body.front() == '{' && body.back() == '}', body);
  EXPECT(link.size() == kDigits, link);
  body.remove_suffix(1);
  link = sha256_hex(link.append(body));
  out.append(body).append(tail_of(link)) += '\n';
}

std::optional<std::string> body_of(std::string_view line, std::string& link) {
  EXPECT(link.size() == kDigits, link);
  if (line.size() <= kTail) return std::nullopt;
  auto const body = line.substr(0, line.size() - kTail);
  auto hash = sha256_hex(link.append(body));
  if (line.substr(body.size()) != tail_of(hash)) return std::nullopt;
  link = std::move(hash);
  return std::string(body) += '}';
}

std::string without_hashes(std::string_view record) {
  std::string bodies;
  for (; !record.empty(); record.remove_prefix(record.find('\n') + 1)) {
    EXPECT(record.find('\n') != record.npos && record.find('\n') > kTail);
    bodies.append(record.substr(0, record.find('\n') - kTail)) += "}\n";
  }
  return bodies;
}

std::string with_hashes(std::string_view bodies) {
  std::string record, link = first_link();
  for (; !bodies.empty(); bodies.remove_prefix(bodies.find('\n') + 1)) {
    EXPECT(bodies.find('\n') != bodies.npos);
    append_line(record, bodies.substr(0, bodies.find('\n')), link);
  }
  return record;
}

}  // namespace engawa::record
