// The events of a room from before we joined, or from a long disconnection: the part of the round's log that no step
// brought. It is requested page by page, and shown in the same sentences as at the time. Runs on the loop, and must
// live as long as it.
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
  // Oldest first; empty if the server does not have it.
  using Tell = std::function<void(std::vector<PastLine>)>;

  Past(Connection& connection, Phrases const& say) : connection_(connection), say_(say) {}

  // Call it with every change. True if the change skipped events; then `tell` is called, once, later.
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
