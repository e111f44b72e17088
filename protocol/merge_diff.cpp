#include "protocol/merge_diff.hpp"

#include <nlohmann/json.hpp>

namespace engawa::protocol {
namespace {

using nlohmann::json;

json diff(json const& before, json const& after) {
  json patch = json::object();
  for (auto const& [key, value] : before.items())
    if (!after.contains(key)) patch[key] = nullptr;
  for (auto const& [key, value] : after.items()) {
    auto const old = before.find(key);
    if (old == before.end())
      patch[key] = value;
    else if (old->is_object() && value.is_object()) {
      if (auto inner = diff(*old, value); !inner.empty()) patch[key] = std::move(inner);
    } else if (*old != value)
      patch[key] = value;
  }
  return patch;
}

}  // namespace

std::string merge_diff(std::string_view before, std::string_view after) {
  auto const text = diff(json::parse(before), json::parse(after)).dump();
  return text.substr(1, text.size() - 2);
}

}  // namespace engawa::protocol
