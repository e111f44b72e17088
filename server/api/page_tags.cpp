#include "server/api/page_tags.hpp"

#include "base/xml_escape.hpp"
#include "games/record/commitment.hpp"
#include "server/api/paths.hpp"

namespace engawa::server {
namespace {

void tag(std::string& out, std::string_view property, std::string_view content) {
  out.append("<meta property=\"").append(property).append("\" content=\"").append(xml_escape(content)).append("\">\n");
}

std::string tags(HttpRequest const& request, std::string_view title, std::string_view picture) {
  auto const scheme = request.secure ? "https://" : "http://";
  std::string out;
  tag(out, "og:type", "website");
  tag(out, "og:site_name", "縁側 Engawa");
  tag(out, "og:title", title);
  tag(out, "og:image", scheme + request.host + std::string(picture));
  tag(out, "og:image:type", "image/svg+xml");
  tag(out, "og:image:width", "1200");
  tag(out, "og:image:height", "630");
  tag(out, "twitter:card", "summary_large_image");
  return out;
}

}  // namespace

std::string tags_of(HttpRequest const& request) {
  std::string_view const path = request.path;
  if (path.starts_with("/r/")) {
    auto const room = read_room_path(path.substr(3));
    if (room.code.empty() || room.part != RoomPath::Part::room) return {};
    return tags(request, "いっしょに遊ぼう / Play with me: " + room.code, "/api/rooms/" + room.code + "/picture");
  }
  if (path.starts_with("/g/")) {
    auto const record = read_record_path(path.substr(3));
    if (record.round == 0 || record.part != RecordPath::Part::record) return {};
    auto const id = record::record_id(record.code, record.round);
    return tags(request, "棋譜 / Game record " + id, "/api/records/" + id + "/picture");
  }
  return {};
}

}  // namespace engawa::server
