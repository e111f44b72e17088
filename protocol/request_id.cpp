#include "protocol/request_id.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace engawa::protocol {
namespace {

constexpr std::size_t kMaxPoints = 32;
constexpr std::string_view kSpace = " \t\r\n";

std::string text_of_id(Json const& id) {
  if (id.is_string()) {
    auto const& text = id.get_ref<std::string const&>();
    auto const points =
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
    return points >= 1 && points <= static_cast<std::ptrdiff_t>(kMaxPoints) ? id.dump() : std::string();
  }
  if (!id.is_number_integer()) return {};
  bool const huge = id.is_number_unsigned() && id.get<std::uint64_t>() > static_cast<std::uint64_t>(kMaxInteger);
  auto const number = huge ? -1 : id.get<std::int64_t>();
  return number < 0 ? std::string() : std::to_string(number);
}

// The end of the string that begins with the quote at `first`; npos: it is not closed.
std::size_t end_of_string(std::string_view text, std::size_t first) {
  for (auto at = first + 1; at < text.size(); ++at) {
    if (text[at] == '\\')
      ++at;
    else if (text[at] == '"')
      return at + 1;
  }
  return std::string_view::npos;
}

std::size_t skip_space(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(kSpace, at), text.size());
}

// The string or number at this place; empty for anything else, and for a string without an end.
std::string_view value_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return {};
  auto const end = text[at] == '"' ? end_of_string(text, at) : text.find_first_of(" \t\r\n,}]", at);
  return end == std::string_view::npos ? std::string_view() : text.substr(at, end - at);
}

Json read(std::string_view value) { return Json::parse(value, nullptr, false); }

}  // namespace

std::string id_of(Json const& frame) {
  auto const id = frame.find("id");
  return id == frame.end() ? std::string() : text_of_id(*id);
}

std::string id_of_refused(std::string_view frame) {
  std::string id;
  int depth = 0;
  auto const first = skip_space(frame, 0);
  if (first == frame.size() || frame[first] != '{') return id;
  for (auto at = first; at < frame.size();) {
    char const c = frame[at];
    if (c != '"') {
      depth += (c == '{' || c == '[') - (c == '}' || c == ']');
      if (depth == 0) break;
      ++at;
      continue;
    }
    auto const end = end_of_string(frame, at);
    if (end == std::string_view::npos) break;
    auto const colon = skip_space(frame, end);
    bool const is_key = depth == 1 && colon < frame.size() && frame[colon] == ':';
    if (is_key && read(frame.substr(at, end - at)) == "id")
      id = text_of_id(read(value_at(frame, skip_space(frame, colon + 1))));
    at = end;
  }
  return id;
}

}  // namespace engawa::protocol
