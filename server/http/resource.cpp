#include "server/http/resource.hpp"

#include <algorithm>
#include <boost/beast/zlib/deflate_stream.hpp>
#include <boost/crc.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>

#include "base/sha256.hpp"
#include "server/http/header_text.hpp"

namespace engawa::server {
namespace {

namespace zlib = boost::beast::zlib;

// The client's preference for a coding, by its Accept-Encoding (RFC 9110, 12.5.3); 0: not accepted.
int weight(std::string_view accepted, std::string_view coding) {
  std::optional<int> any;
  while (!accepted.empty()) {
    auto entry = cut(accepted, ',');
    auto const name = cut(entry, ';');
    auto const value = weight_of(trimmed(entry));
    if (same_word(name, coding)) return value;
    if (name == "*") any = value;
  }
  if (coding != "identity") return any.value_or(0);
  return any == 0 ? 0 : 1;  // a coding that is not excluded is acceptable if nothing else is preferred
}

std::string tag_of(std::string_view body) { return '"' + sha256_hex(body).substr(0, 24) + '"'; }

// Whether If-None-Match names the tag. The comparison is the weak one: a proxy may have made the tag weak.
bool names(std::string_view list, std::string_view tag) {
  while (!list.empty()) {
    auto one = cut(list, ',');
    if (one == "*") return true;
    if (one.substr(0, 2) == "W/") one.remove_prefix(2);
    if (one == tag) return true;
  }
  return false;
}

void append_little_endian(std::string& out, std::uint32_t number) {
  for (int shift = 0; shift < 32; shift += 8) out += static_cast<char>(number >> shift & 255);
}

}  // namespace

Resource::Resource(std::string type, std::string caching, std::string plain, std::string gz, std::string br)
    : type_(std::move(type)), caching_(std::move(caching)) {
  auto const size = plain.size();
  auto const keep = [&](std::string coding, std::string body) {
    if (!coding.empty() && (body.empty() || body.size() >= size)) return;
    auto tag = tag_of(body);
    forms_.push_back({std::move(coding), std::move(body), std::move(tag)});
  };
  keep("br", std::move(br));
  keep("gzip", std::move(gz));
  keep({}, std::move(plain));
}

// If nothing in the list fits, the plain form is sent: a refusal would not help the client (RFC 9110, 12.4.1 leaves the
// choice).
Resource::Form const& Resource::best(std::string_view accepted) const {
  auto const* chosen = &forms_.back();
  int most = 0;
  for (auto const& form : forms_) {
    auto const wanted = weight(accepted, form.coding.empty() ? "identity" : std::string_view(form.coding));
    if (wanted <= most) continue;
    chosen = &form;
    most = wanted;
  }
  return *chosen;
}

HttpResponse Resource::answer(HttpRequest const& request) const {
  auto const& form = best(request.accept_encoding);
  HttpResponse response;
  response.headers.emplace_back("Cache-Control", caching_);
  response.headers.emplace_back("ETag", form.tag);
  if (forms_.size() > 1) response.headers.emplace_back("Vary", "Accept-Encoding");
  if (names(request.if_none_match, form.tag)) {
    response.status = 304;
    return response;
  }
  response.type = type_;
  response.body = form.body;
  if (!form.coding.empty()) response.headers.emplace_back("Content-Encoding", form.coding);
  return response;
}

std::size_t Resource::bytes() const {
  std::size_t all = 0;
  for (auto const& form : forms_) all += form.body.size();
  return all;
}

// RFC 1952: a header without name and date, the compressed text, its checksum and its length.
std::string gzip(std::string_view text) {
  constexpr int level = 9, window = 15, memory = 9;
  std::string out("\x1f\x8b\x08\0\0\0\0\0\x02\xff", 10);
  zlib::deflate_stream stream;
  stream.reset(level, window, memory, zlib::Strategy::normal);
  auto const head = out.size();
  out.resize(head + stream.upper_bound(text.size()));
  zlib::z_params piece;
  piece.next_in = text.data();
  piece.avail_in = text.size();
  piece.next_out = out.data() + head;
  piece.avail_out = out.size() - head;
  boost::system::error_code end;
  stream.write(piece, zlib::Flush::finish, end);
  if (end != zlib::error::end_of_stream) throw std::runtime_error("a text cannot be packed: " + end.message());
  out.resize(head + piece.total_out);
  boost::crc_32_type checksum;
  checksum.process_bytes(text.data(), text.size());
  append_little_endian(out, checksum.checksum());
  append_little_endian(out, static_cast<std::uint32_t>(text.size()));
  return out;
}

}  // namespace engawa::server
