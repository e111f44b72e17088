// What a room tells one of its members: answers to requests, and what a client needs to have the present state.
//
// Everything is sent after the steps that the journal has not stored yet (Members). The room's shard only.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "protocol/messages.hpp"
#include "server/room/ledger.hpp"
#include "server/room/members.hpp"
#include "server/room/request_cache.hpp"

namespace engawa::server {

class Replies {
 public:
  // REQUIRES: these outlive it and keep their addresses.
  Replies(Ledger const& ledger, Members& members) : ledger_(ledger), members_(members) {}

  // An answer frame.
  void answer(Member const& member, std::string const& text) {
    members_.deliver(member, Frame(text), FrameKind::answer);
  }
  void ok(Member const& member, std::string_view request, std::uint64_t seq);
  // `retry_ms`: 0: it does not help to wait.
  void error(Member const& member, std::string_view request, Refusal const& refusal, std::int64_t retry_ms = 0);
  // Of a request that would have changed something: its repetition gets the same refusal, unless waiting may help.
  void refuse(Member const& member, protocol::ClientFrame const& frame, Refusal const& refusal,
              std::int64_t retry_ms = 0);
  // Nothing has to change. The answer is remembered, because later the same request would change something.
  void confirm(Member const& member, protocol::ClientFrame const& frame);
  // A repetition gets the first answer. The same id with different content is refused, and the refusal is not
  // remembered. False: the request is new.
  bool again(Member const& member, protocol::ClientFrame const& frame);

  // The steps after `seq`, if the client's history is the room's; otherwise the state.
  void steps(Member const& member, std::optional<std::uint64_t> seq, std::string_view hash);
  void state(Member const& member);

  // Bytes on the heap, estimated.
  std::size_t memory() const { return unstored_.memory(); }

 private:
  std::string error_text(std::string_view request, Refusal const& refusal, std::int64_t retry_ms) const;

  Ledger const& ledger_;
  Members& members_;
  RequestCache unstored_;  // of requests that changed nothing, mostly refusals; lost with the process
};

}  // namespace engawa::server
