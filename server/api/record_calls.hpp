// The calls of the HTTP API about the records of rounds (protocol/README.md). On shard 0.
#pragma once
#include "server/http/message.hpp"
#include "server/links/link_pages.hpp"
#include "server/shard/services.hpp"
#include "server/site/paths.hpp"

namespace engawa::server {

// GET /api/records/ID and its parts; POST /api/records/ID/analysis.
// REQUIRES: `pages` outlives the answer.
void show_record(Services& services, LinkPages const& pages, HttpRequest const& request, RecordPath const& record,
                 Respond const& respond);

}  // namespace engawa::server
