#include "clients/cli/text/fields.hpp"

#include <array>
#include <charconv>
#include <ctime>
#include <nlohmann/json.hpp>

#include "clients/console/text.hpp"

namespace engawa::cli {

Json const& at(Json const& object, std::string_view key) {
  static Json const nothing;
  if (!object.is_object()) return nothing;
  auto const found = object.find(key);
  return found == object.end() ? nothing : *found;
}

std::string text_at(Json const& object, std::string_view key) {
  auto const& value = at(object, key);
  return value.is_string() ? value.get<std::string>() : std::string();
}

std::string safe_text(Json const& value) {
  return value.is_string() ? harmless(value.get_ref<std::string const&>()) : std::string();
}

std::string text(Json const& object, std::string_view key) { return harmless(text_at(object, key)); }

std::int64_t number(Json const& object, std::string_view key, std::int64_t otherwise) {
  if (!object.is_object()) return otherwise;
  auto const value = read_int(object, std::string(key).c_str(), INT64_MIN, INT64_MAX);
  return value && *value ? **value : otherwise;
}

std::string time_text(Json const& object, std::string_view key) {
  auto const ms = number(object, key);
  if (ms == 0) return {};
  auto const time = static_cast<std::time_t>(ms / 1000);
  std::tm parts{};
  std::array<char, 32> text{};
  ::localtime_r(&time, &parts);
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M", &parts)};
}

bool flag(Json const& object, std::string_view key) {
  auto const& value = at(object, key);
  return value.is_boolean() && value.get<bool>();
}

std::vector<std::string> numbered(Json const& object, char letter, int first) {
  std::vector<std::string> texts;
  for (int i = 0; object.is_object() && i < static_cast<int>(object.size()); ++i)
    texts.push_back(text(object, letter + std::to_string(first + i)));
  return texts;
}

std::optional<int> whole_number(std::string_view text) {
  int value = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace engawa::cli
