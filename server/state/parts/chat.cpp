#include "server/state/parts/chat.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "base/json_write.hpp"

namespace engawa::server {
namespace write = json_write;
namespace {

void write_line(std::string& out, Chat::Line const& line) {
  write::key(out, line.name());
  out += R"({"guest":)";
  write::string(out, line.guest);
  write::string_member(out, "nick", line.nick);
  write::string_member(out, "text", line.text);
  out += '}';
}

}  // namespace

void Chat::say(Line line, std::string& set) {
  lines_.push_back(std::move(line));
  set = R"("chat":{)";
  write_line(set, lines_.back());
  if (lines_.size() > kLines) {
    set += ',';
    write::key(set, lines_.front().name());
    set += "null";
    lines_.pop_front();
  }
  set += '}';
}

void Chat::write(std::string& out) const {
  if (lines_.empty()) return;
  out += R"(,"chat":{)";
  for (auto const& line : lines_) {
    if (out.back() != '{') out += ',';
    write_line(out, line);
  }
  out += '}';
}

void Chat::save(Json& snapshot) const {
  auto& chat = snapshot["chat"] = Json::array();
  for (auto const& line : lines_) chat.push_back(Json::array({line.seq, line.guest, line.nick, line.text}));
}

void Chat::restore(Json const& snapshot) {
  lines_.clear();
  for (auto const& line : snapshot.at("chat"))
    lines_.push_back({line.at(0).get<std::uint64_t>(), line.at(1).get<std::string>(), line.at(2).get<std::string>(),
                      line.at(3).get<std::string>()});
}

}  // namespace engawa::server
