#include "clients/web/rules/exchange.hpp"

#include "base/json_write.hpp"

namespace engawa::rules {
namespace {

std::string received, said;

}  // namespace

std::string& input() { return received; }

std::uint32_t tell(std::string text) {
  said = std::move(text);
  return static_cast<std::uint32_t>(said.size());
}

std::uint32_t tell(Refusal const& refusal) {
  std::string text = R"({"error":{"code":)";
  json_write::string(text, refusal.code);
  json_write::string_member(text, "message", refusal.message);
  return tell(text += "}}");
}

}  // namespace engawa::rules

// Makes room for that many bytes of input.
EXPORT(reserve) char* reserve(std::uint32_t bytes) {
  engawa::rules::input().resize(bytes);
  return engawa::rules::input().data();
}

EXPORT(answer) char const* answer() { return engawa::rules::said.data(); }
