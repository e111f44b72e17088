// What has happened in a room before we came, or while we were away for too long: the part of the round's log that no step brought. Asked
// for page by page, and put into sentences as they would have been said then. Runs on the loop, and must live as long as it.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "clients/cli/board/phrases.hpp"
#include "clients/cli/net/connection.hpp"

namespace engawa::cli {

struct PastLine {
  std::int64_t seq = 0;
  std::string text;
};

class Past {
 public:
  // Oldest first; nothing when the server cannot say.
  using Tell = std::function<void(std::vector<PastLine>)>;

  Past(Connection& connection, Phrases const& say) : connection_(connection), say_(say) {}

  // To be called with every change. True when it left something out: then `tell` is called, once, later.
  bool follow(Change const& change, std::optional<int> me, Tell tell);

 private:
  struct Question;
  void ask(std::shared_ptr<Question> const& question, std::int64_t before);
  std::vector<PastLine> sentences(Question const& question) const;

  Connection& connection_;
  Phrases const& say_;
  std::int64_t seq_ = 0;  // of the last change
};

}  // namespace engawa::cli
